import { isIP, isIPv4 } from 'node:net';
import { cidrContains } from '../config/ip-address';
import type { Declaration } from '../declaration/declaration';
import type { NodeLocalDns } from '../declaration/workloads';
import { configurationFindings, configurationsIn } from './configuration-findings';
import type { Rule } from './rule';
import { atWorkload, meeting } from './workload-wording';

export const nodeLocalDnsAddress: Rule = {
  id: 'node-local-dns-address',
  group: 'workloads',
  title: 'NodeLocal DNSCache binds the address of the cluster\'s DNS Service, which IPVS mode holds itself.',
  severities: ['warning'],
  sources: ['https://kubernetes.io/docs/tasks/administer-cluster/nodelocaldns/', 'kubernetes/website#18716'],
  judge: ({ declaration, prediction }) => {
    const caches = declaration.workloads.nodeLocalDns.flatMap((cache) => {
      const address = serviceAddressOf(cache, declaration);
      return address ? [{ cache, ...address }] : [];
    });
    return configurationFindings(configurationsIn('ipvs', prediction), (configuration) => caches.flatMap(({ cache, address, whose }) => {
      const { meets, pools } = meeting(cache.pools, configuration, prediction);
      const others = cache.addresses.filter((bound) => bound !== address);
      return meets ? [{
        severity: 'warning' as const,
        ...atWorkload(cache),
        pools,
        message: `holds ${address} (${whose}) on kube-ipvs0 of every node in IPVS mode, and NodeLocal DNSCache (${cache.resource}) wants to bind it, too: `
          + 'it cannot take the address over, and lookups fail or pass it by',
        remedies: [
          others.length > 0
            ? `Leave ${address} out of -localip, so that it binds ${others.join(', ')} alone, and let clusterDNS of the kubelets name that address.`
            : 'Let -localip be a link-local address alone (169.254.20.10), and let clusterDNS of the kubelets name it.',
          'Or run kube-proxy in iptables mode, in which it may bind both.',
        ],
      }] : [];
    }));
  },
};

interface ServiceAddress {
  readonly address: string;
  /** For people: the Service, or what tells that it is one's. */
  readonly whose: string;
}

/** The address among those that the cache binds which is a Service's, and how that is known. */
function serviceAddressOf({ addresses }: NodeLocalDns, { workloads, cluster: { network } }: Declaration): ServiceAddress | undefined {
  for (const address of addresses.filter((bound) => isIP(bound) > 0 && !isLinkLocal(bound))) {
    const service = workloads.services.find(({ clusterIps }) => clusterIps.includes(address));
    const range = network.serviceCidrs.find((cidr) => cidrContains(cidr, address));
    if (service || range) {
      return { address, whose: service?.resource ?? `of the Service range ${range}` };
    }
    if (network.serviceCidrs.length === 0 && isLikelyDns(address, addresses)) {
      return { address, whose: "by its look the DNS Service's" };
    }
  }
  return undefined;
}

function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.') || /^fe[89ab]/i.test(address);
}

/** Installers give DNS the tenth address of the Service range; the documented manifest binds it beside a link-local one. */
function isLikelyDns(address: string, addresses: readonly string[]): boolean {
  return isIPv4(address) && (address.endsWith('.10') || addresses.some(isLinkLocal));
}
