import { markup, type Markup } from '../markup';
import { TONE_SIGN } from '../pool-outcome';
import type { SysctlTimeline, TimelineEvent, TimelinePhase, TimelineValue } from './timeline';

const LANE_WIDTH = 208;
const SLOT = 62;
const GAP = 12;
/** What the longest title of a phase needs. */
const TITLE_WIDTH = 176;
const HEADER = 40;
const ROW = 38;
const BAND = 34;
const CHIP = { width: 54, height: 24 };

interface PlacedPhase {
  readonly phase: TimelinePhase;
  readonly left: number;
  readonly right: number;
}

/**
 * Draws who writes when: a lane for each writer, a column for the first start, for a restart of kube-proxy and for a reboot,
 * and below them, as a band, the value in effect.
 */
export function timelinePicture(timeline: SysctlTimeline, id: string): Markup {
  const phases = placed(timeline.phases);
  const width = phases[phases.length - 1].right + 1;
  const bandTop = HEADER + timeline.lanes.length * ROW + 12;
  const height = bandTop + BAND + 26;
  const laneY = (lane: number) => HEADER + lane * ROW + ROW / 2;
  return markup`<svg class="picture" role="img" aria-labelledby="${id}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title id="${id}">${`Who writes ${timeline.key}: ${timeline.phases.map(phaseInWords).join('; ')}`}</title>
${phases.map(({ phase, left, right }) => markup`<rect class="phase" x="${left}" y="4" width="${right - left}" height="${height - 8}" rx="8"/>
<text class="phase-title" x="${left + 12}" y="26">${phase.title}</text>
`)}${timeline.lanes.map(({ title, by }, lane) => markup`<text class="lane-title" x="0" y="${laneY(lane) + 4}">${laneLabel(title)}<title>${title}</title></text>
${phases.map(({ left, right }) => markup`<line class="lane ${by}" x1="${left + 10}" x2="${right - 10}" y1="${laneY(lane)}" y2="${laneY(lane)}"/>
`)}`)}<text class="lane-title band-title" x="0" y="${bandTop + BAND / 2 + 4}">in effect</text>
${phases.map((phase) => band(phase, bandTop))}${phases.map(({ phase, left }) => phase.events.map((event, index) =>
  chip(event, timeline.lanes[event.lane].by, slotX(left, phase, index), laneY(event.lane), bandTop)))}</svg>`;
}

function placed(phases: readonly TimelinePhase[]): PlacedPhase[] {
  let left = LANE_WIDTH;
  return phases.map((phase) => {
    const slots = phase.events.length + (phase.before ? 1 : 0);
    const right = left + Math.max(slots * SLOT + 30, TITLE_WIDTH);
    const result = { phase, left, right };
    left = right + GAP;
    return result;
  });
}

/** Middle of an event's chip; a value that was there before takes the first slot. */
function slotX(left: number, { before }: TimelinePhase, index: number): number {
  return left + 8 + (index + (before ? 1 : 0)) * SLOT + CHIP.width / 2;
}

function chip({ value, because, lands }: TimelineEvent, by: string, x: number, y: number, bandTop: number): Markup {
  return markup`${lands !== 'no' && markup`<line class="drop ${by}" x1="${x}" x2="${x}" y1="${y}" y2="${bandTop}"/>
`}<g class="chip ${by} lands-${lands}"><title>${because}</title><rect x="${x - CHIP.width / 2}" y="${y - CHIP.height / 2}" width="${CHIP.width}" height="${CHIP.height}" rx="12"/>
<text x="${x}" y="${y + 4.5}">${shortened(value.text, 8)}</text></g>
`;
}

interface Stretch {
  readonly x: number;
  readonly value: TimelineValue;
  /** How long the value before stays at most. */
  readonly withinSeconds?: number;
}

/** The value in effect, as stretches from one write that lands to the next. */
function band({ phase, left, right }: PlacedPhase, top: number): Markup {
  const first = left + 8;
  const written = phase.events.flatMap(({ lands, value, withinSeconds }, index): Stretch[] =>
    lands === 'no' ? [] : [{ x: slotX(left, phase, index), value, withinSeconds }]);
  const stretches: Stretch[] = phase.before ? [{ x: first, value: phase.before }, ...written] : written;
  // What holds in the end is the prediction's word, also where the steps alone would not tell.
  const last = { ...stretches.at(-1) ?? { x: first }, value: phase.after };
  return markup`${[...stretches.slice(0, -1), last].map(({ x, value }, index) => {
    const end = stretches[index + 1]?.x ?? right - 8;
    const middle = (x + end) / 2;
    const next = stretches[index + 1];
    const seconds = next?.value.text === value.text ? undefined : next?.withinSeconds;
    return markup`<g class="value ${value.tone}"><rect x="${x}" y="${top}" width="${end - x}" height="${BAND}"/>
<text x="${middle}" y="${top + BAND / 2 + 5}">${marked(value)}</text>
${seconds !== undefined && markup`<text class="within" x="${middle}" y="${top + BAND + 14}">${`up to ${seconds} s`}</text>
`}</g>
`;
  })}`;
}

/** `1 \u2713`: the sign says what the colour says. A sign that repeats the value is left out. */
function marked({ text, tone }: TimelineValue): string {
  const sign = TONE_SIGN[tone];
  return tone === 'neutral' || sign === text ? shortened(text, 10) : `${shortened(text, 8)} ${sign}`;
}

function phaseInWords({ title, events, after }: TimelinePhase): string {
  return `${title}: ${[...events.map(({ value }) => value), after].map(({ text }: TimelineValue) => text).join(', then ')} in the end`;
}

/** `DaemonSet tune` for a container of `DaemonSet kube-system/tune`; of a file the folder and the name. */
function laneLabel(title: string): string {
  const [what] = title.split(',');
  const [, kind, name] = /^(\S+) (?:\S+\/)?(\S+)$/.exec(what) ?? [];
  return shortened(kind === undefined ? what.replace(/^.*\/(?=[^/]*\/[^/]*$)/, '\u2026/') : `${kind} ${name}`);
}

function shortened(text: string, most = 28): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
}
