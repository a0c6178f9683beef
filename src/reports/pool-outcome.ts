import type { PoolPrediction, ReuseVerdict, StartupOutcome } from '../prediction/prediction';

/** How a reader should take a word: fine, not good but bearable, a fault, not known (which is not fine), or no judgement. */
export type Tone = 'good' | 'doubtful' | 'bad' | 'unknown' | 'neutral';

/** A word on a pool, and how to take it. */
export interface Outcome {
  readonly words: string;
  readonly tone: Tone;
}

/** What becomes of one pool, in the words of the reports. */
export interface PoolOutcome {
  readonly name: string;
  readonly kernel: string;
  /** How many nodes; empty when that is not known. */
  readonly nodes: string;
  /** `v1.27.4`; `v1.27.4 (assumed)` where it only repeats the kubelet's. */
  readonly kubeProxy: string;
  readonly startup: Outcome;
  readonly mode: string;
  readonly reuse: Outcome;
  /** What this rests on that the input does not state, one clause each. */
  readonly assumptions: readonly string[];
}

/** Tells a tone where colours cannot be seen. */
export const TONE_SIGN: Readonly<Record<Tone, string>> = { good: '\u2713', doubtful: '~', bad: '\u2715', unknown: '?', neutral: '\u2013' };

/** What a report says instead of a verdict where the input has no kube-proxy. */
export const NOTHING_JUDGED = 'No kube-proxy found: nothing was judged';

const STARTUP: Readonly<Record<StartupOutcome, Outcome>> = {
  'runs': { words: 'starts', tone: 'good' },
  'falls-back-to-iptables': { words: 'falls back to iptables', tone: 'bad' },
  'exits': { words: 'exits', tone: 'bad' },
  'unknown': { words: 'not known', tone: 'unknown' },
};

const REUSE: Readonly<Record<ReuseVerdict, Outcome>> = {
  'safe': { words: 'safe', tone: 'good' },
  'uneven': { words: 'uneven', tone: 'doubtful' },
  'stale-real-server': { words: 'stale real server', tone: 'bad' },
  'lost-conntrack': { words: 'connects, then hangs', tone: 'bad' },
  'syn-drop-delay': { words: '1 s SYN delay', tone: 'bad' },
  'unknown': { words: 'not known', tone: 'unknown' },
  'not-ipvs': { words: '-', tone: 'neutral' },
};

export function poolOutcome({ pool, kubeProxy, startup, modeInForce: mode, reuse, assumptions }: PoolPrediction): PoolOutcome {
  return {
    name: pool.name,
    kernel: pool.kernel.release,
    nodes: pool.count === undefined ? '' : String(pool.count),
    kubeProxy: kubeProxy ? `${kubeProxy.version}${kubeProxy.assumed ? ' (assumed)' : ''}` : 'not known',
    startup: STARTUP[startup.outcome],
    mode: mode ?? (startup.outcome === 'exits' ? '-' : 'not known'),
    reuse: reuseOutcome(startup.outcome === 'exits' ? 'not-ipvs' : reuse.verdict),
    assumptions,
  };
}

export function reuseOutcome(verdict: ReuseVerdict): Outcome {
  return REUSE[verdict];
}
