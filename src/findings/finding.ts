import type { Location } from '../cluster/location';

export type Severity = 'error' | 'warning' | 'info';

/** From the worst to the mildest. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** One fault, in one place, with what to do about it. */
export interface Finding {
  /** Stable: `rule[detail]`, where detail is the pool, else kind/namespace/name, else the field path. */
  readonly id: string;
  /** Id of the rule; `docs/rules/<rule>.md` explains it. */
  readonly rule: string;
  readonly severity: Severity;
  readonly pool: string | undefined;
  /** `kind namespace/name`, or `kind name` for what has no namespace. */
  readonly resource: string | undefined;
  readonly location: Location | undefined;
  /** One line: what, the value seen, what it leads to. */
  readonly message: string;
  /** In order of preference, each doable. */
  readonly remedies: readonly string[];
  readonly sources: readonly string[];
}

/** Something that could not be judged, and why. Said once for each reason. */
export interface NotChecked {
  /** What was not checked: a rule id, or `*` for every rule that needs what is missing. */
  readonly rule: string;
  readonly pool: string | undefined;
  readonly reason: string;
}
