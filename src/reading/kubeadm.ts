import type { ClusterFacts } from '../cluster/define-cluster';
import { recordOf, textOf, type UntypedRecord } from '../cluster/untyped';
import { KubeVersion } from '../versions/kube-version';

/** Whether a document is kubeadm's ClusterConfiguration. */
export function isClusterConfiguration(value: UntypedRecord): boolean {
  return value.kind === 'ClusterConfiguration' && /^kubeadm\.k8s\.io\//.test(textOf(value.apiVersion) ?? '');
}

/** What kubeadm's ClusterConfiguration says of the cluster. */
export function factsOfClusterConfiguration(value: UntypedRecord): ClusterFacts {
  const { podSubnet, serviceSubnet } = recordOf(value.networking);
  return {
    platform: 'kubeadm',
    kubernetesVersion: KubeVersion.tryParse(textOf(value.kubernetesVersion) ?? ''),
    network: {
      ...(textOf(podSubnet) && { podCidrs: subnets(podSubnet) }),
      ...(textOf(serviceSubnet) && { serviceCidrs: subnets(serviceSubnet) }),
    },
  };
}

function subnets(value: unknown): string[] {
  return (textOf(value) ?? '').split(',').map((subnet) => subnet.trim()).filter(Boolean);
}
