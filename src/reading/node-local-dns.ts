import { containersOf, type PodTemplate } from '../cluster/pod-template';
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
