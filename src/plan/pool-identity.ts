import type { NodePool } from '../cluster/node-pool';
import { isDerived, isPerNode, selects } from '../cluster/pool-selector';
import { invalidOption } from '../kubernetes/invalid-option';
import { checksum } from '../manifests/canonical-json';
import type { Labels } from '../manifests/node-selection';

/** `eks.amazonaws.com/nodegroup`, `cloud.google.com/gke-nodepool`, `agentpool`, `kops.k8s.io/instancegroup`, `pool`, … */
const NAMES_POOLS = /(?:pool|node-?group|instance-?group)(?:-?(?:name|id))?$/i;

const HOSTNAME = 'kubernetes.io/hostname';

/** Names of objects are labels of their pods, too, of up to 63 characters; `kube-proxy-module-loader-` leaves these. */
const LONGEST_POOL = 38;

/** Pools by what a label may have in common with them, so that hundreds need not all be held against each other. */
export interface LabelledPools {
  readonly pools: readonly NodePool[];
  /** Those that state it, by key and value. */
  readonly stated: ReadonlyMap<string, ReadonlyMap<string, readonly NodePool[]>>;
  /** Those whose nodes differ in it, by key. */
  readonly varying: ReadonlyMap<string, readonly NodePool[]>;
  /** Those that may have labels which they do not state. */
  readonly incomplete: readonly NodePool[];
}

export function labelledPools(pools: readonly NodePool[]): LabelledPools {
  const stated = new Map<string, Map<string, NodePool[]>>();
  const varying = new Map<string, NodePool[]>();
  for (const pool of pools) {
    for (const [key, value] of Object.entries(pool.labels)) {
      const values = stated.get(key) ?? new Map<string, NodePool[]>();
      stated.set(key, values);
      addTo(values, value, pool);
    }
    pool.varyingLabels?.forEach((key) => addTo(varying, key, pool));
  }
  return { pools, stated, varying, incomplete: pools.filter(({ labelsComplete }) => !labelsComplete) };
}

function addTo(lists: Map<string, NodePool[]>, key: string, pool: NodePool): void {
  const list = lists.get(key);
  if (list) {
    list.push(pool);
  } else {
    lists.set(key, [pool]);
  }
}

/**
 * The one label by which the nodes of a pool are told from those of other pools: best one that names pools, then one that has the
 * pool's name in it. It does not depend on the order of pools or labels.
 *
 * @param among Linux pools
 * @param isOther whether one of them is to get other objects
 * @param what the pool is told apart for, to be said when that cannot be done
 * @throws Error when the pool has no label that those of the others have not
 */
export function identifyingLabel(pool: NodePool, among: LabelledPools, isOther: (other: NodePool) => boolean, what: string): Labels {
  const isPerNodeHere = (key: string) =>
    key === HOSTNAME || pool.varyingLabels?.includes(key) === true || (among.varying.get(key) ?? []).some(isOther);
  const labels = Object.entries(pool.labels).filter(([key]) => !isPerNodeHere(key))
    .sort((left, right) => rank(left, pool) - rank(right, pool) || (left[0] < right[0] ? -1 : 1));
  const found = labels.find(([key, value]) =>
    mayHaveLabel(key, value, among, pool).every((other) => !isOther(other) || isNoLabelOf(key, value, other, pool)));
  if (!found) {
    const others = among.pools.filter(isOther);
    const alike = others.filter((other) => labels.length > 0 && !labels.some(([key, value]) => isNoLabelOf(key, value, other, pool)));
    const names = (alike.length > 0 ? alike : others).slice(0, 5).map(({ name }) => JSON.stringify(name)).join(', ');
    throw invalidOption(`labels of node pool ${JSON.stringify(pool.name)}`, pool.labels, `one label that its nodes have and those of ${names || 'others'} have not, `
      + `since ${what}; give its nodes one (kubectl label node <node> pool=${poolSuffix(pool).slice(1)}) and name it here`);
  }
  return Object.fromEntries([found]);
}

/**
 * What is added to the names of a pool's own objects: `-` and the name of the pool, shortened where it is long. A pool of a node list
 * goes by the label that names it, if there is one, since its own name may change with its kernel.
 */
export function poolSuffix({ name, labels, labelsComplete }: NodePool): string {
  const naming = labelsComplete ? Object.keys(labels).filter((key) => NAMES_POOLS.test(key)).sort()[0] : undefined;
  return `-${dnsLabel(naming === undefined ? name : labels[naming])}`;
}

function rank([key, value]: readonly [string, string], { name }: NodePool): number {
  const isWellKnown = /(?:^|\.)(?:kubernetes|k8s)\.io\//.test(key);
  const order = [NAMES_POOLS.test(key), value === name || key.endsWith(`/${name}`), !isWellKnown, key.startsWith('node-role.kubernetes.io/'), true];
  return order.indexOf(true);
}

/** All pools that may have a label, and more. */
function mayHaveLabel(
  key: string, value: string, { pools, stated, varying, incomplete }: LabelledPools, { labelsComplete }: NodePool,
): readonly NodePool[] {
  if (isPerNode(key) || isDerived(key)) {
    return pools;
  }
  const certain = stated.get(key)?.get(value) ?? [];
  return labelsComplete ? [...certain, ...varying.get(key) ?? [], ...incomplete] : certain;
}

/** A node list has every label of its nodes; of what a user states, a label that is not mentioned is taken not to be there. */
function isNoLabelOf(key: string, value: string, other: NodePool, { labelsComplete }: NodePool): boolean {
  const selected = selects({ terms: [[{ key, operator: 'In', values: [value] }]] }, other);
  return labelsComplete ? selected === 'no' : selected !== 'yes';
}

function dnsLabel(name: string): string {
  const label = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'pool';
  return label.length <= LONGEST_POOL ? label : `${label.slice(0, LONGEST_POOL - 9).replace(/-$/, '')}-${checksum(name).slice(0, 8)}`;
}
