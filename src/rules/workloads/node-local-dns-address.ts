import { isIP, isIPv4 } from 'node:net';
import { cidrContains } from '../../config/ip-address';
import type { Declaration } from '../../declaration/declaration';
import type { NodeLocalDns } from '../../declaration/workloads';
import { configurationFindings, configurationsIn, type ConfigurationFault } from '../wording/configuration-findings';
import type { Rule } from '../rule';
import { atWorkload, meeting } from '../wording/workload-wording';

export const nodeLocalDnsAddress: Rule = {
  id: 'node-local-dns-address',
  group: 'workloads',
  title: 'NodeLocal DNSCache binds the cluster DNS address, which IPVS mode already holds, or pods do not use the cache.',
  severities: ['warning'],
  sources: ['https://kubernetes.io/docs/tasks/administer-cluster/nodelocaldns/', 'kubernetes/website#18716', 'rancher/rke#2093'],
  judge: ({ declaration, prediction }) => configurationFindings(configurationsIn('ipvs', prediction), (configuration) =>
    declaration.workloads.nodeLocalDns.flatMap((cache): ConfigurationFault[] => {
      const { meets, pools } = meeting(cache.pools, configuration, prediction);
      const bound = serviceAddressOf(cache, declaration);
      return !meets ? [] : bound ? [{ ...boundTwice(cache, bound), pools }] : passedBy(cache, declaration).map((fault) => ({ ...fault, pools }));
    })),
};

function boundTwice(cache: NodeLocalDns, { address, whose }: ServiceAddress): ConfigurationFault {
  const others = cache.addresses.filter((bound) => bound !== address);
  return {
    severity: 'warning',
    ...atWorkload(cache),
    message: `and NodeLocal DNSCache both bind ${address}`,
    because: `in IPVS mode it holds ${address}${whose ? ` (${whose})` : ''} on kube-ipvs0 of every node, and NodeLocal DNSCache (${cache.resource}) cannot take the address `
      + 'over: lookups fail or bypass the cache',
    remedies: [
      cache.keepFromDnsService ?? (others.length > 0
        ? `Leave ${address} out of -localip, so that it binds ${others.join(', ')} alone, and let clusterDNS of the kubelets name that address.`
        : 'Let -localip be a link-local address alone (169.254.20.10), and let clusterDNS of the kubelets name it.'),
      'Or run kube-proxy in iptables mode, in which it may bind both.',
    ],
  };
}

/** Kubelets that send pods to an address which the cache, bound to a link-local one as it has to be, does not have. */
function passedBy(cache: NodeLocalDns, { workloads: { kubeletDns } }: Declaration): ConfigurationFault[] {
  return kubeletDns.filter(({ addresses }) => !addresses.some((address) => cache.addresses.includes(address))).map((kubelet) => ({
    severity: 'warning',
    ...atWorkload(kubelet),
    message: 'answers DNS lookups itself, past NodeLocal DNSCache',
    because: `in IPVS mode it answers for the address that pods use for DNS (clusterDNS ${kubelet.addresses.join(', ')} of ${kubelet.resource}), and NodeLocal DNSCache `
      + `(${cache.resource}) binds ${cache.addresses.join(', ')} only`,
    remedies: [`Set clusterDNS of the kubelets to ${cache.addresses[0]}, and restart the pods.`],
  }));
}

interface ServiceAddress {
  /** For people. */
  readonly address: string;
  /** For people: the Service, or what tells that it is one's. */
  readonly whose?: string;
}

/** The address among those that the cache binds which is a Service's, and how that is known. */
function serviceAddressOf(cache: NodeLocalDns, { workloads, cluster: { network } }: Declaration): ServiceAddress | undefined {
  const { addresses, keepFromDnsService } = cache;
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
  return keepFromDnsService === undefined ? undefined : { address: 'the address of the DNS Service' };
}

function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.') || /^fe[89ab]/i.test(address);
}

/** Installers give DNS the tenth address of the Service range; the documented manifest binds it beside a link-local one. */
function isLikelyDns(address: string, addresses: readonly string[]): boolean {
  return isIPv4(address) && (address.endsWith('.10') || addresses.some(isLinkLocal));
}
