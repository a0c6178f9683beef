import type { NodePool } from '../cluster/node-pool';
import { selects } from '../cluster/pool-selector';
import { invalidOption } from '../kubernetes/invalid-option';
import { canonicalJson, checksum } from './canonical-json';
import type { Labels } from './node-selection';

/** Pools that get one and the same object. */
export interface PoolGroup<T> {
  readonly settings: T;
  readonly pools: readonly NodePool[];
  /** Labels that select the nodes of each pool; `undefined` when the group is every Linux pool of the cluster. */
  readonly nodes: readonly Labels[] | undefined;
  /**
   * What to add to an object's name: empty for the only group, else `-` and the name of its first pool, shortened where it is long.
   * A pool of a node list goes by the label that names it, if there is one, since its own name changes with each patch of its kernel.
   */
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
  const perNode = new Set([HOSTNAME, ...linux.flatMap(({ varyingLabels = [] }) => varyingLabels)]);
  const everyPool = groups.size === 1 && [...groups.values()][0].pools.length === linux.length;
  const result = [...groups.values()].map((group) => {
    const others = linux.filter((pool) => !group.pools.includes(pool));
    const nodes = everyPool ? undefined : group.pools.map((pool) => distinctLabels(pool, others, perNode));
    return { ...group, nodes, suffix: groups.size === 1 ? '' : `-${dnsLabel(lastingName(group.pools[0], nodes?.[0]))}` };
  });
  result.forEach(({ suffix, pools: [{ name }] }, index) => {
    if (result.findIndex((group) => group.suffix === suffix) !== index) {
      throw invalidOption('name of a node pool', name, `names that differ in letters and digits; objects of two pools would be called "…${suffix}"`);
    }
  });
  return result;
}

const HOSTNAME = 'kubernetes.io/hostname';

/** `eks.amazonaws.com/nodegroup`, `cloud.google.com/gke-nodepool`, `agentpool`, `kops.k8s.io/instancegroup`, `pool`, … */
const NAMES_POOLS = /(?:pool|node-?group|instance-?group)(?:-?(?:name|id))?$/i;

/**
 * The labels by which the nodes of a pool are selected. What a user states of a pool is taken whole. A node list has every label of
 * its nodes, by most of which the next node of the pool would not be found: of those it is one that tells the pool from others.
 */
function distinctLabels(pool: NodePool, others: readonly NodePool[], perNode: ReadonlySet<string>): Labels {
  const property = `labels of node pool ${JSON.stringify(pool.name)}`;
  const labels = pool.labelsComplete ? lastingLabels(pool, others, perNode) : pool.labels;
  if (Object.keys(labels).length === 0) {
    throw invalidOption(property, pool.labels, `labels that its nodes have and those of ${others.map(({ name }) => name).join(', ')} have not`);
  }
  const mistaken = others.find((other) => selected(labels, other) === 'yes');
  if (mistaken) {
    throw invalidOption(property, labels, `labels that do not select node pool ${JSON.stringify(mistaken.name)} as well, which is to get another object or none; `
      + 'give the nodes of one of them a label of its own (kubectl label node), or both pools the same version and configuration');
  }
  return labels;
}

function lastingName({ name, labelsComplete }: NodePool, labels: Labels = {}): string {
  return (labelsComplete ? Object.entries(labels).find(([key]) => NAMES_POOLS.test(key))?.[1] : undefined) ?? name;
}

function lastingLabels({ labels }: NodePool, others: readonly NodePool[], perNode: ReadonlySet<string>): Labels {
  const lasting = Object.entries(labels).filter(([key]) => !perNode.has(key));
  const telling = lasting.filter(([key, value]) => others.every((other) => selected({ [key]: value }, other) === 'no'));
  const best = telling.find(([key]) => NAMES_POOLS.test(key)) ?? telling[0];
  return Object.fromEntries(best ? [best] : lasting);
}

function selected(labels: Labels, pool: NodePool): ReturnType<typeof selects> {
  return selects({ terms: [Object.entries(labels).map(([key, value]) => ({ key, operator: 'In', values: [value] }))] }, pool);
}

/** Names of objects are labels of their pods, too, of up to 63 characters; `kube-proxy-module-loader-` leaves these. */
const LONGEST_POOL = 38;

function dnsLabel(name: string): string {
  const label = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'pool';
  return label.length <= LONGEST_POOL ? label : `${label.slice(0, LONGEST_POOL - 9).replace(/-$/, '')}-${checksum(name).slice(0, 8)}`;
}
