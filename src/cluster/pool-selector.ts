import type { NodePool } from './node-pool';

/** Kubernetes' node selector requirement operators. */
export type SelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';

export const SELECTOR_OPERATORS: readonly SelectorOperator[] = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];

/** A requirement on one label, as node affinity has it. */
export interface SelectorRequirement {
  /** Label, or the field `metadata.name`. */
  readonly key: string;
  /** How the label and the values compare. */
  readonly operator: SelectorOperator;
  /** Empty for `Exists` and `DoesNotExist`; one number for `Gt` and `Lt`. */
  readonly values: readonly string[];
}

/** A term of a node selector: all requirements must hold. */
export type SelectorTerm = readonly SelectorRequirement[];

/** Which pools an object concerns: any term must hold. `everything` for what has no selector. */
export interface PoolSelector {
  /** As in a node affinity: one of them must hold. */
  readonly terms: readonly SelectorTerm[] | 'everything';
  /** Releases of kernels as `uname -r` prints them: what it is about only happens on nodes that run one of them. @default - every kernel */
  readonly kernels?: readonly string[];
}

export const EVERY_POOL: PoolSelector = { terms: 'everything' };

/** What runs on Linux nodes by its nature (a systemd unit, a kube-proxy configuration without an owner). */
export const LINUX_POOLS: PoolSelector = { terms: [[{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }]] };

export const WINDOWS_POOLS: PoolSelector = { terms: [[{ key: 'kubernetes.io/os', operator: 'In', values: ['windows'] }]] };

/** Whether a pool is selected: `yes`, `no`, or `unknown` when the selector needs a label that the pool does not state. */
export type Selection = 'yes' | 'no' | 'unknown';

/**
 * Whether the nodes of a pool are selected, as the scheduler would decide it from their labels. Labels that the kubelet sets from
 * what the pool states (`kubernetes.io/os`, `kubernetes.io/arch`) need not be among the pool's labels.
 */
export function selects(selector: PoolSelector, pool: NodePool): Selection {
  if (selector.kernels && !selector.kernels.includes(pool.kernel.release)) {
    return 'no';
  }
  if (selector.terms === 'everything') {
    return 'yes';
  }
  return any(selector.terms.map((term) => all(term.map((requirement) => holds(requirement, pool)))));
}

/** The labels, and `metadata.name`, by which a selector tells the nodes of a pool apart and which the pool does not state; in alphabetical order. */
export function undecidedLabels({ terms }: PoolSelector, pool: NodePool): string[] {
  const keys = terms === 'everything' ? [] : terms.flat().filter((requirement) => selects({ terms: [[requirement]] }, pool) === 'unknown').map(({ key }) => key);
  return [...new Set(keys)].sort();
}

/** A label's value; `absent` and `unknown` are told apart, since most selectors on a label that is not there decide `no`. */
export type LabelValue = { readonly value: string } | 'absent' | 'unknown';

function labelOf(pool: NodePool, key: string): LabelValue {
  const stated = Object.hasOwn(pool.labels, key) ? pool.labels[key] : derivedLabel(pool, key);
  if (stated !== undefined) {
    return { value: stated };
  }
  if (pool.absentLabels?.includes(key)) {
    return 'absent';
  }
  const differsByNode = PER_NODE.has(key) || pool.varyingLabels?.includes(key);
  return pool.labelsComplete && !differsByNode ? 'absent' : 'unknown';
}

/** `metadata.name` is a field, not a label; node affinity may ask for it by `matchFields`. */
const PER_NODE = new Set(['kubernetes.io/hostname', 'metadata.name']);

/** Whether a label, or field, has another value on every node. */
export function isPerNode(key: string): boolean {
  return PER_NODE.has(key);
}

/** The same text for the same requirement, whatever the order of its values. */
export function requirementKey({ key, operator, values }: SelectorRequirement): string {
  return JSON.stringify([key, operator, [...values].sort()]);
}

function holds(requirement: SelectorRequirement, pool: NodePool): Selection {
  const met = isPerNode(requirement.key) ? pool.nodeRequirements?.[requirementKey(requirement)] : undefined;
  return met === undefined ? meets(requirement, labelOf(pool, requirement.key)) : decided(met);
}

const DERIVED_LABEL = /^(?:beta\.)?kubernetes\.io\/(?:os|arch)$/;

/** Whether pools that do not state a label may have it all the same, since the kubelet sets it. */
export function isDerived(key: string): boolean {
  return DERIVED_LABEL.test(key);
}

function derivedLabel(pool: NodePool, key: string): string | undefined {
  switch (key) {
    case 'kubernetes.io/os':
    case 'beta.kubernetes.io/os':
      return pool.operatingSystem;
    case 'kubernetes.io/arch':
    case 'beta.kubernetes.io/arch':
      return pool.architecture;
    default:
      return undefined;
  }
}

/** Whether a label meets a requirement on it. */
export function meets({ operator, values }: SelectorRequirement, label: LabelValue): Selection {
  if (label === 'unknown') {
    return 'unknown';
  }
  const present = label !== 'absent';
  switch (operator) {
    case 'In':
      return decided(present && values.includes(label.value));
    case 'NotIn':
      return decided(!present || !values.includes(label.value));
    case 'Exists':
      return decided(present);
    case 'DoesNotExist':
      return decided(!present);
    case 'Gt':
      return decided(present && Number(label.value) > Number(values[0]));
    case 'Lt':
      return decided(present && Number(label.value) < Number(values[0]));
  }
}

function decided(selected: boolean): Selection {
  return selected ? 'yes' : 'no';
}

/** Kubernetes: a term without requirements selects nothing. */
function all(requirements: readonly Selection[]): Selection {
  if (requirements.length === 0 || requirements.includes('no')) {
    return 'no';
  }
  return requirements.includes('unknown') ? 'unknown' : 'yes';
}

function any(terms: readonly Selection[]): Selection {
  if (terms.includes('yes')) {
    return 'yes';
  }
  return terms.includes('unknown') ? 'unknown' : 'no';
}
