import { CONN_REUSE_MODE, reuseModeAction } from '../../facts/kube-proxy/reuse-mode';
import type { PoolPrediction, Prediction, SysctlPrediction, SysctlStep } from '../../prediction/prediction';
import { reuseOutcome, type Tone } from '../pool-outcome';

/** Somebody who writes a sysctl, or the node as it was before. */
export interface TimelineLane {
  readonly title: string;
  readonly by: 'node' | 'kube-proxy' | 'other';
}

export interface TimelineValue {
  /** `?` where it is not known. */
  readonly text: string;
  readonly tone: Tone;
}

/** One writing: by whom, which value is in effect from then on, and until when someone else looks again. */
export interface TimelineEvent {
  readonly lane: number;
  readonly value: TimelineValue;
  /** Whether the write gets there. */
  readonly lands: 'yes' | 'no' | 'unknown';
  readonly because: string;
  /** How long the value before this one stays, for a writer that looks now and then. */
  readonly withinSeconds: number | undefined;
}

export interface TimelinePhase {
  readonly title: string;
  /** In effect when the phase begins; `undefined` when a step says what was there. */
  readonly before: TimelineValue | undefined;
  readonly events: readonly TimelineEvent[];
  /** In effect once every writer has acted. */
  readonly after: TimelineValue;
}

/** Who writes one sysctl when, on pools where it all goes the same way. */
export interface SysctlTimeline {
  readonly key: string;
  readonly pools: readonly string[];
  /** What the tones tell: what a value does on this kernel, or only whether it is the one that everything settles on. */
  readonly tonesTell: 'effect' | 'settling';
  /** Why kube-proxy leaves the key alone, where it might be expected to write it. */
  readonly leftAlone: string | undefined;
  readonly lanes: readonly TimelineLane[];
  readonly phases: readonly TimelinePhase[];
}

/** Timelines of conn_reuse_mode where it is written or does harm, and of every sysctl to which different values are written, pools alike taken together. */
export function sysctlTimelines({ pools }: Pick<Prediction, 'pools'>): SysctlTimeline[] {
  const merged = new Map<string, SysctlTimeline>();
  for (const predicted of pools) {
    for (const sysctl of [...predicted.sysctls.values()].filter((candidate) => isTold(candidate, predicted))) {
      const timeline = timelineOf(sysctl, predicted);
      const alike = JSON.stringify(timeline);
      merged.set(alike, { ...timeline, pools: [...merged.get(alike)?.pools ?? [], predicted.pool.name] });
    }
  }
  const rank = ({ key }: SysctlTimeline) => (key === CONN_REUSE_MODE ? 0 : 1);
  return [...merged.values()].sort((left, right) => rank(left) - rank(right));
}

function isTold(sysctl: SysctlPrediction, predicted: PoolPrediction): boolean {
  const written = sysctl.steps.filter(({ by }) => by !== 'node').map(({ value }) => value);
  if (sysctl.key === CONN_REUSE_MODE) {
    const { reuse, fixes } = predicted;
    // A value that nobody writes can do harm, too; a key that the kernel lacks has none.
    return written.length > 0 || hasEffect(sysctl, predicted) && reuse.verdict !== 'safe' && fixes.reuseModeKey.state !== 'absent';
  }
  return new Set(written.filter((value) => value !== undefined)).size > 1;
}

function hasEffect({ key }: SysctlPrediction, { modeInForce: mode }: PoolPrediction): boolean {
  return key === CONN_REUSE_MODE && mode === 'ipvs';
}

function whyLeftAlone(sysctl: SysctlPrediction, predicted: PoolPrediction): string | undefined {
  const { kubeProxy, pool } = predicted;
  const action = hasEffect(sysctl, predicted) && kubeProxy ? reuseModeAction(kubeProxy.version, pool.kernel) : undefined;
  return action?.writesZero === false ? action.because : undefined;
}

function timelineOf(sysctl: SysctlPrediction, predicted: PoolPrediction): Omit<SysctlTimeline, 'pools'> {
  const { key, steps, value, possible, afterKubeProxyRestart, afterReboot } = sysctl;
  const leftAlone = whyLeftAlone(sysctl, predicted);
  const writers = [...new Set([...steps.map(({ by }) => by), ...leftAlone === undefined ? [] : ['kube-proxy' as const]])];
  const judged = (values: readonly (string | undefined)[]) => timelineValue(values, sysctl, predicted);
  const settled = judged(value === undefined && possible.length > 0 ? possible : [value]);
  const event = (step: SysctlStep): TimelineEvent => ({
    lane: writers.indexOf(step.by),
    value: judged([step.value]),
    lands: step.lands,
    because: step.because,
    withinSeconds: typeof step.by === 'string' ? undefined : step.by.intervalSeconds,
  });
  return {
    key,
    tonesTell: hasEffect(sysctl, predicted) ? 'effect' : 'settling',
    leftAlone,
    lanes: writers.map((by) => typeof by === 'string' ? { title: by, by } : { title: by.name, by: 'other' }),
    phases: [
      { title: 'First start', before: undefined, events: steps.map(event), after: settled },
      { title: 'kube-proxy restarts', before: settled, events: steps.filter(({ again }) => again.onKubeProxyRestart).map(event), after: judged([afterKubeProxyRestart]) },
      { title: 'Node reboots', before: undefined, events: steps.filter(({ again }) => again.onReboot).map(event), after: judged([afterReboot]) },
    ],
  };
}

const TONES: readonly Tone[] = ['bad', 'unknown', 'doubtful', 'neutral', 'good'];

function timelineValue(values: readonly (string | undefined)[], sysctl: SysctlPrediction, predicted: PoolPrediction): TimelineValue {
  const tones = values.map((value) => toneOf(value, sysctl, predicted));
  return { text: values.map((value) => value ?? '?').join(' or '), tone: TONES.find((tone) => tones.includes(tone))! };
}

function toneOf(value: string | undefined, sysctl: SysctlPrediction, predicted: PoolPrediction): Tone {
  if (value === undefined) {
    return 'unknown';
  }
  if (hasEffect(sysctl, predicted)) {
    const { reuse } = predicted;
    return reuseOutcome(value === '0' ? reuse.ifMode.zero : reuse.ifMode.one).tone;
  }
  return value === sysctl.value ? 'neutral' : 'doubtful';
}
