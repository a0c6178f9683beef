import type { ClusterFacts } from '../../cluster/define-cluster';
import { containersOf, podTemplateOf } from '../../pods/pod-template';
import type { Resource } from '../../kubernetes/resource';
import { isRecord, textRecordOf } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { argumentsOf, imageName, imageTag, optionValues } from '../../pods/container-settings';
import { readKubeadm } from '../installers/kubeadm';
import { cidrs, nodePortRange } from '../installers/network-facts';
import { readYamlValue } from '../documents/yaml-values';

/** What an object of the control plane says of the cluster: the API server's pod, the controller manager's, kubeadm's ConfigMap. */
export function factsOfResource(resource: Resource): ClusterFacts[] {
  const { kind, metadata, data } = resource.object;
  if (kind === 'ConfigMap' && metadata.name === 'kubeadm-config') {
    const read = readYamlValue(textRecordOf(data).ClusterConfiguration ?? '');
    const value = 'value' in read && isRecord(read.value) ? read.value : {};
    const setup = readKubeadm({ value, name: resource.name, resource: resource.name, locate: resource.locate });
    return setup?.facts ? [setup.facts] : [];
  }
  const template = podTemplateOf(resource);
  return template && /kube-(?:apiserver|controller-manager)/.test(metadata.name ?? '') ? containersOf(template).flatMap(({ container }) => {
    const args = argumentsOf(container);
    switch (imageName(container)) {
      case 'kube-apiserver':
        return [{
          kubernetesVersion: KubeVersion.tryParse(imageTag(container) ?? ''),
          network: {
            ...cidrs('serviceCidrs', optionValues(args, 'service-cluster-ip-range').at(-1)),
            ...nodePortRange(optionValues(args, 'service-node-port-range').at(-1)),
          },
        }];
      case 'kube-controller-manager':
        return [{ network: cidrs('podCidrs', optionValues(args, 'cluster-cidr').at(-1)) }];
      default:
        return [];
    }
  }) : [];
}
