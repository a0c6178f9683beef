import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Tally } from '../../lab/tally';

const HOLDS = { that: 'water is wet', holds: true };
const NOT = { that: 'fire is cold', holds: false };

it.each([
  ['nothing', [], 0, 0, 'Nothing was measured.'],
  ['all hold', [HOLDS, HOLDS], 2, 0, 'All 2 expectations hold.'],
  ['one does not', [HOLDS, NOT, HOLDS], 2, 1, '1 of 3 expectations do not hold.'],
])('%s', (_name, expectations, numPassedTests, numFailedTests, summary) => {
  const tally = new Tally();
  tally.count(expectations);
  expect(tally.summary()).toBe(summary);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-tally-'));
  const file = path.join(folder, 'results.json');
  tally.write(file);
  // What measured nothing has shown nothing.
  const success = numPassedTests > 0 && numFailedTests === 0;
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ success, numPassedTests, numFailedTests });
  expect(tally.isFine).toBe(success);
  fs.rmSync(folder, { recursive: true });
});

it('counts what could not be run', () => {
  const tally = new Tally();
  tally.count([HOLDS]);
  tally.countFailure();
  expect(tally.summary()).toBe('1 of 2 expectations do not hold.');
});
