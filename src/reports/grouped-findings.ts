import type { Assessment } from '../assessment/assess';
import type { Finding } from '../rules/finding';

/** Findings under one heading. */
export interface FindingGroup {
  /** `undefined` for findings that concern no single pool. */
  readonly pool: string | undefined;
  readonly findings: readonly Finding[];
}

/** Findings by pool, in the order of the pools; what concerns no single pool comes first. Groups without findings are left out. */
export function groupedByPool({ findings, prediction }: Assessment): FindingGroup[] {
  const groups = new Map<string | undefined, Finding[]>();
  for (const pool of [undefined, ...prediction.pools.map((predicted) => predicted.pool.name)]) {
    groups.set(pool, []);
  }
  for (const finding of findings) {
    const group = groups.get(finding.pool);
    if (group) {
      group.push(finding);
    } else {
      groups.set(finding.pool, [finding]);
    }
  }
  return [...groups].map(([pool, found]) => ({ pool, findings: found })).filter((group) => group.findings.length > 0);
}
