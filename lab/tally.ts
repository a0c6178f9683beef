import * as fs from 'node:fs';
import type { Expectation } from './experiments/experiment';

/** Tells each expectation as it is judged, and counts them. */
export class Tally {
  private passed = 0;
  private failed = 0;

  /** Whether something was measured, and all of it as expected. */
  public get isFine(): boolean {
    return this.failed === 0 && this.passed > 0;
  }

  public judge(expectations: readonly Expectation[]): void {
    for (const { that, holds } of expectations) {
      console.log(`    ${holds ? 'holds' : 'DOES NOT HOLD'}: ${that}`);
      this.passed += holds ? 1 : 0;
      this.failed += holds ? 0 : 1;
    }
  }

  /** Counts what could not be measured as one expectation that does not hold. */
  public fail(why: string): void {
    console.log(`    FAILED: ${why}`);
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
