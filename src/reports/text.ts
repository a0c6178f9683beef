import type { AcknowledgedFinding, Assessment } from '../assessment/assess';
import type { Finding, NotChecked, Severity } from '../findings/finding';
import { groupedByPool } from './grouped-findings';
import { place } from './place';
import { poolOutcome, type Tone } from './pool-outcome';
import { printable } from './printable';
import { countBySeverity, countsInWords, plural } from './severity-counts';
import { painter, wrapped, type Paint } from './text-style';

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
const TONE_FORMAT: Readonly<Record<Tone, Format>> = { good: 'green', doubtful: 'yellow', bad: 'red', neutral: 'gray' };

/** For people: what kube-proxy will do on each pool, the findings by pool with their remedies, and the counts on the last line. */
export function textReport(assessment: Assessment, options: TextReportOptions = {}): string {
  const paint = painter(options.colour ?? false);
  const width = options.width ?? Infinity;
  const sections = [
    poolTable(assessment, paint),
    ...groupedByPool(assessment).map(({ pool, findings }) => [
      paint(HEADING, pool === undefined ? 'Whole cluster' : `Pool ${printable(pool)}`),
      ...findings.flatMap((finding) => ['', ...findingLines(finding, paint, width)]),
    ]),
    listed('Acknowledged', assessment.acknowledged.map(acknowledgedLine), paint, width),
    listed('Not checked', assessment.notChecked.map(notCheckedLine), paint, width),
    [lastLine(assessment, options.skipped ?? 0, paint)],
  ];
  return sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function poolTable({ prediction }: Assessment, paint: Paint): string[] {
  if (prediction.pools.length === 0) {
    return [];
  }
  const header = ['Pool', 'Kernel', 'kube-proxy', 'Start', 'Mode', 'Reused source ports'].map((words): Cell => ({ words, format: 'bold' }));
  const rows = prediction.pools.map((predicted): Cell[] => {
    const { name, kernel, kubeProxy, startup, mode, reuse } = poolOutcome(predicted);
    return [
      { words: printable(name) },
      { words: printable(kernel) },
      { words: kubeProxy },
      { words: startup.words, format: TONE_FORMAT[startup.tone] },
      { words: mode },
      { words: reuse.words, format: TONE_FORMAT[reuse.tone] },
    ];
  });
  return aligned([header, ...rows], paint);
}

interface Cell {
  readonly words: string;
  readonly format?: Format;
}

function aligned(table: readonly (readonly Cell[])[], paint: Paint): string[] {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].words.length)));
  return table.map((row) => row
    .map(({ words, format }, column) => {
      const blanks = column === row.length - 1 ? '' : ' '.repeat(widths[column] - words.length + 2);
      return (format === undefined ? words : paint(format, words)) + blanks;
    })
    .join(''));
}

function findingLines(finding: Finding, paint: Paint, width: number): string[] {
  const where = [place(finding), finding.resource].filter((part) => part !== undefined).map(printable);
  const paragraph = (text: string, first: string, rest: string) =>
    wrapped(printable(text), width - rest.length).map((line, index) => (index === 0 ? first : rest) + line);
  return [
    `  ${paint(SEVERITY_FORMAT[finding.severity], finding.severity)}  ${paint('bold', printable(finding.id))}`,
    ...where.length > 0 ? [`    ${paint('cyan', where[0])}${where[1] === undefined ? '' : `  ${where[1]}`}`] : [],
    ...paragraph(finding.message, '    ', '    '),
    ...finding.remedies.flatMap((remedy, index) => paragraph(remedy, `    ${`${index + 1}.`.padStart(4)} `, ' '.repeat(9))),
    ...finding.sources.length > 0 ? paragraph(finding.sources.join(', '), '    See: ', '         ').map((line) => paint('gray', line)) : [],
  ];
}

function acknowledgedLine({ finding, acknowledgement }: AcknowledgedFinding): string {
  const until = acknowledgement.expires === undefined ? '' : ` (until ${acknowledgement.expires})`;
  return `${finding.severity} ${finding.id}: ${acknowledgement.reason}${until}`;
}

function notCheckedLine({ rule, pool, reason }: NotChecked): string {
  const subject = [...rule === '*' ? [] : [rule], ...pool === undefined ? [] : [`pool ${pool}`]].join(', ');
  return subject === '' ? reason : `${subject}: ${reason}`;
}

function listed(title: string, items: readonly string[], paint: Paint, width: number): string[] {
  return items.length === 0 ? [] : [
    paint(HEADING, title),
    ...items.flatMap((item) => wrapped(printable(item), width - 4).map((line, index) => (index === 0 ? '  ' : '    ') + line)),
  ];
}

function lastLine({ findings, acknowledged, prediction }: Assessment, skipped: number, paint: Paint): string {
  const counts = countBySeverity(findings);
  const format: Format = counts.error > 0 ? ['bold', 'red'] : counts.warning > 0 ? ['bold', 'yellow'] : ['bold', 'green'];
  const rest = [
    ...acknowledged.length > 0 ? [`${acknowledged.length} acknowledged`] : [],
    ...prediction.pools.length > 0 ? [`${plural(prediction.pools.length, 'node pool')} judged`] : [],
    ...skipped > 0 ? [`${plural(skipped, 'document')} skipped that ${skipped === 1 ? 'has' : 'have'} nothing to do with kube-proxy`] : [],
  ];
  return paint(format, countsInWords(counts)) + rest.map((part) => `; ${part}`).join('');
}
