import type { Finding } from '../rules/finding';

/** Findings with the remedies and sources of an earlier one of their rule, the name of the pool apart: each with the id of that one. */
export function repeatedAdvice(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
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
