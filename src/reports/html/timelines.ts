import type { Prediction } from '../../prediction/prediction';
import { markup, type Markup } from '../markup';
import type { Tone } from '../pool-outcome';
import { sysctlTimelines, type SysctlTimeline } from './timeline';
import { timelinePicture } from './timeline-picture';

interface Legend {
  readonly tell: SysctlTimeline['tonesTell'];
  readonly of: string;
  readonly tones: readonly { readonly tone: Tone; readonly meaning: string }[];
}

const LEGENDS: readonly Legend[] = [
  {
    tell: 'effect',
    of: 'What conn_reuse_mode does in IPVS mode on that kernel:',
    tones: [
      { tone: 'good', meaning: '\u2713 green: safe' },
      { tone: 'doubtful', meaning: '~ amber: works, but spreads unevenly' },
      { tone: 'bad', meaning: '\u2715 red: stale real server, a hang, or 1 s SYN delay' },
      { tone: 'neutral', meaning: '? grey: not known' },
    ],
  },
  {
    tell: 'settling',
    of: 'Sysctls whose effect is not judged:',
    tones: [
      { tone: 'neutral', meaning: 'grey: what the first start settles on, or not known (?)' },
      { tone: 'doubtful', meaning: '~ amber: another value than that' },
    ],
  },
];

/** Who writes what when, as pictures and in words. */
export function timelinesSection(prediction: Prediction): Markup | undefined {
  const timelines = sysctlTimelines(prediction);
  if (timelines.length === 0) {
    return undefined;
  }
  return markup`<section aria-labelledby="timelines">
<h2 id="timelines">Who writes which sysctl, and when</h2>
<p class="lead">Each chip is a write; a struck-out one does not get there. The band is the value in effect.</p>
${LEGENDS.filter(({ tell }) => timelines.some(({ tonesTell }) => tonesTell === tell)).map(({ of, tones }) => markup`<p class="lead legend">${of}${
  tones.map(({ tone, meaning }) => markup` <span class="pill ${tone}">${meaning}</span>`)}</p>
`)}${timelines.map((timeline, index) => markup`<figure class="card timeline">
<figcaption><code>${timeline.key}</code> <span class="pools">${timeline.pools.length === 1 ? 'pool' : 'pools'} ${timeline.pools.join(', ')}</span></figcaption>
<div class="scroll" tabindex="0" role="group" aria-label="${`Timeline of ${timeline.key}`}">${timelinePicture(timeline, `timeline-${index}`)}</div>
${timeline.leftAlone !== undefined && markup`<p class="note">kube-proxy does not write it: ${timeline.leftAlone}.</p>
`}${timelineSteps(timeline)}</figure>
`)}</section>
`;
}

/** The same as the picture in words, for those who cannot see it and for the reasons behind each write. */
function timelineSteps({ lanes, phases }: SysctlTimeline): Markup {
  const [start, ...later] = phases;
  return markup`<details><summary>In words</summary>
<ol>
${start.events.map(({ lane, value, because }) => markup`<li><strong>${lanes[lane].title}</strong>: <code>${value.text}</code> (${because})</li>
`)}</ol>
<p>Settles on <code>${start.after.text}</code>.${later.map(({ title, after }) => markup` ${title}: <code>${after.text}</code>.`)}</p>
</details>
`;
}
