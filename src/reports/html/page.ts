import type { AcknowledgedFinding, Assessment } from '../../assessment/assess';
import { markup } from '../markup';
import { countBySeverity, faultsInWords, plural } from '../severity-counts';
import { NOTHING_JUDGED } from '../pool-outcome';
import { findingsSection, notCheckedSection } from './findings';
import { originLine, page, type HtmlReportOptions } from './page-frame';
import { poolsSection } from './pools';
import { timelinesSection } from './timelines';

/** For people: one page that needs nothing else, neither network nor script, in light and dark. */
export function htmlReport(assessment: Assessment, options: HtmlReportOptions = {}): string {
  const { headline, tone } = verdict(assessment);
  return page({
    product: 'kube-proxy-kit check', headline, tone, scope: scope(assessment), origin: originLine('Checked', options),
    main: markup`${poolsSection(assessment)}${timelinesSection(assessment.prediction)}${findingsSection(assessment)}${notCheckedSection(assessment)}`,
  });
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
