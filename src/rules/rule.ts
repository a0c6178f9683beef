import type { Location } from '../kubernetes/location';
import type { Declaration } from '../declaration/declaration';
import type { Prediction } from '../prediction/prediction';
import type { Severity } from './finding';

/** The group under which the catalogue and the documentation list a rule. */
export type RuleGroup = 'reuse' | 'sysctls' | 'modules' | 'modes' | 'config' | 'workloads' | 'meta';

/** What the catalogue, SARIF and the documentation say of a rule. */
export interface RuleDescription {
  /** Lower-case words joined by hyphens, as acknowledgements name it. Of a built-in rule also the stem of its file, test and page. */
  readonly id: string;
  /** Where the catalogue lists it. */
  readonly group: RuleGroup;
  /** One sentence: what is wrong when it fires. */
  readonly title: string;
  /** Every severity that it can give, the worst first. */
  readonly severities: readonly Severity[];
  /** Issues, commits and documents that show the fault. */
  readonly sources: readonly string[];
}

/** What a rule judges: what was declared, and what follows from it. */
export interface Judged {
  /** What the input states. */
  readonly declaration: Declaration;
  /** What kube-proxy will do for it. */
  readonly prediction: Prediction;
}

/** A finding as a rule writes it; the assessment adds rule, id and the rule's sources. */
export interface RuleFinding {
  /** One of those in the description of the rule. */
  readonly severity: Severity;
  /** Name of the one pool that it is about. @default - several pools, or none */
  readonly pool?: string;
  /** `kind namespace/name`, or `kind name`. */
  readonly resource?: string;
  /** Where the input has the fault. @default - it cannot be told */
  readonly location?: Location;
  /** What stands in the brackets of the id. @default - the pool, else the resource as kind/namespace/name */
  readonly detail?: string;
  /** What and where, in one sentence of at most 120 characters. */
  readonly message: string;
  /** Why: the mechanism, the value seen, what it leads to; no capital first, no full stop. @default '' */
  readonly because?: string;
  /** One action each, the best first. What not to do belongs into `because`. */
  readonly remedies: readonly string[];
  /** Beside the rule's own. */
  readonly sources?: readonly string[];
}

/** Says that a rule could not judge, because the input leaves something open. */
export interface RuleNotChecked {
  /** What is missing, and how to supply it. */
  readonly notChecked: string;
  /** Name of the one pool that it is about. @default - several pools, or all */
  readonly pool?: string;
  /** False where no verdict depends on it. @default true */
  readonly leavesVerdictOpen?: boolean;
}

/** Judges predictions; works nothing out again. */
export interface Rule extends RuleDescription {
  /**
   * Fields of the configuration that decide it. Where the value of one is left open (a placeholder, a variable of the pod), the rule is
   * not asked about that configuration and its pools.
   *
   * @default - none
   */
  readonly fields?: readonly string[];
  /** The findings, and what could not be judged; empty when all is well. What it throws becomes a finding, `rule-crashed`. */
  readonly judge: (judged: Judged) => readonly (RuleFinding | RuleNotChecked)[];
}
