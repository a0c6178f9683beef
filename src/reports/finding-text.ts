import type { Finding } from '../findings/finding';

/** A finding for a framework's own error list: one line, then its remedies, each on a line of its own and indented. */
export function findingText({ severity, id, message, remedies }: Finding, indent = '      '): string {
  return [`${severity} ${id}: ${message}`, ...remedies.map((remedy, i) => `${indent}${i + 1}. ${remedy}`)].join('\n');
}
