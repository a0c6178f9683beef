import type { AcknowledgedFinding, Assessment } from '../assessment/assess';
import type { Finding, NotChecked, Severity } from '../rules/finding';
import { byCluster } from './by-cluster';
import { reasonLine, remedyLines } from './finding-text';
import { messageInPlace, place } from './place';
import { NOTHING_JUDGED } from './pool-outcome';
import { poolTable } from './pool-table';
import { printable } from './printable';
import { countBySeverity, countsInWords, plural } from './severity-counts';
import { painter, wrapped, type Paint } from './text-style';

/** How a text report looks. */
export interface TextReportOptions {
  /** Whether to use ANSI colours. @default false */
  readonly colour?: boolean;
  /** Characters on a line; longer paragraphs are broken. @default - never broken, so that each finding can be searched for */
  readonly width?: number;
  /** Documents of the input that have nothing to do with kube-proxy. @default 0 */
  readonly skipped?: number;
}

type Format = Parameters<Paint>[0];

const HEADING: Format = ['bold', 'underline'];
const SEVERITY_FORMAT: Readonly<Record<Severity, Format>> = { error: ['bold', 'red'], warning: ['bold', 'yellow'], info: ['bold', 'cyan'] };

/** For people: what kube-proxy will do on each pool, the findings with their remedies, the worst first, and the counts on the last line. */
export function textReport(assessment: Assessment, options: TextReportOptions = {}): string {
  const paint = painter(options.colour ?? false);
  const width = options.width ?? Infinity;
  const { findings } = assessment;
  const repeated = repeatedAdvice(findings);
  const sections = [
    poolTable(assessment.prediction.pools, paint, width),
    ...byCluster(findings).map((own) => [
      paint(HEADING, own.cluster === undefined ? 'Findings' : `Findings in cluster ${printable(own.cluster)}`),
      ...own.findings.flatMap(({ finding }) => ['', ...findingLines(finding, repeated.get(finding), paint, width)]),
    ]),
    listed('Acknowledged', assessment.acknowledged.map(acknowledgedLine), paint, width),
    listed('Assumed', assumedLines(assessment), paint, width),
    listed('Not checked', assessment.notChecked.map(notCheckedLine), paint, width),
    [
      ...findings.slice(0, 1).map(({ rule }) => paint('gray', `More on a finding: kube-proxy-kit explain ${rule}`)),
      lastLine(assessment, options.skipped ?? 0, paint),
    ],
  ];
  return sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function findingLines(finding: Finding, sameAdviceAs: string | undefined, paint: Paint, width: number): string[] {
  const where = [place(finding), finding.resource].filter((part) => part !== undefined).map(printable);
  const paragraph = (text: string, first: string, rest: string) =>
    wrapped(printable(text), width - rest.length).map((line, index) => (index === 0 ? first : rest) + line);
  return [
    `  ${paint(SEVERITY_FORMAT[finding.severity], finding.severity)}  ${paint('bold', printable(finding.id))}`,
    ...where.length > 0 ? [`    ${paint('cyan', where[0])}${where[1] === undefined ? '' : `  ${where[1]}`}`] : [],
    ...paragraph(messageInPlace(finding), '    ', '    '),
    ...reasonLine(finding.because).flatMap((line) => paragraph(line, '    ', '      ')),
    ...sameAdviceAs === undefined ? [
      ...remedyLines(finding.remedies).flatMap((line) => paragraph(line, '      ', '        ')),
      ...finding.sources.length > 0 ? paragraph(finding.sources.join(', '), '    See: ', '         ').map((line) => paint('gray', line)) : [],
    ] : paragraph(`What to do: as for ${sameAdviceAs}, above.`, '      ', '      '),
  ];
}

function acknowledgedLine({ finding, acknowledgement }: AcknowledgedFinding): string {
  const until = acknowledgement.expires === undefined ? '' : ` (until ${acknowledgement.expires})`;
  return `${finding.severity} ${finding.id}: ${acknowledgement.reason}${until}`;
}

function notCheckedLine({ rule, cluster, pool, reason }: NotChecked): string {
  const subject = [...rule === '*' ? [] : [rule], ...cluster === undefined ? [] : [`cluster ${cluster}`], ...pool === undefined ? [] : [`pool ${pool}`]].join(', ');
  return subject === '' ? reason : `${subject}: ${reason}`;
}

/** Each assumption once, with the pools that rest on it. */
function assumedLines({ prediction }: Assessment): string[] {
  const pools = new Map<string, string[]>();
  for (const { pool, assumptions } of prediction.pools) {
    assumptions.forEach((assumption) => pools.set(assumption, [...pools.get(assumption) ?? [], pool.name]));
  }
  return [...pools].map(([assumption, names]) => `${names.length === 1 ? 'pool' : 'pools'} ${names.join(', ')}: ${assumption}`);
}

function listed(title: string, items: readonly string[], paint: Paint, width: number): string[] {
  return items.length === 0 ? [] : [
    paint(HEADING, title),
    ...items.flatMap((item) => wrapped(printable(item), width - 4).map((line, index) => (index === 0 ? '  ' : '    ') + line)),
  ];
}

function lastLine({ findings, acknowledged, notChecked, judged, prediction }: Assessment, skipped: number, paint: Paint): string {
  const counts = countBySeverity(findings);
  const isClear = counts.warning === 0 && acknowledged.every(({ finding }) => finding.severity === 'info') && notChecked.every((open) => !open.leavesVerdictOpen);
  const format: Format = counts.error > 0 ? ['bold', 'red'] : isClear ? ['bold', 'green'] : ['bold', 'yellow'];
  const rest = [
    ...acknowledged.length > 0 ? [`${acknowledged.length} acknowledged`] : [],
    ...judged && prediction.pools.length > 0 ? [`${plural(prediction.pools.length, 'node pool')} judged`] : [],
    ...skipped > 0 ? [`${plural(skipped, 'document')} skipped that ${skipped === 1 ? 'has' : 'have'} nothing to do with kube-proxy`] : [],
  ];
  const headline = judged ? paint(format, countsInWords(counts))
    : `${paint('bold', NOTHING_JUDGED)}${findings.length > 0 ? `; ${paint(format, countsInWords(counts))}` : ''}`;
  return headline + rest.map((part) => `; ${part}`).join('');
}

/** Findings with the remedies and sources of an earlier one of their rule, the name of the pool apart: each with the id of that one. */
function repeatedAdvice(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const firstWith = new Map<string, string>();
  const repeated = new Map<Finding, string>();
  for (const finding of findings.filter(({ remedies }) => remedies.length > 0)) {
    const { id, rule, pool, remedies, sources } = finding;
    const advice = JSON.stringify([rule, remedies.map((remedy) => remedy.replaceAll(`pool ${pool}`, 'pool')), sources]);
    const first = firstWith.get(advice);
    if (first === undefined) {
      firstWith.set(advice, id);
    } else {
      repeated.set(finding, first);
    }
  }
  return repeated;
}
