import { SEVERITIES, type Finding, type Severity } from '../rules/finding';

/** How many findings there are of each severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

export function countBySeverity(findings: readonly Finding[]): SeverityCounts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) {
    counts[severity]++;
  }
  return counts;
}

/** `2 errors, 1 warning, 0 info` */
export function countsInWords(counts: SeverityCounts): string {
  return SEVERITIES.map((severity) => severity === 'info' ? `${counts.info} info` : plural(counts[severity], severity)).join(', ');
}

/** `1 error and 2 warnings`, without what there is none of; empty when there is neither. */
export function faultsInWords({ error, warning }: SeverityCounts): string {
  return [...error > 0 ? [plural(error, 'error')] : [], ...warning > 0 ? [plural(warning, 'warning')] : []].join(' and ');
}

/** `1 error`, `2 errors`: for words that take an s. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
