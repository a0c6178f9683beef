/** What one experiment of the lab is: how to measure, in the guest, and what must come out, judged on the host. */
export interface Experiment<Measured = unknown> {
  /** Equals the stem of its file and of its evidence. */
  readonly id: string;
  /** One sentence: what is shown. */
  readonly title: string;
  /** What of those rules rests on reading source alone, as a sentence. @default - nothing is said */
  readonly notMeasured?: string;
  /** Rules whose claims it supports. */
  readonly rules: readonly string[];
  /** Whether it also runs on builds of ip_vs that lack a fix. @default false */
  readonly withoutFixes?: boolean;
  /** Whether it needs an API server beside the guest, and programs of Kubernetes. @default false */
  readonly needsKubernetes?: boolean;
  /** Runs in the guest. */
  readonly measure: (parameters: unknown, ipVsModule: string | undefined) => Promise<Measured>;
  /** What must hold of what was measured. */
  readonly expectations: (measured: Measured, on: MeasuredOn) => readonly Expectation[];
}

/** What a measurement was made on. */
export interface MeasuredOn {
  /** As `uname -r` prints it. */
  readonly release: string;
  /** Commits that its ip_vs lacks, as `kernel-fixes-upstream` names them: taken out, or not there yet. */
  readonly without: readonly IpVsCommit[];
}

/** A commit that the lab can take out of ip_vs. */
export type IpVsCommit = 'synDrop' | 'unconfirmedConntrack' | 'weightZero' | 'removedServer';

export interface Expectation {
  /** What must hold, as a clause. */
  readonly that: string;
  readonly holds: boolean;
}

/** An experiment whose measurements have a type of their own, among all others. */
export function experiment<Measured>(definition: Experiment<Measured>): Experiment {
  return definition as Experiment;
}
