import type { Location } from '../kubernetes/location';

/** How bad a finding is; `info` never fails a build. */
export type Severity = 'error' | 'warning' | 'info';

/** From the worst to the mildest. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** One fault, in one place, with what to do about it. */
export interface Finding {
  /** Stable: `rule[detail]`, where detail is the pool, else kind/namespace/name, else the field path; `rule[cluster: detail]` in one of several clusters. */
  readonly id: string;
  /** Id of the rule; `docs/rules/<rule>.md` explains it. */
  readonly rule: string;
  /** How bad it is. */
  readonly severity: Severity;
  /** The one of several clusters in the input that it is about. @default - the input describes one cluster, or it is about no certain one */
  readonly cluster?: string;
  /** The one pool that it is about; `undefined` for several, or none. */
  readonly pool: string | undefined;
  /** `kind namespace/name`, or `kind name` for what has no namespace. */
  readonly resource: string | undefined;
  /** Where the input has the fault; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** What and where, in one sentence of at most 120 characters. */
  readonly message: string;
  /** Why: the mechanism, the value seen, what it leads to. Empty only for rules of others that do not say it. */
  readonly because: string;
  /** One action each, the best first. */
  readonly remedies: readonly string[];
  /** Issues, commits and documents that show the fault. */
  readonly sources: readonly string[];
}

/** Something that could not be judged, and why. Said once for each reason. */
export interface NotChecked {
  /** What was not checked: a rule id, or `*` for every rule that needs what is missing. */
  readonly rule: string;
  /** As in a finding. @default - as there */
  readonly cluster?: string;
  /** The one pool that it is about; `undefined` for several, or all. */
  readonly pool: string | undefined;
  /** What is missing, and how to supply it. */
  readonly reason: string;
  /** Whether a verdict is unknown for it (does kube-proxy start, in which mode, does a rule's fault hold); what `not-checked` fails on. */
  readonly leavesVerdictOpen: boolean;
}
