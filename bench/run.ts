/**
 * Runs the benchmarks of `bench/*.bench.ts` against `lib/` and fails when one is over its budget.
 * Words on the command line pick benchmarks whose name contains one of them.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Benchmark } from './benchmark';

interface Outcome {
  readonly benchmark: Benchmark;
  readonly ratio?: number;
  readonly detail: string;
}

async function main(words: readonly string[]): Promise<number> {
  if (!fs.existsSync(path.join(__dirname, '../lib/index.js'))) {
    console.error('lib/ is missing: run `npm run build` first.');
    return 2;
  }
  const benchmarks = collect().filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (benchmarks.length === 0) {
    console.error('No benchmark has that name.');
    return 2;
  }
  const outcomes: Outcome[] = [];
  // One after the other: they must not disturb each other.
  for (const benchmark of benchmarks) {
    outcomes.push(await measured(benchmark));
  }
  print(outcomes);
  return outcomes.every(isWithinBudget) ? 0 : 1;
}

/** Each `*.bench.ts` exports a list of benchmarks as its default. */
function collect(): Benchmark[] {
  return fs
    .readdirSync(__dirname)
    .filter((file) => file.endsWith('.bench.ts'))
    .sort()
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    .flatMap((file) => (require(path.join(__dirname, file)) as { default: Benchmark[] }).default);
}

/** Other work on the machine only ever makes a ratio larger, so the smallest of three counts. */
const ATTEMPTS = 3;

async function measured(benchmark: Benchmark): Promise<Outcome> {
  try {
    let best = await benchmark.measure();
    for (let attempt = 1; attempt < ATTEMPTS && best.ratio > benchmark.budget; attempt++) {
      const again = await benchmark.measure();
      best = again.ratio < best.ratio ? again : best;
    }
    return { benchmark, ...best };
  } catch (error) {
    return { benchmark, detail: error instanceof Error ? error.message : String(error) };
  }
}

function isWithinBudget({ benchmark, ratio }: Outcome): boolean {
  return ratio !== undefined && ratio <= benchmark.budget;
}

function print(outcomes: readonly Outcome[]): void {
  const width = Math.max(...outcomes.map(({ benchmark }) => benchmark.name.length));
  for (const outcome of outcomes) {
    const { benchmark, ratio, detail } = outcome;
    const verdict = isWithinBudget(outcome) ? 'ok  ' : 'OVER';
    const shown = ratio === undefined ? 'failed' : `${ratio.toFixed(2)}x`;
    console.log(`${verdict}  ${benchmark.name.padEnd(width)}  ${shown.padStart(7)} of ${benchmark.budget.toFixed(2)}x  ${detail}`);
  }
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
