import type { Assessment } from '../../assessment/assess';
import type { EvidencedPresence } from '../../facts/evidence';
import type { KernelFixes } from '../../facts/kernel/kernel-fixes';
import { SEVERITIES, type Finding } from '../../rules/finding';
import type { PoolPrediction } from '../../prediction/prediction';
import { markup, type Markup } from '../markup';
import { poolOutcome, TONE_SIGN, type Outcome } from '../pool-outcome';
import { countBySeverity, plural } from '../severity-counts';
import { ACKNOWLEDGED_ANCHOR, findingAnchor } from './findings';
import { sourceLink } from './source-link';

const FIXES: readonly { readonly fix: keyof KernelFixes; readonly meaning: string }[] = [
  { fix: 'synDrop', meaning: 'The SYN of a reused port is dropped where a connection is still tracked' },
  { fix: 'unconfirmedConntrack', meaning: 'No such drop while the new connection is unconfirmed' },
  { fix: 'weightZero', meaning: 'With conn_reuse_mode=0, a server of weight 0 gets no reused port' },
  { fix: 'removedServer', meaning: 'Connections of a removed server end at once' },
  { fix: 'reuseModeKey', meaning: 'net.ipv4.vs.conn_reuse_mode exists' },
  { fix: 'deadServer', meaning: 'Without that key, a server of weight 0 gets no reused port' },
];

/** Pools against outcomes at a glance; what each outcome rests on can be opened. */
export function poolsSection(assessment: Assessment): Markup | undefined {
  const { pools } = assessment.prediction;
  if (pools.length === 0) {
    return undefined;
  }
  return markup`<section aria-labelledby="pools">
<h2 id="pools">What kube-proxy will do on each pool</h2>
<div class="card">
<table class="pools">
<thead><tr><th scope="col">Pool</th><th scope="col">kube-proxy</th><th scope="col">Start</th><th scope="col">Mode</th><th scope="col">Reused source ports</th>
<th scope="col">Findings</th></tr></thead>
${pools.map((predicted) => poolRows(predicted, findingsCell(assessment, predicted.pool.name)))}</table>
</div>
</section>
`;
}

function poolRows(predicted: PoolPrediction, findings: Markup): Markup {
  const { name, kernel, kubeProxy, startup, mode, reuse, assumptions } = poolOutcome(predicted);
  const { osImage, count } = predicted.pool;
  const node = [osImage, count === undefined ? undefined : plural(count, 'node')].filter((part) => part !== undefined);
  return markup`<tbody>
<tr><th scope="row"><span class="name">${name}</span><span class="kernel">${kernel}</span>${node.length > 0 && markup`<span class="node">${node.join(', ')}</span>`}${
  assumptions.length > 0 && markup`<span class="node">rests on what is assumed</span>`}</th>
<td data-label="kube-proxy">${kubeProxy}</td>
<td data-label="Start">${pill(startup)}</td>
<td data-label="Mode">${mode}</td>
<td data-label="Reused source ports">${pill(reuse)}</td>
<td data-label="Findings">${findings}</td></tr>
<tr class="why"><td colspan="6"><details><summary>Why</summary>
<div class="why">${why(predicted)}</div></details></td></tr>
</tbody>
`;
}

function findingsCell({ findings, acknowledged }: Assessment, name: string): Markup {
  const open = findings.filter(({ pool }) => pool === name);
  const accepted = acknowledged.filter(({ finding }) => finding.pool === name).length;
  if (open.length + accepted === 0) {
    return markup`none`;
  }
  return markup`<span>${open.length > 0 && markup`<a class="counts" href="#${findingAnchor(findings.indexOf(open[0]))}">${findingCounts(open)}</a>`}${
    accepted > 0 && markup`<a class="counts" href="#${ACKNOWLEDGED_ANCHOR}"><span class="count neutral">${accepted} acknowledged</span></a>`}</span>`;
}

function pill({ words, tone }: Outcome): Markup {
  return markup`<span class="pill ${tone}"><span aria-hidden="true">${TONE_SIGN[tone]}</span> ${words === '-' ? 'does not apply' : words}</span>`;
}

function findingCounts(findings: readonly Finding[]): Markup[] {
  const counts = countBySeverity(findings);
  return SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    markup`<span class="count ${severity}">${severity === 'info' ? `${counts.info} info` : plural(counts[severity], severity)}</span> `);
}

function why({ startup, reuse, fixes, modules, sysctls, modeInForce: mode, assumptions }: PoolPrediction): Markup {
  const written = [...sysctls.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
  return markup`${assumptions.length > 0 && markup`<h3>Assumed</h3>
<ul>${assumptions.map((assumption) => markup`<li>${assumption}</li>`)}</ul>
`}${startup.reasons.length > 0 && markup`<h3>Start</h3>
<ul>${startup.reasons.map(({ because, evidence }) => markup`<li>${because} (${sourceLink(evidence.source)})</li>`)}</ul>
`}<h3>Reused source ports</h3>
<p>${reuse.because}</p>
${mode === 'ipvs' && table('What this kernel has', ['', 'On this kernel', 'Why', 'Source'], FIXES.map(({ fix, meaning }) => fixRow(meaning, fixes[fix])))}${
  modules.length > 0 && table('Modules that kube-proxy needs', ['Module', 'State', 'Enough', 'Why'], modules.map((module) =>
    [markup`<code>${module.name}</code>`, module.state, module.satisfied === 'unknown' ? 'not known' : module.satisfied ? 'yes' : 'no', module.because]))}${
  written.length > 0 && table('Sysctls', ['Key', 'kube-proxy writes', 'Settles on', 'After a restart of kube-proxy', 'After a reboot'], written.map((sysctl) =>
    [markup`<code>${sysctl.key}</code>`, sysctl.kubeProxyWrites ?? '', sysctl.value ?? '?', sysctl.afterKubeProxyRestart ?? '?', sysctl.afterReboot ?? '?']))}`;
}

function fixRow(meaning: string, { state, because, evidence }: EvidencedPresence): (string | Markup)[] {
  return [meaning, { present: 'yes', absent: 'no', unknown: 'not known' }[state], because, markup`${sourceLink(evidence.source)} (${evidence.certainty})`];
}

function table(title: string, header: readonly string[], rows: readonly (readonly (string | Markup)[])[]): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="small"><caption>${title}</caption>
<thead><tr>${header.map((words) => markup`<th scope="col">${words}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>
`)}</tbody></table></div>
`;
}
