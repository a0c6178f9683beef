import type { Resource } from '../../kubernetes/resource';
import { isRecord, recordOf, textRecordOf, textsOf } from '../../kubernetes/untyped';
import type { KubeletDns } from '../../declaration/workloads';
import { readYamlValue } from '../documents/yaml-values';

/** What kubelets give to pods as their resolver: `clusterDNS` of a KubeletConfiguration, be it kubeadm's in a ConfigMap, or of a Cluster of kops. */
export function kubeletDnsOf(resource: Resource): KubeletDns[] {
  const { kind, apiVersion, metadata, data, spec } = resource.object;
  switch (`${apiVersion.split('/')[0]}/${kind}`) {
    case 'kubelet.config.k8s.io/KubeletConfiguration':
      return dns(resource, 'KubeletConfiguration', resource.object.clusterDNS, ['clusterDNS']);
    case 'v1/ConfigMap': {
      const read = /^kubelet-config/.test(metadata.name ?? '') ? readYamlValue(textRecordOf(data).kubelet ?? '') : { value: undefined };
      return 'value' in read && isRecord(read.value) ? dns(resource, resource.name, read.value.clusterDNS, ['data', 'kubelet']) : [];
    }
    case 'kops.k8s.io/Cluster':
      return dns(resource, resource.name, [recordOf(recordOf(spec).kubelet).clusterDNS], ['spec', 'kubelet', 'clusterDNS']);
    default:
      return [];
  }
}

function dns(resource: Resource, name: string, written: unknown, path: readonly string[]): KubeletDns[] {
  const addresses = textsOf(written);
  return addresses.length === 0 ? [] : [{ resource: name, addresses, get location() { return resource.locate(path); } }];
}
