import * as fs from 'node:fs';
import type { Expectation } from './experiments/experiment';

/** Counts expectations. */
export class Tally {
  private passed = 0;
  private failed = 0;

  /** Whether something was measured, and all of it as expected. */
  public get isFine(): boolean {
    return this.failed === 0 && this.passed > 0;
  }

  public count(expectations: readonly Expectation[]): void {
    const held = expectations.filter(({ holds }) => holds).length;
    this.passed += held;
    this.failed += expectations.length - held;
  }

  /** Counts what could not be run as one expectation that does not hold. */
  public countFailure(): void {
    this.failed++;
  }

  /** One line about all of it. */
  public summary(): string {
    if (this.passed + this.failed === 0) {
      return 'Nothing was measured.';
    }
    return this.failed === 0 ? `All ${this.passed} expectations hold.` : `${this.failed} of ${this.passed + this.failed} expectations do not hold.`;
  }

  /** Writes the counts under the names that `jest --json` has for them. */
  public write(file: string): void {
    fs.writeFileSync(file, `${JSON.stringify({ success: this.isFine, numPassedTests: this.passed, numFailedTests: this.failed })}\n`);
  }
}
