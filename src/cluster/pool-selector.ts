import type { NodePool } from './node-pool';

/** Kubernetes' node selector requirement operators. */
export type SelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';

export interface SelectorRequirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
}

/** A term of a node selector: all requirements must hold. */
export type SelectorTerm = readonly SelectorRequirement[];

/** Which pools an object concerns: any term must hold. `everything` for what has no selector. */
export interface PoolSelector {
  readonly terms: readonly SelectorTerm[] | 'everything';
}

export const EVERY_POOL: PoolSelector = { terms: 'everything' };

/** Whether a pool is selected: `yes`, `no`, or `unknown` when the selector needs a label that the pool does not state. */
export type Selection = 'yes' | 'no' | 'unknown';

export type SelectPool = (selector: PoolSelector, pool: NodePool) => Selection;
