import type { Evidence } from '../evidence';
import type { ReleaseFact } from './releases';

/** A size from which on people report trouble with iptables mode. */
export interface IptablesLimit {
  readonly of: 'services' | 'endpoints';
  readonly from: number;
  /** What was reported; one clause. */
  readonly effect: string;
  readonly evidence: Evidence;
}

export const IPTABLES_LIMITS: readonly IptablesLimit[] = [
  {
    of: 'services', from: 1000,
    effect: 'latency of new connections was reported from about 1,000 Services on',
    evidence: { source: 'https://docs.aws.amazon.com/eks/latest/best-practices/ipvs.html', certainty: 'documented' },
  },
  {
    of: 'endpoints', from: 20_000,
    effect: '20,000 endpoints make at least as many rules on each node',
    evidence: { source: 'https://kubernetes.io/blog/2018/07/09/ipvs-based-in-cluster-load-balancing-deep-dive/', certainty: 'documented' },
  },
];

/** Releases that write the rules of changed Services only, whatever their feature gates. */
export const WRITES_CHANGED_RULES_ONLY: ReleaseFact = {
  releases: [{ from: '1.28.0' }],
  evidence: { source: 'KEP-3453: the feature gate MinimizeIPTablesRestore is stable in 1.28', certainty: 'documented' },
};
