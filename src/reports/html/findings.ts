import type { Assessment } from '../../assessment/assess';
import { SEVERITIES, type Finding } from '../../rules/finding';
import { byCluster } from '../by-cluster';
import { markup, type Markup } from '../markup';
import { messageInPlace, place } from '../place';
import { countBySeverity, plural } from '../severity-counts';
import { sourceLink } from './source-link';

/** Where the acknowledged findings begin. */
export const ACKNOWLEDGED_ANCHOR = 'acknowledged';

/** Where a finding begins, by its position among the findings. */
export function findingAnchor(index: number): string {
  return `finding-${index + 1}`;
}

export function findingsSection(assessment: Assessment): Markup | undefined {
  if (assessment.findings.length + assessment.acknowledged.length === 0) {
    return undefined;
  }
  const counts = countBySeverity(assessment.findings);
  return markup`<section aria-labelledby="findings" class="findings">
<h2 id="findings">Findings</h2>
${assessment.findings.length === 0 ? markup`<p class="lead">None is open: all that was found is acknowledged.</p>
` : markup`<fieldset class="filter"><legend>Show</legend>
${SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => markup`<label class="${severity}"><input type="checkbox" checked id="show-${severity}"> ${
  severity === 'info' ? `${counts.info} info` : plural(counts[severity], severity)}</label>
`)}</fieldset>
`}${byCluster(assessment.findings).map(({ cluster, findings }) => markup`${cluster !== undefined && markup`<h3>Cluster <code>${cluster}</code></h3>
`}${
  findings.map(({ finding, index }) => findingCard(finding, index))}`)}${acknowledgedList(assessment)}</section>
`;
}

function findingCard(finding: Finding, index: number): Markup {
  const where = [place(finding), finding.resource].filter((part) => part !== undefined);
  return markup`<article class="card finding ${finding.severity}" id="${findingAnchor(index)}">
<p class="head"><span class="severity ${finding.severity}">${finding.severity}</span> <code>${finding.id}</code></p>
<h3>${messageInPlace(finding)}</h3>
${finding.because !== '' && markup`<p class="because">Why: ${finding.because}</p>
`}${where.length > 0 && markup`<p class="where">${where.map((part) => markup`<span>${part}</span> `)}</p>
`}${finding.remedies.length > 0 && markup`<p class="label">What to do, the best first</p>
<ul class="remedies">
${finding.remedies.map((remedy) => markup`<li>${remedy}</li>
`)}</ul>
`}${finding.sources.length > 0 && markup`<p class="sources">Sources: ${finding.sources.map((source, nth) => markup`${nth > 0 && ', '}${sourceLink(source)}`)}</p>
`}</article>
`;
}

function acknowledgedList({ acknowledged }: Assessment): Markup | undefined {
  if (acknowledged.length === 0) {
    return undefined;
  }
  return markup`<h3 id="${ACKNOWLEDGED_ANCHOR}">Acknowledged</h3>
<div class="card"><ul class="plain">
${acknowledged.map(({ finding, acknowledgement }) => markup`<li><code>${finding.id}</code> <span class="severity ${finding.severity}">${finding.severity}</span>
<p>${acknowledgement.reason}${acknowledgement.expires !== undefined && ` (until ${acknowledgement.expires})`}</p><p class="soft">${finding.message}</p></li>
`)}</ul></div>
`;
}

export function notCheckedSection({ notChecked }: Assessment): Markup | undefined {
  if (notChecked.length === 0) {
    return undefined;
  }
  return markup`<section aria-labelledby="not-checked">
<h2 id="not-checked">Not checked</h2>
<div class="card"><ul class="plain">
${notChecked.map(({ rule, cluster, pool, reason }) => markup`<li>${rule !== '*' && markup`<code>${rule}</code> `}${cluster !== undefined && `cluster ${cluster}: `}${pool !== undefined && `pool ${pool}: `}${reason}</li>
`)}</ul></div>
</section>
`;
}
