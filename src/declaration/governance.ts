import type { NodePool } from '../cluster/node-pool';
import { selects, type Selection } from '../cluster/pool-selector';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { Declaration } from './declaration';
import type { KubeProxyInstance, KubeProxyInstanceKind } from './kube-proxy-instance';

/** Which kube-proxy runs on a pool, and how that is known. */
export interface PoolKubeProxy {
  readonly version: KubeVersion;
  readonly from: 'pool' | 'image' | 'cluster' | 'node-info';
  /** True for `node-info`: `kubeProxyVersion` there repeats the kubelet's. */
  readonly assumed: boolean;
}

/** Which kube-proxy set-ups concern a pool. */
export interface Governance {
  /** The one that governs; the first of the claimants where several do, `undefined` where none does. */
  readonly instance: KubeProxyInstance | undefined;
  /** All that claim the pool on the same grounds; more than one is a fault. */
  readonly claimants: readonly KubeProxyInstance[];
}

/** A document gives way to what an installer makes of it, and that to the pods that come of it. k3s runs kube-proxy in its own process. */
const WEIGHT: Readonly<Partial<Record<KubeProxyInstanceKind, number>>> = {
  'configuration': 0, 'kubeadm': 1, 'kops-cluster': 1, 'talos-machine-config': 1, 'eks-add-on': 1,
};
const RUNS = 2;

/**
 * The kube-proxy set-ups that govern a pool. What runs kube-proxy comes before a mere configuration; then those whose selector
 * certainly holds come before those that ask for a label which the pool does not state.
 */
export function governingInstances({ kubeProxies }: Pick<Declaration, 'kubeProxies'>, pool: NodePool): Governance {
  const claims = kubeProxies
    .map((instance) => ({ instance, rank: rank(instance, selects(instance.pools, pool)) }))
    .filter(({ rank: [, certainty] }) => certainty > 0);
  const best = claims.map((claim) => claim.rank).sort(compare).at(-1);
  const claimants = best === undefined ? [] : claims.filter((claim) => compare(claim.rank, best) === 0).map(({ instance }) => instance);
  return { instance: claimants[0], claimants };
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
