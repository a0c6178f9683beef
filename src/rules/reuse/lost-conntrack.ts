import { governedBy } from '../wording/pool-wording';
import { lostConntrackRemedies } from '../wording/reuse-remedies';
import { endsUpWith } from '../wording/reuse-wording';
import type { Rule } from '../rule';

export const lostConntrack: Rule = {
  id: 'lost-conntrack',
  group: 'reuse',
  title: 'A client that reuses a source port connects, and then its connection hangs.',
  severities: ['error'],
  sources: ['Linux commit f719e3754ee2', 'Linux commit f0a5e4d7a594', 'kubernetes/kubernetes#70747'],
  judge: ({ prediction }) => prediction.pools
    .filter(({ reuse }) => reuse.verdict === 'lost-conntrack')
    .map((pool) => ({
      severity: 'error',
      ...governedBy(pool),
      message: `pool ${pool.pool.name}: clients that reuse a source port connect, and then get no answer`,
      because: `${endsUpWith(pool)}: ${pool.reuse.because}; the client waits for replies that find no `
        + 'conntrack, wherever Service traffic is masqueraded (NodePort, LoadBalancer, masqueradeAll, clients outside the cluster CIDR, a pod that '
        + 'reaches itself) or a FORWARD policy lets only ESTABLISHED through, as Docker\'s does; '
        + `${pool.fixes.reuseModeKey.state === 'absent' ? '' : 'no value of net.ipv4.vs.conn_reuse_mode is right on this kernel; '}a build with f719e3754ee2 `
        + 'alone drops the first SYN instead, which costs each reused port one second',
      remedies: lostConntrackRemedies(pool),
    })),
};
