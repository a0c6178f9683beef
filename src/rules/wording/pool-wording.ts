import type { NodePool } from '../../cluster/node-pool';
import type { PoolKubeProxy } from '../../declaration/governance';
import type { PoolPrediction } from '../../prediction/prediction';
import type { RuleFinding } from '../rule';
import { placeOfField } from './configuration-place';

/** `kube-proxy v1.19.16 on kernel 4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64`; says so where the version is only assumed. */
export function kubeProxyOnKernel(prediction: PoolPrediction): string {
  return `${kubeProxyVersion(prediction)} on kernel ${prediction.pool.kernel.release}`;
}

/** `kube-proxy v1.19.16`, `kube-proxy v1.19.16, v1.27.4`; says so where a version is only assumed. */
export function kubeProxyVersion(...pools: readonly Pick<PoolPrediction, 'kubeProxy'>[]): string {
  const versions = pools.flatMap(({ kubeProxy }) => kubeProxy ? [versionText(kubeProxy)] : []);
  return ['kube-proxy', [...new Set(versions)].join(', ')].filter(Boolean).join(' ');
}

function versionText({ version, assumed }: PoolKubeProxy): string {
  return `${version.raw.startsWith('v') ? '' : 'v'}${version.raw}${assumed ? ' (assumed)' : ''}`;
}

/** Where a finding about a pool points: a field of the configuration where it is set, else the configuration, else what runs kube-proxy. */
export function governedBy({ pool, kubeProxy, instance, configuration }: PoolPrediction, field = ''): Pick<RuleFinding, 'pool' | 'resource' | 'location'> {
  const place = instance && kubeProxy && configuration
    ? placeOfField({ instance, kubeProxy, operatingSystem: pool.operatingSystem, decoded: configuration }, field)
    : { resource: instance?.resource, location: instance?.location };
  return { pool: pool.name, ...place };
}

/** Names beyond this many are only counted. */
const NAMED_POOLS = 6;

/** `pools old, legacy`, `pool old`. */
export function poolNames(pools: readonly PoolPrediction[]): string {
  return namedPools(pools.map(({ pool }) => pool));
}

/** As {@link poolNames}, for pools without their prediction. */
export function namedPools(pools: readonly NodePool[]): string {
  const names = pools.map(({ name }) => name);
  const rest = names.length > NAMED_POOLS ? ` and ${names.length - NAMED_POOLS} more` : '';
  return `${names.length === 1 ? 'pool' : 'pools'} ${names.slice(0, NAMED_POOLS).join(', ')}${rest}`;
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
    const group = groups.get(key);
    if (group) {
      group.push(pool);
    } else {
      groups.set(key, [pool]);
    }
  }
  return [...groups.values()];
}
