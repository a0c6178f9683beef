import { containersOf, type PodTemplate } from '../../pods/pod-template';
import { LINUX_POOLS } from '../../cluster/pool-selector';
import type { Resource } from '../../kubernetes/resource';
import { isRecord, recordOf, textOf } from '../../kubernetes/untyped';
import type { NodeLocalDns } from '../../declaration/workloads';
import { argumentsOf, imageName, optionValues } from '../../pods/container-settings';
import { readYamlValue } from '../documents/yaml-values';

/** NodeLocal DNSCache, with the addresses that its containers bind. */
export function nodeLocalDnsOf(template: PodTemplate): NodeLocalDns[] {
  return containersOf(template).flatMap(({ container, path }) => {
    const args = argumentsOf(container);
    const isNodeCache = /^k8s-dns-node-cache/.test(imageName(container)) || args.some((argument) => /(?:^|\/)node-cache$/.test(argument));
    const addresses = optionValues(args, 'localip').flatMap((value) => value.split(',')).map((address) => address.trim()).filter(Boolean);
    return isNodeCache && addresses.length > 0 ? [{
      resource: template.resource.name,
      get location() { return template.resource.locate(path); },
      addresses,
      pools: template.pools,
    }] : [];
  });
}

/** The caches of installers. */
export function installedNodeLocalDnsOf(resource: Resource): NodeLocalDns[] {
  return [...nodeLocalDnsOfKops(resource), ...nodeLocalDnsOfRke2(resource)];
}

/** kops binds its cache to the link-local address alone where kube-proxy is in IPVS mode (kubernetes/kops#8780). */
function nodeLocalDnsOfKops({ object: { apiVersion, kind, spec }, name, locate }: Resource): NodeLocalDns[] {
  const { enabled, localIP } = recordOf(recordOf(recordOf(spec).kubeDNS).nodeLocalDNS);
  return kind === 'Cluster' && apiVersion.startsWith('kops.k8s.io/') && enabled === true ? [{
    resource: name,
    get location() { return locate(['spec', 'kubeDNS', 'nodeLocalDNS']); },
    addresses: [textOf(localIP) ?? LINK_LOCAL],
    pools: LINUX_POOLS,
  }] : [];
}

/** RKE2: `nodelocal` of the chart rke2-coredns binds both addresses unless `ipvs` is true (https://docs.rke2.io/networking/networking_services). */
function nodeLocalDnsOfRke2({ object: { apiVersion, kind, metadata, spec }, name, locate }: Resource): NodeLocalDns[] {
  if (kind !== 'HelmChartConfig' || !apiVersion.startsWith('helm.cattle.io/') || metadata.name !== 'rke2-coredns') {
    return [];
  }
  const read = readYamlValue(textOf(recordOf(spec).valuesContent) ?? '');
  const { nodelocal } = 'value' in read && isRecord(read.value) ? read.value : {};
  const { enabled, ipvs, ip_address: address } = recordOf(nodelocal);
  const linkLocal = textOf(address) ?? LINK_LOCAL;
  return enabled === true ? [{
    resource: name,
    get location() { return locate(['spec', 'valuesContent']); },
    addresses: [linkLocal],
    keepFromDnsService: ipvs === true ? undefined : `Set nodelocal.ipvs: true beside enabled, and let the kubelets name ${linkLocal} (kubelet-arg: cluster-dns=${linkLocal}).`,
    pools: LINUX_POOLS,
  }] : [];
}

const LINK_LOCAL = '169.254.20.10';
