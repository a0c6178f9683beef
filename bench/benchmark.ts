import { spawnSync } from 'node:child_process';

/**
 * A budget is a ratio between two things measured in the same run on the same machine, so that it holds on a slow one, too.
 */
export interface Benchmark {
  readonly name: string;
  /** The largest ratio that is allowed. */
  readonly budget: number;
  measure(): Promise<Measurement>;
}

export interface Measurement {
  readonly ratio: number;
  /** What was measured, in words and numbers. */
  readonly detail: string;
}

/** Something to time: a piece of work, or a child process that is waited for. */
export type Work = () => void | Promise<void>;

/**
 * Times both alternately, so that a slow moment of the machine hits both, and gives the ratio of the medians.
 * The first round warms caches and does not count.
 */
export async function wallRatio(subject: Work, baseline: Work, rounds = 11): Promise<Measurement> {
  const subjectTimes: number[] = [];
  const baselineTimes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const times = [await milliseconds(baseline), await milliseconds(subject)];
    if (round > 0) {
      baselineTimes.push(times[0]);
      subjectTimes.push(times[1]);
    }
  }
  const [ours, theirs] = [median(subjectTimes), median(baselineTimes)];
  return { ratio: ours / theirs, detail: `${ours.toFixed(1)} ms against ${theirs.toFixed(1)} ms, median of ${rounds}` };
}

/**
 * As {@link wallRatio}, for work of this process that takes long: the ratio of the least times of few rounds, since other work on the
 * machine only ever adds to them. The detail tells the CPU time of this process, too, on which other work has less effect.
 */
export async function leastRatio(subject: Work, baseline: Work, rounds = 3): Promise<Measurement> {
  const least = { ours: Infinity, theirs: Infinity, ourCpu: Infinity, theirCpu: Infinity };
  for (let round = 0; round <= rounds; round++) {
    const [theirCpu, theirs] = await cpuAndWall(baseline);
    const [ourCpu, ours] = await cpuAndWall(subject);
    if (round > 0) {
      least.ours = Math.min(least.ours, ours);
      least.theirs = Math.min(least.theirs, theirs);
      least.ourCpu = Math.min(least.ourCpu, ourCpu);
      least.theirCpu = Math.min(least.theirCpu, theirCpu);
    }
  }
  const cpu = `user CPU ${least.ourCpu.toFixed(0)} ms against ${least.theirCpu.toFixed(0)} ms`;
  return { ratio: least.ours / least.theirs, detail: `${least.ours.toFixed(0)} ms against ${least.theirs.toFixed(0)} ms, least of ${rounds}; ${cpu}` };
}

async function cpuAndWall(work: Work): Promise<readonly [number, number]> {
  const before = process.cpuUsage();
  const wall = await milliseconds(work);
  return [process.cpuUsage(before).user / 1000, wall];
}

/** A node process with these arguments, run to its end; throws when it fails. */
export function nodeProcess(...args: string[]): Work {
  return () => {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    if (status !== 0) {
      throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr.trim()}`);
    }
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

async function milliseconds(work: Work): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}
