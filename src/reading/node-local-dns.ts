import { containersOf, type PodTemplate } from '../cluster/pod-template';
import { LINUX_POOLS } from '../cluster/pool-selector';
import type { Resource } from '../cluster/resource';
import { recordOf, textOf } from '../cluster/untyped';
import type { NodeLocalDns } from '../declaration/workloads';
import { argumentsOf, imageName, optionValues } from './container-settings';

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

/** kops binds its cache to the link-local address alone where kube-proxy is in IPVS mode (kubernetes/kops#8780). */
export function nodeLocalDnsOfKops({ object: { apiVersion, kind, spec }, name, locate }: Resource): NodeLocalDns[] {
  const { enabled, localIP } = recordOf(recordOf(recordOf(spec).kubeDNS).nodeLocalDNS);
  return kind === 'Cluster' && apiVersion.startsWith('kops.k8s.io/') && enabled === true ? [{
    resource: name,
    get location() { return locate(['spec', 'kubeDNS', 'nodeLocalDNS']); },
    addresses: [textOf(localIP) ?? '169.254.20.10'],
    pools: LINUX_POOLS,
  }] : [];
}
