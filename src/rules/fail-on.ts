import { invalidOption } from '../kubernetes/invalid-option';
import { SEVERITIES, type Finding, type NotChecked } from './finding';

/**
 * From which severity on findings fail a build. `not-checked` is the strictest: warnings fail it, and so does everything that was not
 * checked and leaves a verdict unknown.
 */
export type FailOn = 'not-checked' | 'error' | 'warning' | 'never';

export const FAIL_ON: readonly FailOn[] = ['error', 'warning', 'not-checked', 'never'];

/** Whether a finding is at or above the severity that fails a build. */
export function isFailure({ severity }: Finding, failOn: FailOn): boolean {
  const from = failOn === 'not-checked' ? 'warning' : failOn;
  return from !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(from);
}

/** Whether something that was not checked fails a build. */
export function isOpenFailure({ leavesVerdictOpen }: NotChecked, failOn: FailOn): boolean {
  return failOn === 'not-checked' && leavesVerdictOpen;
}

/** @throws Error for another value: nothing would fail with it */
export function checkFailOn(failOn: FailOn): void {
  if (!FAIL_ON.includes(failOn)) {
    throw invalidOption('failOn', failOn, FAIL_ON.join(', '));
  }
}
