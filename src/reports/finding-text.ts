import type { Finding } from '../rules/finding';
import { printable } from './printable';

/** What of a finding is told where the format has no fields of its own for it. */
export type ToldFinding = Pick<Finding, 'id' | 'message' | 'because' | 'remedies'>;

/** A finding for a framework's own error list: one line, then the reason and each remedy, each on a line of its own and indented. */
export function findingText(finding: Finding, indent = '      '): string {
  return `${finding.severity} ${findingBody(finding, indent)}`;
}

/** The same where the framework itself says how severe it is. */
export function findingBody({ id, message, because, remedies }: ToldFinding, indent = '      '): string {
  return [`${id}: ${message}`, ...reasonLine(because).map((line) => indent + line), ...remedyLines(remedies).map((line) => indent + line)]
    .map(printable).join('\n');
}

/** The reason as a line of its own; none where a rule gives none. */
export function reasonLine(because: string): string[] {
  return because === '' ? [] : [`Why: ${because}`];
}

/** Most are alternatives, so none has a number. */
export function remedyLines(remedies: readonly string[]): string[] {
  return remedies.map((remedy) => `- ${remedy}`);
}
