import { markup, type Markup } from '../markup';
import type { SysctlTimeline } from './timeline';

/** The same as the picture in words, for those who cannot see it and for the reasons behind each write. */
export function timelineSteps({ lanes, phases }: SysctlTimeline): Markup {
  const [start, ...later] = phases;
  return markup`<details><summary>In words</summary>
<ol>
${start.events.map(({ lane, value, because }) => markup`<li><strong>${lanes[lane].title}</strong>: <code>${value.text}</code> (${because})</li>
`)}</ol>
<p>Settles on <code>${start.after.text}</code>.${later.map(({ title, after }) => markup` ${title}: <code>${after.text}</code>.`)}</p>
</details>
`;
}
