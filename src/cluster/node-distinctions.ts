import type { NodePool } from './node-pool';
import { isPerNode, meets, requirementKey, type PoolSelector, type SelectorRequirement } from './pool-selector';

/** By what nodes have to be told apart besides what they are: what the selectors of the input ask for. */
export interface NodeDistinctions {
  /** Labels, in alphabetical order. */
  readonly labels: readonly string[];
  /** Requirements on what differs on every node (its name), of which only the outcome counts. */
  readonly perNode: readonly SelectorRequirement[];
}

export const NO_DISTINCTIONS: NodeDistinctions = { labels: [], perNode: [] };

/** What these selectors tell nodes apart by; the same whatever their order. */
export function distinctionsOf(selectors: Iterable<PoolSelector>): NodeDistinctions {
  const labels = new Set<string>();
  const perNode = new Map<string, SelectorRequirement>();
  for (const { terms } of selectors) {
    for (const requirement of terms === 'everything' ? [] : terms.flat()) {
      if (isPerNode(requirement.key)) {
        perNode.set(requirementKey(requirement), requirement);
      } else {
        labels.add(requirement.key);
      }
    }
  }
  return { labels: [...labels].sort(), perNode: [...perNode.keys()].sort().flatMap((key) => perNode.get(key) ?? []) };
}

/** Whether one node meets each of the requirements on its name. */
export function metByNode({ perNode }: NodeDistinctions, name: string | undefined, labels: Readonly<Record<string, string>>): NonNullable<NodePool['nodeRequirements']> {
  return Object.fromEntries(perNode.flatMap((requirement) => {
    const value = requirement.key === 'metadata.name' ? name : labels[requirement.key] ?? name;
    return value === undefined ? [] : [[requirementKey(requirement), meets(requirement, { value }) === 'yes']];
  }));
}
