import type { PoolPrediction } from '../prediction/prediction';
import type { RuleFinding } from './rule';

/** `kube-proxy v1.19.16 on kernel 4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64`; says so where the version is only assumed. */
export function kubeProxyOnKernel({ kubeProxy, pool }: PoolPrediction): string {
  const version = kubeProxy ? ` ${kubeProxy.version.raw.startsWith('v') ? '' : 'v'}${kubeProxy.version.raw}${kubeProxy.assumed ? ' (assumed from nodeInfo)' : ''}` : '';
  return `kube-proxy${version} on kernel ${pool.kernel.release}`;
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
