import type { AcknowledgedFinding, Assessment } from '../../assessment/assess';
import { markup, Markup } from '../markup';
import { countBySeverity, faultsInWords, plural } from '../severity-counts';
import { NOTHING_JUDGED } from '../pool-outcome';
import { findingsSection, notCheckedSection } from './findings';
import { poolsSection } from './pools';
import { STYLE } from './style';
import { timelinesSection } from './timelines';

/** What the page says of its own making. */
export interface HtmlReportOptions {
  /** When the check ran. @default - not said */
  readonly checkedAt?: Date;
  /** What was checked, as named on the command line. @default - not said */
  readonly inputs?: readonly string[];
}

/** For people: one page that needs nothing else, neither network nor script, in light and dark. */
export function htmlReport(assessment: Assessment, options: HtmlReportOptions = {}): string {
  const { headline, tone } = verdict(assessment);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${`${headline} - kube-proxy-kit`}</title>
<style>
${new Markup(STYLE)}</style>
</head>
<body>
<header class="${tone}">
<div>
<p class="product">kube-proxy-kit check</p>
<h1>${headline}</h1>
<p>${scope(assessment)}</p>
${origin(options)}</div>
</header>
<main>
${poolsSection(assessment)}${timelinesSection(assessment.prediction)}${findingsSection(assessment)}${notCheckedSection(assessment)}</main>
</body>
</html>
`.toString();
}

function verdict({ findings, acknowledged, notChecked, judged }: Assessment): { readonly headline: string; readonly tone: 'good' | 'doubtful' | 'bad' | 'neutral' } {
  const counts = countBySeverity(findings);
  const accepted = countBySeverity(acknowledged.map(({ finding }) => finding));
  if (counts.error > 0) {
    return { headline: faultsInWords(counts), tone: 'bad' };
  }
  if (counts.warning > 0) {
    return { headline: `${faultsInWords(counts)}, no ${accepted.error > 0 ? 'open ' : ''}errors`, tone: 'doubtful' };
  }
  if (!judged) {
    return { headline: NOTHING_JUDGED, tone: 'neutral' };
  }
  if (accepted.error + accepted.warning > 0) {
    return { headline: `No open errors or warnings; ${faultsInWords(accepted)} acknowledged${ending(acknowledged.filter(isFault))}`, tone: 'doubtful' };
  }
  return notChecked.some(({ leavesVerdictOpen }) => leavesVerdictOpen)
    ? { headline: 'No errors, no warnings, but not everything was checked', tone: 'doubtful' }
    : { headline: 'No errors, no warnings', tone: 'good' };
}

function origin({ checkedAt, inputs = [] }: HtmlReportOptions): Markup | undefined {
  const parts = [
    ...checkedAt === undefined ? [] : [markup`<time datetime="${checkedAt.toISOString()}">${checkedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`],
    ...inputs.length === 0 ? [] : [markup`input: ${inputs.map((input, nth) => markup`${nth > 0 && ', '}<code>${input === '-' ? 'standard input' : input}</code>`)}`],
  ];
  return parts.length === 0 ? undefined : markup`<p class="origin">Checked ${parts.map((part, nth) => markup`${nth > 0 && '; '}${part}`)}</p>
`;
}

function isFault({ finding }: Pick<AcknowledgedFinding, 'finding'>): boolean {
  return finding.severity !== 'info';
}

/** ` (until 2027-03-31)`: when the first of them counts no more; empty when all stay. */
function ending(acknowledged: readonly AcknowledgedFinding[]): string {
  const days = new Set(acknowledged.map(({ acknowledgement }) => acknowledgement.expires));
  const [first] = [...days].filter((day) => day !== undefined).sort();
  return first === undefined ? '' : ` (${days.size > 1 ? 'the first ' : ''}until ${first})`;
}

function scope({ prediction, findings, acknowledged, judged }: Assessment): string {
  const touched = new Set(findings.filter((finding) => isFault({ finding }) && finding.pool !== undefined).map(({ pool }) => pool)).size;
  const open = acknowledged.some(isFault) ? 'open ' : '';
  const parts = [
    !judged ? 'Neither a kube-proxy nor a configuration of one is in the input'
      : prediction.pools.length === 0 ? 'No node pools in the input: rules that need a kernel could not be applied'
        : `${touched === 0 ? 'None' : touched} of ${plural(prediction.pools.length, 'node pool')} ${touched === 1 ? 'has' : 'have'} ${open}errors or warnings`,
    ...acknowledged.length > 0 ? [`${plural(acknowledged.length, 'finding')} acknowledged`] : [],
  ];
  return `${parts.join('; ')}.`;
}
