import { selects } from '../../cluster/pool-selector';
import type { KubeProxyInstance, KubeProxyInstanceKind } from '../../declaration/kube-proxy-instance';
import type { PoolPrediction } from '../../prediction/prediction';
import { groupPools, onlyPool, poolNames } from '../wording/pool-wording';
import type { Rule, RuleFinding } from '../rule';

export const kubeProxyClaimedTwice: Rule = {
  id: 'kube-proxy-claimed-twice',
  group: 'config',
  title: 'Two kube-proxies, or two configurations, claim one node pool.',
  severities: ['error', 'warning'],
  sources: ['cmd/kube-proxy/app/server.go: health and metrics ports are bound on the node'],
  judge: ({ prediction }) => groupPools(prediction.pools, (pool) => claimants(pool).map(({ name }) => name).join('\n'))
    .filter(([pool]) => claimants(pool).length > 1)
    .map(finding),
};

/** Those whose node selector certainly holds, equal ones once: a pool that does not state the label in question may belong to either. */
function claimants({ pool, claimants: claiming }: PoolPrediction): KubeProxyInstance[] {
  const certain = claiming.filter((instance) => selects(instance.pools, pool) === 'yes');
  return certain.filter((instance, index) => !isFileOfNode(instance) || certain.findIndex((other) => setup(other) === setup(instance)) === index);
}

const FILES_OF_NODES: readonly KubeProxyInstanceKind[] = ['systemd-unit', 'flags-file', 'k3s-config', 'talos-machine-config'];

/** Each node has its own, so the input may hold those of several. */
function isFileOfNode({ kind }: KubeProxyInstance): boolean {
  return FILES_OF_NODES.includes(kind);
}

function setup({ kind, flags, configuration }: KubeProxyInstance): string {
  return JSON.stringify([kind, flags.map(({ name, value }) => [name, value]), configuration?.text]);
}

function finding(pools: readonly PoolPrediction[]): RuleFinding {
  const all = claimants(pools[0]);
  const [, second] = all;
  const { severity, what, claim, remedy } = faultOf(all);
  return {
    severity,
    pool: onlyPool(pools),
    resource: second.resource,
    location: second.location ?? second.configuration?.locate(),
    detail: onlyPool(pools) ?? second.name,
    message: `${poolNames(pools)}: ${all.length} ${what}`,
    because: `${all.map((instance) => nameAmong(instance, all)).join(' and ')} ${claim(poolNames(pools))}`,
    remedies: [remedy, 'If the input holds several clusters, check each by itself.'],
  };
}

/** Where several have one name, the file or construct tells them apart. */
function nameAmong({ name, location, configuration }: KubeProxyInstance, all: readonly KubeProxyInstance[]): string {
  const place = all.filter((other) => other.name === name).length > 1 ? location ?? configuration?.locate() : undefined;
  const where = place?.file ?? place?.constructPath ?? place?.urn;
  return where === undefined ? name : `${name} (${where})`;
}

interface Fault {
  readonly severity: 'error' | 'warning';
  /** What the claimants are, and do, in a few words. */
  readonly what: string;
  /** What the claimants do, on the pools named. */
  readonly claim: (pools: string) => string;
  readonly remedy: string;
}

function faultOf(all: readonly KubeProxyInstance[]): Fault {
  if (all.every(isFileOfNode)) {
    return {
      severity: 'warning',
      what: 'node configurations may be for the same nodes',
      claim: (pools) => `may all be for ${pools}, and nothing tells on which nodes each is`,
      remedy: 'Check the files of each kind of node by themselves, with the pools that they are for.',
    };
  }
  return all[0].kind === 'configuration' || all[0].kind === 'kubeadm' ? {
    severity: 'warning',
    what: 'kube-proxy configurations are meant for the same nodes',
    claim: (pools) => `are all meant for ${pools}, and nothing tells which of them kube-proxy reads`,
    remedy: 'Delete the one that is not in use, or add the DaemonSet that reads the other.',
  } : {
    severity: 'error',
    what: 'kube-proxies run on the same nodes',
    claim: (pools) => `all run kube-proxy on ${pools}: each writes its own sysctls and rules there, and they take each other's ports`,
    remedy: 'Give each a node selector that no node of the other has, or delete one.',
  };
}
