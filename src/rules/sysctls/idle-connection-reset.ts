import { ESTABLISHED } from '../../facts/kernel/ipvs-connection-table';
import { releasesOfField } from '../../facts/kube-proxy/fields';
import type { PoolPrediction } from '../../prediction/prediction';
import { governedBy, groupPools, onlyPool, poolNames } from '../wording/pool-wording';
import { firstOf } from '../wording/releases';
import type { Rule } from '../rule';

const TCP_KEEPALIVE_TIME = 'net.ipv4.tcp_keepalive_time';

export const idleConnectionReset: Rule = {
  id: 'idle-connection-reset',
  group: 'sysctls',
  title: 'IPVS forgets an idle TCP connection before its keepalive probes begin.',
  severities: ['warning'],
  fields: ['ipvs.tcpTimeout'],
  sources: ['kubernetes/kubernetes#80298', 'easzlab/kubeasz#688', 'net/netfilter/ipvs/ip_vs_proto_tcp.c'],
  judge: ({ prediction }) => groupPools(prediction.pools.filter(forgetsFirst), (pool) => `${pool.instance?.name} ${timeoutOf(pool)} ${keepaliveOf(pool)}`)
    .map((pools) => {
      const [timeout, keepalive] = [timeoutOf(pools[0]), keepaliveOf(pools[0])];
      return {
        severity: 'warning',
        ...governedBy(pools[0], 'ipvs.tcpTimeout'),
        pool: onlyPool(pools),
        message: `${poolNames(pools)}: IPVS forgets an idle TCP connection after ${timeout} s, before keepalive begins at ${keepalive} s`,
        because: `ipvs.tcpTimeout is ${timeout} s and ${TCP_KEEPALIVE_TIME} is ${keepalive} s: whoever speaks next on an idle connection gets a reset or no answer; `
          + 'the key is per network namespace, and pods do not inherit the value of the node',
        remedies: [
          `Set ${TCP_KEEPALIVE_TIME} below ${timeout} (600, with tcp_keepalive_intvl 30 and tcp_keepalive_probes 10) on the nodes and, by securityContext.sysctls, in the pods.`,
          `Or set ipvs.tcpTimeout above ${keepalive} s in the KubeProxyConfiguration (kube-proxy ${firstOf(releasesOfField('ipvs.tcpTimeout'))} and later).`,
          'Or let the applications send keepalives of their own more often.',
        ],
      };
    }),
};

function forgetsFirst(pool: PoolPrediction): boolean {
  const keepalive = keepaliveOf(pool);
  return pool.modeInForce === 'ipvs' && keepalive !== undefined && timeoutOf(pool) <= keepalive;
}

function timeoutOf({ configuration }: PoolPrediction): number {
  return configuration?.effective.ipvs.tcpTimeout || ESTABLISHED.seconds;
}

/** Seconds, when the input states it: the kernel's default of two hours alone is not held against anybody. */
function keepaliveOf({ pool, writers, sysctls }: PoolPrediction): number | undefined {
  const stated = TCP_KEEPALIVE_TIME in pool.sysctls || writers.some((writer) => writer.sysctls.some(({ key }) => key === TCP_KEEPALIVE_TIME));
  const value = Number(stated ? sysctls.get(TCP_KEEPALIVE_TIME)?.value : undefined);
  return Number.isFinite(value) ? value : undefined;
}
