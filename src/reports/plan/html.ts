import { shortList } from '../../assessment/short-list';
import type { ClusterPlan } from '../../upgrade/cluster-plan';
import type { MigrationStep } from '../../upgrade/migration-step';
import type { PoolMigration } from '../../upgrade/migration-plan';
import type { UpgradePlan } from '../../upgrade/upgrade-plan';
import { originLine, page, type HtmlReportOptions } from '../html/page-frame';
import { sourceLink } from '../html/source-link';
import { markup, type Markup } from '../markup';
import { plural } from '../severity-counts';
import { cellWord, legend } from './cell-word';
import { changeOfPools, nodesOf, remediesOf, skew, stretches, stretchTitle, today, type Stretch } from './change-text';

/** For people: the matrix as a picture with the steps under it; one page that needs nothing else. */
export function planHtml(plan: ClusterPlan, options: HtmlReportOptions = {}): string {
  const { upgrade, migration } = plan;
  const { headline, tone } = verdict(plan);
  const { pools } = migration;
  return page({
    product: 'kube-proxy-kit plan', headline, tone, scope: `kube-proxy from v${upgrade.from.line} to v${upgrade.to.line}, ${plural(upgrade.pools.length, 'pool')}.`,
    origin: originLine('Planned', options),
    main: markup`${matrix(upgrade)}<section aria-labelledby="upgrade"><h2 id="upgrade">What changes</h2>
${today(upgrade).map((line) => markup`<p>${line}</p>
`)}${stretches(upgrade).map(releaseArticle)}${upgrade.leftOut.length > 0 && markup`<h3>Left out</h3>
<ul>${upgrade.leftOut.map(({ pool, because }) => markup`<li>pool ${pool}: ${because}</li>`)}</ul>
`}</section>
<section aria-labelledby="migration"><h2 id="migration">Off IPVS mode</h2>
${pools.length === 0
  ? markup`<p>No pool is set to IPVS mode: there is nothing to move.</p>
`
  : markup`<p class="lead">Order: ${shortList(pools.map(({ pool }) => pool.name))}. Pools in different modes are supported meanwhile.</p>
`}${pools.map(poolArticle)}</section>
`,
  });
}

function verdict({ upgrade, migration }: ClusterPlan): { readonly headline: string; readonly tone: 'good' | 'doubtful' | 'bad' } {
  const blocked = upgrade.releases.find(({ blockers }) => blockers.length > 0);
  if (blocked) {
    return { headline: `v${blocked.dates.line} needs preparation`, tone: 'bad' };
  }
  return migration.pools.length > 0 ? { headline: `${plural(migration.pools.length, 'pool')} to move off IPVS mode`, tone: 'doubtful' } : { headline: 'Nothing stands in the way', tone: 'good' };
}

function matrix({ pools, releases }: UpgradePlan): Markup {
  const words = pools.map(({ name }) => releases.map(({ cells }) => cellWord(cells.get(name))));
  return markup`<section aria-labelledby="matrix"><h2 id="matrix">Pools and releases</h2>
<div class="card scroll" tabindex="0"><table class="matrix">
<thead><tr><th scope="col">Pool</th>${releases.map(({ dates }) => markup`<th scope="col" title="${dates.released} to ${dates.endOfLife}">${dates.line}${dates.state !== 'released' && markup`<span class="soft">${dates.state}</span>`}</th>`)}</tr></thead>
<tbody>
${pools.map(({ name }, at) => markup`<tr><th scope="row">${name}</th>${words[at].map(({ word, tone }) => word === '' ? markup`<td></td>` : markup`<td><span class="pill ${tone}">${word}</span></td>`)}</tr>
`)}</tbody>
</table></div>
<p class="soft">${legend(words.flat().map(({ word }) => word)).join('; ')}</p>
</section>
`;
}

function releaseArticle({ releases, before }: Stretch): Markup {
  const last = releases[releases.length - 1];
  const { changes, blockers } = last;
  const rest = changes.filter((change) => !blockers.includes(change));
  return markup`<article class="card finding ${blockers.length > 0 ? 'error' : 'info'}">
<h3>${stretchTitle(releases)}</h3>
<p class="soft">${skew(last)}</p>
${blockers.length > 0 && markup`<p class="label">Before this release, and by ${before.dates.endOfLife} at the latest (end of v${before.dates.line})</p>
<ul>${blockers.map((change) => markup`<li>${changeOfPools(change)}${remediesOf(change).length > 0 && markup`<ul class="remedies">${remediesOf(change).map((remedy) => markup`<li>${remedy}</li>`)}</ul>`}</li>`)}</ul>
`}${changes.length === 0 && markup`<p>Nothing changes.</p>
`}${rest.length > 0 && markup`<ul>${rest.map((change) => markup`<li>${changeOfPools(change)}</li>`)}</ul>
`}</article>
`;
}

function poolArticle({ pool, target, because, alternatives, deadline, ...parts }: PoolMigration): Markup {
  return markup`<article class="card finding ${parts.before.some(({ blocks }) => blocks) || !target ? 'error' : 'info'}">
<h3>Pool ${pool.name}${nodesOf(pool)}: ${target ? `to ${target.change.mode}` : 'a newer OS image first'}</h3>
<p>Why: ${because}.</p>
${alternatives.map((other) => markup`<p>Or: ${other}</p>
`)}${deadline && markup`<p><strong>Deadline: v${deadline.line}</strong>, which ends about ${deadline.endOfLife}; ${deadline.because}.</p>
`}${steps('Before', parts.before)}${steps('Change', parts.change)}${steps('Verify', parts.verify)}${steps('Clean up', parts.cleanUp)}${steps('Way back', parts.wayBack)}</article>
`;
}

function steps(title: string, all: readonly MigrationStep[]): Markup | undefined {
  return all.length === 0 ? undefined : markup`<p class="label">${title}</p>
<ul>${all.map(({ what, because, command, text, blocks, sources }) => markup`<li>${blocks && markup`<strong>Blocked: </strong>`}${what}${because !== '' && markup` <span class="soft">Why: ${because}.</span>`}${[command, text].map((block) => block !== undefined && markup`<pre class="scroll"><code>${block}</code></pre>`)}${sources.length > 0 && markup`<p class="sources">${sources.map((source, nth) => markup`${nth > 0 && '; '}${sourceLink(source)}`)}</p>`}</li>
`)}</ul>
`;
}
