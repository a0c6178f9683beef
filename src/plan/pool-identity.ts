import type { NodePool } from '../cluster/node-pool';
import { selects } from '../cluster/pool-selector';
import { invalidOption } from '../kubernetes/invalid-option';
import { checksum } from '../manifests/canonical-json';
import type { Labels } from '../manifests/node-selection';

/** `eks.amazonaws.com/nodegroup`, `cloud.google.com/gke-nodepool`, `agentpool`, `kops.k8s.io/instancegroup`, `pool`, … */
const NAMES_POOLS = /(?:pool|node-?group|instance-?group)(?:-?(?:name|id))?$/i;

const HOSTNAME = 'kubernetes.io/hostname';

/** Names of objects are labels of their pods, too, of up to 63 characters; `kube-proxy-module-loader-` leaves these. */
const LONGEST_POOL = 38;

/**
 * The one label by which the nodes of a pool are told from those of other pools: best one that names pools, then one that has the
 * pool's name in it. It does not depend on the order of pools or labels.
 *
 * @param others Linux pools that are to get other objects
 * @param what the pool is told apart for, to be said when that cannot be done
 * @throws Error when the pool has no label that those of the others have not
 */
export function identifyingLabel(pool: NodePool, others: readonly NodePool[], what: string): Labels {
  const perNode = new Set([HOSTNAME, ...[pool, ...others].flatMap(({ varyingLabels = [] }) => varyingLabels)]);
  const labels = Object.entries(pool.labels).filter(([key]) => !perNode.has(key))
    .sort((left, right) => rank(left, pool) - rank(right, pool) || (left[0] < right[0] ? -1 : 1));
  const found = labels.find(([key, value]) => others.every((other) => isNoLabelOf(key, value, other, pool)));
  if (!found) {
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

/** A node list has every label of its nodes; of what a user states, a label that is not mentioned is taken not to be there. */
function isNoLabelOf(key: string, value: string, other: NodePool, { labelsComplete }: NodePool): boolean {
  const selected = selects({ terms: [[{ key, operator: 'In', values: [value] }]] }, other);
  return labelsComplete ? selected === 'no' : selected !== 'yes';
}

function dnsLabel(name: string): string {
  const label = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'pool';
  return label.length <= LONGEST_POOL ? label : `${label.slice(0, LONGEST_POOL - 9).replace(/-$/, '')}-${checksum(name).slice(0, 8)}`;
}
