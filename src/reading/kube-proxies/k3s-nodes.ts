import * as path from 'node:path';
import type { NodePool } from '../../cluster/node-pool';
import { LINUX_POOLS, selects, type PoolSelector } from '../../cluster/pool-selector';
import type { Flag } from '../../config/configuration';
import { flagValue } from './kube-proxy-flags';
import type { FoundInstance, K3sRole, K3sSettings } from './found-instance';
import { hostKubeProxy } from './host-kube-proxies';

/** After every file name. */
export const COMMAND_LINE = '\uffff';

/** The folder that stands for a node's root, of a file that k3s, RKE2 or systemd read there; else the folder that the file is in. */
export function nodeOfPath(file: string): string {
  const [root = path.posix.dirname(file)] = /^(?:|.*?\/)(?=(?:etc\/)?rancher\/(?:k3s|rke2)\/|(?:etc|(?:usr\/(?:local\/)?)?lib)\/systemd\/)/.exec(file)
    ?? /^(?:|.*\/)(?=config\.yaml(?:\.d\/[^/]*)?$)/.exec(file) ?? [];
  return root;
}

/** The settings as something that runs kube-proxy, once it is known what else there is: see {@link withK3sNodes}. */
export function k3sInstance(settings: K3sSettings): FoundInstance {
  return { ...kubeProxyOf(settings, [settings], LINUX_POOLS), k3s: settings };
}

/**
 * Puts together what belongs to one k3s or RKE2 node, and finds the nodes that it is for: what servers are given does not count for
 * agents. A node without `kube-proxy-arg` runs kube-proxy with defaults. All other instances stay as they are.
 */
export function withK3sNodes(instances: readonly FoundInstance[], nodePools: readonly NodePool[]): FoundInstance[] {
  const parts = instances.flatMap(({ k3s }) => k3s ?? []);
  if (parts.length === 0) {
    return [...instances];
  }
  const nodes = nodesOf(parts);
  const clusterRunsNone = nodes.some((node) => isDisabled(node) && argsOf(node) === undefined);
  const running = nodes.filter((node) => !isDisabled(node) && !(clusterRunsNone && argsOf(node) === undefined));
  const roles = new Set(running.map(roleOf));
  const made = running.map((node) => kubeProxyOf(node[node.length - 1], node, poolsOf(node, roles, nodePools)));
  const others = instances.filter(({ k3s }) => k3s === undefined);
  return [...others, ...made];
}

type Node = readonly K3sSettings[];

function nodesOf(parts: readonly K3sSettings[]): Node[] {
  const nodes = new Map<unknown, K3sSettings[]>();
  for (const part of parts) {
    nodes.set(part.node ?? part, [...nodes.get(part.node ?? part) ?? [], part]);
  }
  return [...nodes.values()].map(inOrder);
}

function inOrder(parts: Node): Node {
  return [...parts].sort((left, right) => (left.order < right.order ? -1 : left.order > right.order ? 1 : 0));
}

function isDisabled(node: Node): boolean {
  return node.some(({ disabled }) => disabled);
}

function roleOf(node: Node): K3sRole | undefined {
  return node.flatMap(({ role }) => role ?? []).at(-1);
}

function argsOf(node: Node): readonly Flag[] | undefined {
  return node.reduce<readonly Flag[] | undefined>(
    (before, { args, appends }) => (args === undefined ? before : appends ? [...before ?? [], ...args] : args), undefined);
}

const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane';

const ROLE_POOLS: Readonly<Record<K3sRole, PoolSelector>> = {
  server: { terms: [[{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }, { key: CONTROL_PLANE, operator: 'Exists', values: [] }]] },
  agent: { terms: [[{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }, { key: CONTROL_PLANE, operator: 'DoesNotExist', values: [] }]] },
};

/** Where neither the input nor the nodes tell servers from agents, all nodes are taken to be of the one kind that is set up. */
function poolsOf(node: Node, roles: ReadonlySet<K3sRole | undefined>, nodePools: readonly NodePool[]): PoolSelector {
  const role = roleOf(node);
  const stated = node.flatMap(({ pools }) => pools ?? []).at(-1);
  if (stated !== undefined || role === undefined) {
    return stated ?? LINUX_POOLS;
  }
  const areTold = nodePools.some((pool) => pool.operatingSystem === 'linux' && selects(ROLE_POOLS.server, pool) !== 'unknown');
  return areTold || roles.size > 1 ? ROLE_POOLS[role] : LINUX_POOLS;
}

/** What k3s and RKE2 give to kube-proxy themselves (k3s-io/k3s pkg/daemons/agent/agent_linux.go, kubeProxyArgs); arguments of the owner win. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'proxy-mode': 'iptables',
  'conntrack-max-per-core': '0',
  'conntrack-tcp-timeout-established': '0s',
  'conntrack-tcp-timeout-close-wait': '0s',
};

function kubeProxyOf({ product, name, resource, locate }: K3sSettings, node: Node, pools: PoolSelector): FoundInstance {
  const args = argsOf(node) ?? [];
  // Flags beside a configuration do not count, so they are no matter there.
  const defaults = flagValue(args, 'config') === undefined ? Object.entries(DEFAULTS).filter(([flag]) => flagValue(args, flag) === undefined) : [];
  return hostKubeProxy({
    kind: 'k3s-config', platform: product, name, resource, locate, pools,
    flags: [...args, ...defaults.map(([flag, value]) => ({ name: flag, value, get location() { return locate(); } }))],
    // RKE2 runs it in a pod that does not have the node's modules (rancher/rke2#3710).
    mountsLibModules: product === 'rke2' ? false : undefined,
  });
}
