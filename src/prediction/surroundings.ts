import type { NodePool } from '../cluster/node-pool';
import { selects } from '../cluster/pool-selector';
import type { Writer } from '../declaration/writer';
import { fixesOf, type KernelFixes } from '../facts/kernel/kernel-fixes';
import { nodeModule, type NodeModule } from './node-modules';

/** What kube-proxy meets on the nodes of a pool. Pools that are alike in everything but their names and labels share it. */
export interface Surroundings {
  /** Everybody else who writes sysctls or loads modules there, in order of the input; a selector that cannot be decided counts. */
  readonly writers: readonly Writer[];
  readonly fixes: KernelFixes;
  readonly moduleOf: (name: string) => NodeModule;
  /** What follows from these surroundings and what `key` names, worked out once. */
  readonly once: <T>(key: string, workOut: () => T) => T;
}

/** Finds the surroundings of each pool. A cluster may have hundreds of pools on a handful of kernels. */
export function surroundingsAmong(writers: readonly Writer[]): (pool: NodePool) => Surroundings {
  const known = new Map<string, Surroundings>();
  return (pool) => {
    const selections = writers.map((writer) => selects(writer.pools, pool));
    const key = `${kindOf(pool)} ${selections.join(' ')}`;
    const surroundings = known.get(key) ?? surroundingsOf(pool, writers.filter((_, index) => selections[index] !== 'no'));
    known.set(key, surroundings);
    return surroundings;
  };
}

function surroundingsOf(pool: NodePool, writers: readonly Writer[]): Surroundings {
  const known = new Map<string, unknown>();
  const once = <T>(key: string, workOut: () => T): T => {
    if (!known.has(key)) {
      known.set(key, workOut());
    }
    return known.get(key) as T;
  };
  return { writers, fixes: fixesOf(pool), moduleOf: (name) => once(`module ${name}`, () => nodeModule(name, pool, writers)), once };
}

/** The same for pools of which the same is true. What was seen on the nodes of a pool is told by the name of that pool. */
function kindOf({
  name, labels, labelsComplete, varyingLabels, absentLabels, nodeRequirements, count, kubeProxyVersion, kubeProxyVersionAssumed,
  kubeletVersion, addresses, kernel, ...nodes
}: NodePool): string {
  const wasSeen = Object.keys(nodes.sysctls).length + Object.keys(nodes.modules).length > 0;
  return JSON.stringify([kernel.raw, nodes, wasSeen ? name : '']);
}
