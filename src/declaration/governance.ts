import type { NodePool } from '../cluster/node-pool';
import { selects, type Selection } from '../cluster/pool-selector';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { Declaration } from './declaration';
import type { KubeProxyInstance, KubeProxyInstanceKind } from './kube-proxy-instance';
import { mayBeSelectedBy } from './selected-by-label';

/** Which kube-proxy runs on a pool, and how that is known. */
export interface PoolKubeProxy {
  /** The release that runs. */
  readonly version: KubeVersion;
  /** How it is known: the pool states it, the tag of the image, the cluster's version, or `nodeInfo`. */
  readonly from: 'pool' | 'image' | 'cluster' | 'node-info';
  /** True for `node-info`: `kubeProxyVersion` there repeats the kubelet's. */
  readonly assumed: boolean;
}

/** A document gives way to what an installer makes of it, and that to the pods that come of it. k3s runs kube-proxy in its own process. */
const WEIGHT: Readonly<Partial<Record<KubeProxyInstanceKind, number>>> = {
  'configuration': 0, 'kubeadm': 1, 'kops-cluster': 1, 'talos-machine-config': 1, 'eks-add-on': 1,
};
const RUNS = 2;

/**
 * The kube-proxy set-ups that claim a pool on the same grounds; more than one is a fault, or not decided by what is known of the pool.
 * What runs kube-proxy comes before a mere configuration; then those whose selector certainly holds come before those that ask for a
 * label which the pool does not state. Those that are alike come one after the other, whatever the order of the input.
 */
export function claimantsOf({ kubeProxies }: Pick<Declaration, 'kubeProxies'>, pool: NodePool): readonly KubeProxyInstance[] {
  const claims = mayBeSelectedBy(kubeProxies, pool)
    .map((instance) => ({ instance, rank: rank(instance, selects(instance.pools, pool)) }))
    .filter(({ rank: [, certainty] }) => certainty > 0);
  const best = claims.map((claim) => claim.rank).sort(compare).at(-1);
  const claimants = best === undefined ? [] : claims.filter((claim) => compare(claim.rank, best) === 0).map(({ instance }) => instance);
  return claimants.length < 2 ? claimants : inFixedOrder(claimants);
}

/** By what they are called and what they run, so that the order of the input decides nothing. */
function inFixedOrder(instances: readonly KubeProxyInstance[]): KubeProxyInstance[] {
  return instances.map((instance) => ({ instance, key: orderKey(instance) }))
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0)).map(({ instance }) => instance);
}

function orderKey({ name, kind, location, version, flags, configuration }: KubeProxyInstance): string {
  const place = location ?? configuration?.locate();
  return JSON.stringify([name, kind, place, version?.raw, flags.map((flag) => [flag.name, flag.value]), configuration?.text]);
}

/** The version of kube-proxy on a pool: stated for the pool, else of the image, else the cluster's, else what `nodeInfo` makes one assume. */
export function kubeProxyVersionOf(
  { cluster }: Pick<Declaration, 'cluster'>, pool: NodePool, instance: KubeProxyInstance | undefined,
): PoolKubeProxy | undefined {
  if (pool.kubeProxyVersion && !pool.kubeProxyVersionAssumed) {
    return { version: pool.kubeProxyVersion, from: 'pool', assumed: false };
  }
  if (instance?.version) {
    return { version: instance.version, from: 'image', assumed: false };
  }
  if (cluster.kubernetesVersion) {
    return { version: cluster.kubernetesVersion, from: 'cluster', assumed: false };
  }
  return pool.kubeProxyVersion && { version: pool.kubeProxyVersion, from: 'node-info', assumed: true };
}

type Rank = readonly [weight: number, certainty: number];

const CERTAINTY: Readonly<Record<Selection, number>> = { no: 0, unknown: 1, yes: 2 };

function rank({ kind }: KubeProxyInstance, selection: Selection): Rank {
  return [WEIGHT[kind] ?? RUNS, CERTAINTY[selection]];
}

function compare(left: Rank, right: Rank): number {
  return left[0] - right[0] || left[1] - right[1];
}
