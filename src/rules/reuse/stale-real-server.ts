import { governedBy } from '../wording/pool-wording';
import { reuseRemedies } from '../wording/reuse-remedies';
import { reuseReason } from '../wording/reuse-wording';
import type { Rule } from '../rule';

export const staleRealServer: Rule = {
  id: 'stale-real-server',
  group: 'reuse',
  title: 'A client that reuses a source port keeps being sent to a pod that no longer exists.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#81775', 'Linux commit c95c07836fa4'],
  judge: ({ prediction }) => prediction.pools
    .filter(({ reuse }) => reuse.verdict === 'stale-real-server')
    .map((pool) => ({
      severity: 'error',
      ...governedBy(pool),
      message: `pool ${pool.pool.name}: clients that reuse a source port stay with pods that a rollout has deleted`,
      because: reuseReason(pool),
      remedies: reuseRemedies(pool),
    })),
};
