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

/** One writing: by whom, which value is in force from then on, and until when someone else looks again. */
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
  /** In force when the phase begins; `undefined` when a step says what was there. */
  readonly before: TimelineValue | undefined;
  readonly events: readonly TimelineEvent[];
  /** In force once everybody has acted. */
  readonly after: TimelineValue;
}

/** Who writes one sysctl when, on pools where it all goes the same way. */
export interface SysctlTimeline {
  readonly key: string;
  readonly pools: readonly string[];
  readonly lanes: readonly TimelineLane[];
  readonly phases: readonly TimelinePhase[];
}

const REUSE_MODE = 'net.ipv4.vs.conn_reuse_mode';

/** Timelines of conn_reuse_mode and of every sysctl to which different values are written, pools alike taken together. */
export function sysctlTimelines({ pools }: Pick<Prediction, 'pools'>): SysctlTimeline[] {
  const merged = new Map<string, SysctlTimeline>();
  for (const predicted of pools) {
    for (const sysctl of [...predicted.sysctls.values()].filter(isTold)) {
      const { key, lanes, phases } = timelineOf(sysctl, predicted);
      const alike = JSON.stringify([key, lanes, phases]);
      const names = [...merged.get(alike)?.pools ?? [], predicted.pool.name];
      merged.set(alike, { key, pools: names, lanes, phases });
    }
  }
  const rank = ({ key }: SysctlTimeline) => (key === REUSE_MODE ? 0 : 1);
  return [...merged.values()].sort((left, right) => rank(left) - rank(right));
}

function isTold({ key, steps }: SysctlPrediction): boolean {
  const written = steps.filter(({ by }) => by !== 'node').map(({ value }) => value);
  return key === REUSE_MODE ? written.length > 0 : new Set(written.filter((value) => value !== undefined)).size > 1;
}

function timelineOf(sysctl: SysctlPrediction, predicted: PoolPrediction): Omit<SysctlTimeline, 'pools'> {
  const { key, steps, value, possible, afterKubeProxyRestart, afterReboot } = sysctl;
  const writers = [...new Set(steps.map(({ by }) => by))];
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
    lanes: writers.map((by) => typeof by === 'string' ? { title: by, by } : { title: by.name, by: 'other' }),
    phases: [
      { title: 'First start', before: undefined, events: steps.map(event), after: settled },
      { title: 'kube-proxy restarts', before: settled, events: steps.filter(({ again }) => again.onKubeProxyRestart).map(event), after: judged([afterKubeProxyRestart]) },
      { title: 'Node reboots', before: undefined, events: steps.filter(({ again }) => again.onReboot).map(event), after: judged([afterReboot]) },
    ],
  };
}

const TONES: readonly Tone[] = ['bad', 'doubtful', 'neutral', 'good'];

/** Of conn_reuse_mode, what a value means on this kernel; of others, only whether it is the one that everything settles on. */
function timelineValue(values: readonly (string | undefined)[], sysctl: SysctlPrediction, predicted: PoolPrediction): TimelineValue {
  const tones = values.map((value) => toneOf(value, sysctl, predicted));
  return { text: values.map((value) => value ?? '?').join(' or '), tone: TONES.find((tone) => tones.includes(tone))! };
}

function toneOf(value: string | undefined, sysctl: SysctlPrediction, { reuse, mode }: PoolPrediction): Tone {
  if (value === undefined) {
    return 'neutral';
  }
  if (sysctl.key === REUSE_MODE && mode === 'ipvs') {
    return reuseOutcome(value === '0' ? reuse.ifMode.zero : reuse.ifMode.one).tone;
  }
  return value === sysctl.value ? 'neutral' : 'doubtful';
}
