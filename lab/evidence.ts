import * as fs from 'node:fs';
import * as path from 'node:path';
import type { IpVsCommit, MeasuredOn } from './experiments/experiment';

/** One run of one experiment, as `docs/evidence` keeps it. */
export interface EvidenceRun {
  /** The name of the kernel in the lab. */
  readonly kernel: string;
  /** As `uname -r` prints it. */
  readonly release: string;
  /** Name and version of the Debian package of the kernel. */
  readonly package: string;
  /** Commits that were taken out of ip_vs; none: the module of the package. */
  readonly without: readonly IpVsCommit[];
  /** Commits that the module of the package is too old to have. @default - none */
  readonly lacks?: readonly IpVsCommit[];
  readonly date: string;
  readonly seconds: number;
  readonly measured: unknown;
}

/** All runs of one experiment that are kept, one for each kernel and build of ip_vs. */
export interface Evidence {
  readonly experiment: string;
  readonly runs: readonly EvidenceRun[];
  /** Why there is no run on a kernel of the lab, by its name. @default - there is one on each */
  readonly notRun?: Readonly<Record<string, string>>;
}

/** What a run was measured on, as expectations take it. */
export function measuredOn({ release, without, lacks = [] }: Pick<EvidenceRun, 'release' | 'without' | 'lacks'>): MeasuredOn {
  return { release, without: [...without, ...lacks] };
}

const EVIDENCE_FOLDER = path.join(__dirname, '../docs/evidence');

export function readEvidence(experiment: string): Evidence {
  const file = evidenceFile(experiment);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { experiment, runs: [] };
}

/** Keeps a run in place of the one before it on the same kernel and build of ip_vs. */
export function keepRun(experiment: string, run: EvidenceRun): void {
  const key = ({ kernel, without }: EvidenceRun) => [kernel, ...without].join(' ');
  const before = readEvidence(experiment);
  const others = before.runs.filter((kept) => key(kept) !== key(run));
  const runs = [...others, run].sort((left, right) => key(left).localeCompare(key(right), 'en', { numeric: true }));
  fs.mkdirSync(EVIDENCE_FOLDER, { recursive: true });
  fs.writeFileSync(evidenceFile(experiment), `${lines({ ...before, runs }, LEVELS_ON_LINES)}\n`);
}

function evidenceFile(experiment: string): string {
  return path.join(EVIDENCE_FOLDER, `${experiment}.json`);
}

const LEVELS_ON_LINES = 5;

/** JSON with a line for each value of the upper levels, so that a new measurement shows as few changed lines. */
function lines(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return JSON.stringify(value);
  }
  const inner = `${indent}  `;
  const items = Object.entries(value).map(([key, item]) => `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${lines(item, levels - 1, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}
