import type { PoolPrediction } from '../prediction/prediction';
import type { RuleFinding } from './rule';

/** `kube-proxy v1.19.16 on kernel 4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64`; says so where the version is only assumed. */
export function kubeProxyOnKernel(prediction: PoolPrediction): string {
  return `${kubeProxyVersion(prediction)} on kernel ${prediction.pool.kernel.release}`;
}

/** `kube-proxy v1.19.16`; says so where the version is only assumed. */
export function kubeProxyVersion({ kubeProxy }: PoolPrediction): string {
  return kubeProxy
    ? `kube-proxy ${kubeProxy.version.raw.startsWith('v') ? '' : 'v'}${kubeProxy.version.raw}${kubeProxy.assumed ? ' (assumed from nodeInfo)' : ''}`
    : 'kube-proxy';
}

/** Where a finding about a pool points: what runs kube-proxy there, else its configuration. */
export function governedBy({ pool, instance }: PoolPrediction): Pick<RuleFinding, 'pool' | 'resource' | 'location'> {
  return {
    pool: pool.name,
    resource: instance?.configuration?.resource ?? instance?.resource,
    location: instance?.configuration?.locate() ?? instance?.location,
  };
}

/** `pools old, legacy`, `pool old`. */
export function poolNames(pools: readonly PoolPrediction[]): string {
  return `${pools.length === 1 ? 'pool' : 'pools'} ${pools.map(({ pool }) => pool.name).join(', ')}`;
}

/** The pool of a finding about several: the one that is concerned when it is alone, else none. */
export function onlyPool(pools: readonly PoolPrediction[]): string | undefined {
  return pools.length === 1 ? pools[0].pool.name : undefined;
}

/** Pools that share what `keyOf` names, each group in the order of the input: one fault, one finding. */
export function groupPools(pools: readonly PoolPrediction[], keyOf: (pool: PoolPrediction) => string): PoolPrediction[][] {
  const groups = new Map<string, PoolPrediction[]>();
  for (const pool of pools) {
    const key = keyOf(pool);
    groups.set(key, [...groups.get(key) ?? [], pool]);
  }
  return [...groups.values()];
}
