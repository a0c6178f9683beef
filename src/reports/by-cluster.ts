import type { Finding } from '../rules/finding';

/** The findings of one cluster, or those that are about no certain one. */
export interface ClusterFindings {
  readonly cluster: string | undefined;
  /** With their positions among all. */
  readonly findings: readonly { readonly finding: Finding; readonly index: number }[];
}

/** Findings cluster by cluster, the one with the worst first; one entry where the input describes one cluster. */
export function byCluster(findings: readonly Finding[]): ClusterFindings[] {
  const clusters = new Map<string | undefined, { readonly finding: Finding; readonly index: number }[]>();
  findings.forEach((finding, index) => clusters.set(finding.cluster, [...clusters.get(finding.cluster) ?? [], { finding, index }]));
  return [...clusters].map(([cluster, found]) => ({ cluster, findings: found }));
}
