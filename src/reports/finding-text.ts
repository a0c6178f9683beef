import type { Finding } from '../rules/finding';
import { printable } from './printable';

/** A finding for a framework's own error list: one line, then its remedies, each on a line of its own and indented. */
export function findingText(finding: Finding, indent = '      '): string {
  return `${finding.severity} ${findingBody(finding, indent)}`;
}

/** The same where the framework itself says how severe it is. */
export function findingBody({ id, message, remedies }: Pick<Finding, 'id' | 'message' | 'remedies'>, indent = '      '): string {
  return [printable(`${id}: ${message}`), ...remedies.map((remedy, i) => `${indent}${i + 1}. ${printable(remedy)}`)].join('\n');
}
