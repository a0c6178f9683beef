import { readClusterFacts, type ClusterFacts } from '../cluster/define-cluster';
import type { NodePool } from '../cluster/node-pool';
import type { InputProblem } from '../kubernetes/property-reader';
import { readNodePool } from '../cluster/read-node-pool';
import { listOf, type UntypedRecord } from '../kubernetes/untyped';

/** The pools of an inventory, what it says of the cluster, and what is wrong in it. */
export interface ReadInventory {
  readonly pools: readonly NodePool[];
  readonly facts: ClusterFacts;
  readonly problems: readonly InputProblem[];
}

/** Whether a document is meant as an inventory: a mapping with `nodes` and nothing that makes it a Kubernetes object. */
export function isInventory(value: UntypedRecord): boolean {
  return 'nodes' in value && value.kind === undefined;
}

/** Reads an inventory: `nodes`, a list of pools, and what is known of the cluster. Pools with problems do not hide the others. */
export function readInventory(value: UntypedRecord): ReadInventory {
  const { nodes, ...rest } = value;
  const { facts, problems: ofCluster } = readClusterFacts(rest);
  const pools = new Map<string, NodePool>();
  const problems = [...ofCluster];
  for (const [index, node] of listOf(nodes).entries()) {
    const { pool, problems: ofPool } = readNodePool(node);
    problems.push(...ofPool.map(({ path, message }) => ({ path: ['nodes', index, ...path], message })));
    if (pool && pools.has(pool.name)) {
      problems.push({ path: ['nodes', index], message: sameNameTwice(pool.name) });
    } else if (pool) {
      pools.set(pool.name, pool);
    }
  }
  if (listOf(nodes).length === 0) {
    const seen = Array.isArray(nodes) || nodes === null ? 'empty' : 'no list';
    problems.push({ path: ['nodes'], message: `nodes is ${seen}; list at least one pool` });
  }
  return { pools: [...pools.values()], facts, problems };
}

/** What to say of two pools with one name. */
export function sameNameTwice(name: string): string {
  return `two pools are named ${JSON.stringify(name)}; the first counts: give each pool a name of its own`;
}
