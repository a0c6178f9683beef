import { timelinePicture } from '../../../src/reports/html/timeline-picture';
import type { SysctlTimeline, TimelineEvent, TimelinePhase } from '../../../src/reports/html/timeline';

const value = (text: string) => ({ text, tone: 'good' as const });
const event = (lane: number, text: string, more: Partial<TimelineEvent> = {}): TimelineEvent =>
  ({ lane, value: value(text), lands: 'yes', because: '', withinSeconds: undefined, ...more });

function pictured(phase: Partial<TimelinePhase>, lanes = ['node', 'kube-proxy', 'DaemonSet kube-system/ipvs-tuner, container tune']): string {
  const timeline: SysctlTimeline = {
    key: 'net.ipv4.vs.conn_reuse_mode', pools: ['a'], tonesTell: 'effect', leftAlone: undefined, lanes: lanes.map((title) => ({ title, by: 'other' })),
    phases: [{ title: 'First start', before: undefined, events: [], after: value('1'), ...phase }],
  };
  return timelinePicture(timeline, 'id').toString();
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]);
/** The stretches of the band: from, to, value; each with the sign of its tone. */
const band = (svg: string) => [...svg.matchAll(/<g class="value good"><rect x="([\d.]+)" y="\d+" width="([\d.]+)"[^>]*\/>\n<text[^>]*>([^<]*) \u2713</g)]
  .map(([, x, width, text]) => ({ from: Number(x), to: Number(x) + Number(width), text }));

it('has a chip for each write, and a band without gaps that changes with each', () => {
  const svg = pictured({ events: [event(0, '1'), event(1, '0'), event(2, '1')], after: value('1') });
  expect(all(svg, /<g class="chip[^]*?<text[^>]*>([^<]*)</g)).toEqual(['1', '0', '1']);
  const stretches = band(svg);
  expect(stretches.map(({ text }) => text)).toEqual(['1', '0', '1']);
  expect(stretches.slice(1).map(({ from }) => from)).toEqual(stretches.slice(0, -1).map(({ to }) => to));
});

it.each([
  ['bad', '0', '0 \u2715'], ['unknown', '0 or 1', '0 or 1 ?'], ['unknown', '?', '?'], ['neutral', '120', '120'], ['doubtful', '1234567890', '1234567\u2026 ~'],
] as const)('marks a value that is %s: %s', (tone, text, shown) => {
  expect(all(pictured({ events: [], after: { text, tone } }), /<g class="value [a-z]+"><rect[^>]*>\n<text[^>]*>([^<]*)</g)).toEqual([shown]);
});

it('ends with what the prediction says, also where the last write is another', () => {
  expect(band(pictured({ events: [event(1, '0')], after: value('0 or 1') })).map(({ text }) => text)).toEqual(['0 or 1']);
});

it('begins with what was there before', () => {
  expect(band(pictured({ before: value('1'), events: [event(1, '0')], after: value('0') })).map(({ text }) => text)).toEqual(['1', '0']);
});

it('keeps writes that do not land out of the band', () => {
  const svg = pictured({ events: [event(0, '1'), event(1, '0', { lands: 'no' })], after: value('1') });
  expect(svg).toContain('lands-no');
  expect(band(svg).map(({ text }) => text)).toEqual(['1']);
});

it('shows one value where nobody acts', () => {
  expect(band(pictured({ events: [], after: value('?') })).map(({ text }) => text)).toEqual(['?']);
});

it.each([['another value', '0', ['up to 5 s']], ['the same value', '1', []]])('says how long %s stays before a writer looks again', (_, before, said) => {
  expect(all(pictured({ events: [event(1, before), event(2, '1', { withinSeconds: 5 })], after: value('1') }), /class="within"[^>]*>([^<]*)</g)).toEqual(said);
});

it.each([
  ['a container', 'DaemonSet kube-system/ipvs-tuner, container tune', 'DaemonSet ipvs-tuner'],
  ['an object without a namespace', 'Node worker', 'Node worker'],
  ['kube-proxy', 'kube-proxy', 'kube-proxy'],
  ['a file', 'manifests/of/a/very/deep/folder/sysctl.d/90-ipvs.conf', '\u2026/sysctl.d/90-ipvs.conf'],
])('names %s shortly, in full as a tooltip', (_, title, label) => {
  expect(pictured({}, [title])).toContain(`>${label}<title>${title}</title>`);
});
