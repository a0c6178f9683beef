import { isIP } from 'node:net';
import type { NodePool } from '../../cluster/node-pool';
import { cidrContains } from '../../config/ip-address';
import type { ServiceDeclaration } from '../../declaration/workloads';
import { heedsIpMode } from '../../facts/kube-proxy/load-balancer-ip-mode';
import type { ConfigurationPrediction, Prediction } from '../../prediction/prediction';
import { configurationsIn } from '../wording/configuration-findings';
import { kubeProxyVersion } from '../wording/pool-wording';
import type { Rule, RuleFinding } from '../rule';

export const externalIpIsNodeAddress: Rule = {
  id: 'external-ip-is-node-address',
  group: 'workloads',
  title: 'A Service has the address of a node, which every node in IPVS mode then treats as its own.',
  severities: ['error'],
  sources: [
    'kubernetes/kubernetes#127410', 'kubernetes/kubernetes#104679', 'kubernetes/kubernetes#93175', 'kubernetes/kubernetes#75290', 'siderolabs/talos#8332',
  ],
  judge: ({ declaration: { workloads, cluster }, prediction }) => {
    const [only, ...others] = cluster.nodePools;
    const isAlone = others.length === 0 && only?.count === 1;
    const configurations = configurationsIn('ipvs', prediction);
    return configurations.length === 0 || isAlone ? [] : workloads.services.flatMap((service) => findings(service, configurations, prediction));
  },
};

interface Use {
  readonly what: string;
  readonly path: readonly string[];
  readonly addresses: readonly string[];
  readonly isBoundBy: (configuration: ConfigurationPrediction) => boolean;
}

/** The addresses of a Service that come from outside, with the kube-proxies that bind them. */
function usesOf({ externalIps, loadBalancerIps, ipMode, type }: ServiceDeclaration): Use[] {
  return [
    {
      what: 'externalIPs', path: ['spec', 'externalIPs'], addresses: externalIps,
      isBoundBy: ({ decoded }) => decoded.effective.featureGates.AllowServiceExternalIPs !== false,
    },
    {
      what: 'the load balancer addresses', path: ['spec', 'loadBalancerIP'], addresses: type === 'LoadBalancer' ? loadBalancerIps : [],
      isBoundBy: ({ kubeProxy, decoded }) => ipMode !== 'Proxy' || !heedsIpMode(kubeProxy.version, decoded.effective.featureGates),
    },
  ];
}

function findings(service: ServiceDeclaration, configurations: readonly ConfigurationPrediction[], { pools }: Prediction): RuleFinding[] {
  for (const { what, path, addresses, isBoundBy } of usesOf(service)) {
    const binding = configurations.filter(isBoundBy);
    const shared = addresses.flatMap((address) => pools.filter(({ pool }) => isNodeAddress(address, pool)).map(({ pool }) => ({ address, pool })));
    if (binding.length > 0 && shared.length > 0) {
      return [finding(service, { what, path, shared, binding })];
    }
  }
  return [];
}

function finding({ resource, locate }: ServiceDeclaration, { what, path, shared, binding }: Pick<Use, 'what' | 'path'> & {
  readonly shared: readonly { readonly address: string; readonly pool: NodePool }[];
  readonly binding: readonly ConfigurationPrediction[];
}): RuleFinding {
  const [{ address, pool }] = shared;
  const pools = new Set(shared.map((found) => found.pool.name));
  return {
    severity: 'error',
    pool: pools.size === 1 ? pool.name : undefined,
    resource,
    location: locate(path),
    detail: resource.replace(' ', '/'),
    message: `${resource}: ${what} include ${address}, an address of a node of pool ${pool.name}`,
    because: `${kubeProxyVersion(...binding)} in IPVS mode adds it to kube-ipvs0 on every node, so each node takes the address for its own `
      + 'and can no longer reach the node that has it: its kubelet goes NotReady, and it does not even answer ping.',
    remedies: [
      'Give the Service an unused address of the network, announced by MetalLB or kube-vip.',
      'Or serve the port by a NodePort or a hostPort, without this address.',
      'Or run kube-proxy in mode nftables or iptables, which bind no addresses.',
    ],
  };
}

/** Interfaces that have addresses of Services or of the node alone. */
const NOT_FOR_NODES = /^(?:lo|kube-ipvs\d*|nodelocaldns|dummy\d*|kube-bridge)$/;

/** Whether other nodes reach a node of the pool by an address: as Node objects tell, else as the interfaces have it. */
function isNodeAddress(address: string, { addresses, interfaces }: NodePool): boolean {
  const family = isIP(address);
  if (family === 0) {
    return false;
  }
  const known = addresses ?? interfaces.filter(({ name }) => !NOT_FOR_NODES.test(name)).flatMap(({ addresses: found = [] }) => withoutVirtual(found));
  return known.map((text) => text.split('/')[0]).some((text) => isIP(text) === family && cidrContains(`${text}/${family === 4 ? 32 : 128}`, address));
}

/** Beside an address with its network, one that stands alone (`/32`) is a virtual one, which kube-vip or keepalived adds. */
function withoutVirtual(addresses: readonly string[]): readonly string[] {
  const isSingle = (text: string) => /\/(?:32|128)$/.test(text);
  return addresses.some((text) => text.includes('/') && !isSingle(text)) ? addresses.filter((text) => !isSingle(text)) : addresses;
}
