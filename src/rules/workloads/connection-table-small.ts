import { CONNECTION_TABLE_BITS, TIME_WAIT } from '../../facts/kernel/ipvs-connection-table';
import { configurationsIn } from '../wording/configuration-findings';
import { namedPools } from '../wording/pool-wording';
import type { Rule } from '../rule';

/** Entries for each bucket from which on the table counts as far too small. */
const FAR_TOO_MANY = 10;

export const connectionTableSmall: Rule = {
  id: 'connection-table-small',
  group: 'workloads',
  title: 'The IPVS connection table is far too small for the rate of connections.',
  severities: ['info'],
  sources: [CONNECTION_TABLE_BITS.evidence.source, TIME_WAIT.evidence.source],
  judge: ({ declaration, prediction }) => {
    const rate = declaration.cluster.network.connectionsPerSecond ?? 0;
    const configurations = configurationsIn('ipvs', prediction);
    const entries = rate * TIME_WAIT.seconds;
    const buckets = 2 ** CONNECTION_TABLE_BITS.byDefault;
    if (configurations.length === 0 || entries < FAR_TOO_MANY * buckets) {
      return [];
    }
    const pools = [...new Set(configurations.flatMap((configuration) => configuration.pools))];
    const bits = Math.min(Math.ceil(Math.log2(entries)), CONNECTION_TABLE_BITS.most);
    return [{
      severity: 'info',
      pool: pools.length === 1 ? pools[0].name : undefined,
      message: `${pools.length > 0 ? `${namedPools(pools)}: ` : ''}${rate} new connections a second, each remembered for at least ${TIME_WAIT.seconds} s, are ${entries} entries in `
        + `${buckets} buckets (conn_tab_bits ${CONNECTION_TABLE_BITS.byDefault}, where nobody raised it): about ${Math.round(entries / buckets)} to look through for each packet`,
      remedies: [
        `Load ip_vs with conn_tab_bits=${bits}: "options ip_vs conn_tab_bits=${bits}" in /etc/modprobe.d, before anybody loads it, `
          + `or ip_vs.conn_tab_bits=${bits} on the kernel command line where it is built in. It takes ${(2 ** bits * 8) / 1024} KiB and cannot change at run time.`,
      ],
    }];
  },
};
