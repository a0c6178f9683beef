import { acknowledgementExpired } from './acknowledgement-expired';
import { acknowledgementUnused } from './acknowledgement-unused';
import { inputUnreadable } from './input-unreadable';
import type { Rule, RuleDescription } from './rule';
import { ruleCrashed } from './rule-crashed';
import { staleRealServer } from './stale-real-server';

/** The rules that judge predictions, in the order of the catalogue. */
export const rules: readonly Rule[] = [
  // reuse
  staleRealServer,
  // sysctls
  // modules
  // modes
  // config
  // workloads
  // meta
  inputUnreadable,
];

/** Every rule that a finding can name: those that judge, and those that speak of the assessment itself. */
export const catalogue: readonly RuleDescription[] = [...rules, acknowledgementUnused, acknowledgementExpired, ruleCrashed];
