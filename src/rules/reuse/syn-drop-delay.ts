import { governedBy } from '../wording/pool-wording';
import { reuseRemedies } from '../wording/reuse-remedies';
import { reuseReason } from '../wording/reuse-wording';
import type { Rule } from '../rule';

export const synDropDelay: Rule = {
  id: 'syn-drop-delay',
  group: 'reuse',
  title: 'A client that reuses a source port waits a second or more for its connection.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#70747', 'kubernetes/kubernetes#71114', 'Linux commit f0a5e4d7a594'],
  judge: ({ prediction }) => prediction.pools
    .filter(({ reuse }) => reuse.verdict === 'syn-drop-delay')
    .map((pool) => ({
      severity: 'error',
      ...governedBy(pool),
      message: `pool ${pool.pool.name}: clients that reuse a source port within two minutes wait 1 s, then 3 s, to connect`,
      because: reuseReason(pool),
      remedies: reuseRemedies(pool),
    })),
};
