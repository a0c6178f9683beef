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
      message: `${pools.length > 0 ? `${namedPools(pools)}: ` : ''}the IPVS connection table is too small for ${rate} connections a second`,
      because: `each is remembered for at least ${TIME_WAIT.seconds} s, which makes ${entries} entries in ${buckets} buckets (conn_tab_bits `
        + `${CONNECTION_TABLE_BITS.byDefault}, unless raised): about ${Math.round(entries / buckets)} to look through for each packet`,
      remedies: [
        `Load ip_vs with conn_tab_bits=${bits}, which takes ${(2 ** bits * 8) / 1024} KiB: write "options ip_vs conn_tab_bits=${bits}" to a file of /etc/modprobe.d, and reboot.`,
        `Or, where ip_vs is built in, put ip_vs.conn_tab_bits=${bits} on the kernel command line.`,
      ],
    }];
  },
};
