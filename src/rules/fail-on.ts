import { invalidOption } from '../kubernetes/invalid-option';
import { SEVERITIES, type Finding } from './finding';

/** From which severity on findings fail a build. */
export type FailOn = 'error' | 'warning' | 'never';

export const FAIL_ON: readonly FailOn[] = ['error', 'warning', 'never'];

/** Whether a finding is at or above the severity that fails a build. */
export function isFailure({ severity }: Finding, failOn: FailOn): boolean {
  return failOn !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
}

/** @throws Error for another value: nothing would fail with it */
export function checkFailOn(failOn: FailOn): void {
  if (!FAIL_ON.includes(failOn)) {
    throw invalidOption('failOn', failOn, FAIL_ON.join(', '));
  }
}
