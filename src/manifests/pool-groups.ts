import type { NodePool } from '../cluster/node-pool';
import { selects } from '../cluster/pool-selector';
import { canonicalJson, checksum } from './canonical-json';
import { invalidOption } from './invalid-option';
import type { Labels } from './node-selection';

/** Pools that get one and the same object. */
export interface PoolGroup<T> {
  readonly settings: T;
  readonly pools: readonly NodePool[];
  /** Labels that select the nodes of each pool; `undefined` when the group is every Linux pool of the cluster. */
  readonly nodes: readonly Labels[] | undefined;
  /** What to add to an object's name: empty for the only group, else `-` and the name of its first pool, shortened where it is long. */
  readonly suffix: string;
}

/**
 * Puts Linux pools with equal settings together, so that each group gets an object of its own.
 *
 * @param settingsOf what a pool's object depends on; `undefined` when the pool gets none
 * @throws Error when a pool that must be told from others has no labels, or its labels select nodes of a pool outside its group
 */
export function groupPools<T>(pools: readonly NodePool[], settingsOf: (pool: NodePool) => T | undefined): PoolGroup<T>[] {
  const linux = pools.filter((pool) => pool.operatingSystem === 'linux');
  const groups = new Map<string, { readonly settings: T; readonly pools: NodePool[] }>();
  for (const pool of linux) {
    const settings = settingsOf(pool);
    if (settings !== undefined) {
      const key = canonicalJson(settings);
      const group = groups.get(key) ?? { settings, pools: [] };
      groups.set(key, group);
      group.pools.push(pool);
    }
  }
  const everyPool = groups.size === 1 && [...groups.values()][0].pools.length === linux.length;
  const result = [...groups.values()].map((group) => ({
    ...group,
    nodes: everyPool ? undefined : group.pools.map((pool) => distinctLabels(pool, linux.filter((other) => !group.pools.includes(other)))),
    suffix: groups.size === 1 ? '' : `-${dnsLabel(group.pools[0].name)}`,
  }));
  result.forEach(({ suffix, pools: [{ name }] }, index) => {
    if (result.findIndex((group) => group.suffix === suffix) !== index) {
      throw invalidOption('name of a node pool', name, `names that differ in letters and digits; objects of two pools would be called "…${suffix}"`);
    }
  });
  return result;
}

function distinctLabels(pool: NodePool, others: readonly NodePool[]): Labels {
  const property = `labels of node pool ${JSON.stringify(pool.name)}`;
  const expressions = Object.entries(pool.labels).map(([key, value]) => ({ key, operator: 'In', values: [value] } as const));
  if (expressions.length === 0) {
    throw invalidOption(property, pool.labels, `labels that its nodes have and those of ${others.map(({ name }) => name).join(', ')} have not`);
  }
  const mistaken = others.find((other) => selects({ terms: [expressions] }, other) === 'yes');
  if (mistaken) {
    throw invalidOption(property, pool.labels, `labels that do not select node pool ${JSON.stringify(mistaken.name)} as well, which is to get another object or none`);
  }
  return pool.labels;
}

/** Names of objects are labels of their pods, too, of up to 63 characters; `kube-proxy-module-loader-` leaves these. */
const LONGEST_POOL = 38;

function dnsLabel(name: string): string {
  const label = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'pool';
  return label.length <= LONGEST_POOL ? label : `${label.slice(0, LONGEST_POOL - 9).replace(/-$/, '')}-${checksum(name).slice(0, 8)}`;
}
