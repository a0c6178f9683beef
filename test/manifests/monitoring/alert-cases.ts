import { failureMetric } from '../../../src/facts/kube-proxy/metrics';
import type { AlertName, MonitoredAgent, MonitoredCluster, MonitoredPool } from '../../../src/manifests/monitoring';
import {
  exporterLabels, families, growing, histogram, MINUTES, nodeInfo, nodeReady, podReady, proxyLabels, steady, type Series,
} from './series';

/** Something that goes wrong, or only looks like it: series in place of those of a sound cluster; `undefined` takes one away. */
export interface AlertCase {
  readonly name: string;
  readonly series: (cluster: MonitoredCluster) => Readonly<Record<string, string | undefined>>;
}

/** How each alert comes to fire, and what comes near it and is none. */
export interface AlertCases {
  readonly fires: readonly [AlertCase, ...AlertCase[]];
  readonly silent: readonly AlertCase[];
}

const inMode = ({ pools }: MonitoredCluster, mode: string) => pools.find((pool) => pool.mode === mode)!;
const every = (pool: MonitoredPool, name: string, values: string): Series =>
  Object.fromEntries(families(pool).map((family) => [`${name}{${proxyLabels(pool)}${family}}`, values]));
const failures = (pool: MonitoredPool, values: string): Series => every(pool, failureMetric(pool.version, pool.mode!)!, values);

const SYNCED = 'kubeproxy_sync_proxy_rules_last_timestamp_seconds';
const QUEUED = 'kubeproxy_sync_proxy_rules_last_queued_timestamp_seconds';
const PROGRAMMING = 'kubeproxy_network_programming_duration_seconds';

const notReady = (agentOf: (cluster: MonitoredCluster) => MonitoredAgent | undefined): AlertCases => ({
  fires: [{ name: 'a pod is not ready', series: (cluster) => ({ [podReady(agentOf(cluster)!, inMode(cluster, 'ipvs'))]: steady(0) }) }],
  silent: [
    {
      name: 'its node is down',
      series: (cluster) => ({ [podReady(agentOf(cluster)!, inMode(cluster, 'ipvs'))]: steady(0), [nodeReady(inMode(cluster, 'ipvs'))]: steady(0) }),
    },
    { name: 'a pod restarts', series: (cluster) => ({ [podReady(agentOf(cluster)!, inMode(cluster, 'ipvs'))]: `1x95 0x3 1x${MINUTES - 99}` }) },
  ],
});

const conntrack = (pool: MonitoredPool, entries: number, limit: number): Series => ({
  [`node_nf_conntrack_entries{${exporterLabels(pool)}}`]: steady(entries), [`node_nf_conntrack_entries_limit{${exporterLabels(pool)}}`]: steady(limit),
});

/** For a cluster that has all of them. */
export const ALERT_CASES: Readonly<Record<AlertName, AlertCases>> = {
  KubeProxySysctlTunerNotReady: notReady(({ sysctlTuner }) => sysctlTuner),
  KubeProxyModuleLoaderNotReady: notReady(({ moduleLoader }) => moduleLoader),
  KubeProxyKernelNotJudged: {
    fires: [{
      name: 'a node comes back with a newer kernel',
      series: ({ pools: [pool] }) => ({ [nodeInfo(pool)]: undefined, [nodeInfo(pool, { kernel: `${pool.kernel}-fips` })]: steady(1) }),
    }],
    silent: [],
  },
  KubeProxyNotScraped: {
    fires: [
      { name: 'one does not answer', series: ({ pools: [pool] }) => ({ [`up{${proxyLabels(pool)}}`]: steady(0) }) },
      { name: 'nobody scrapes', series: ({ pools }) => Object.fromEntries(pools.map((pool) => [`up{${proxyLabels(pool)}}`, undefined])) },
    ],
    silent: [{
      name: 'its node is down', series: ({ pools: [pool] }) => ({ [`up{${proxyLabels(pool)}}`]: steady(0), [nodeReady(pool)]: steady(0) }),
    }],
  },
  KubeProxyNotSyncing: {
    fires: [
      { name: 'the last sync stays in the past', series: ({ pools: [pool] }) => every(pool, SYNCED, steady(1200)) },
      { name: 'it has never synced', series: ({ pools: [pool] }) => ({ ...undefinedFor(every(pool, SYNCED, '')), ...every(pool, QUEUED, steady(60)) }) },
    ],
    silent: [
      { name: 'nothing has changed for an hour', series: ({ pools: [pool] }) => ({ ...every(pool, SYNCED, steady(600)), ...every(pool, QUEUED, steady(599)) }) },
      {
        name: 'a change has just been queued after an hour of quiet',
        series: ({ pools: [pool] }) => ({ ...every(pool, SYNCED, steady(600)), ...every(pool, QUEUED, `599x98 ${growing(60, 5940)}`) }),
      },
      { name: 'each sync takes a minute', series: ({ pools: [pool] }) => every(pool, SYNCED, growing(60, -90)) },
    ],
  },
  KubeProxySyncFailing: {
    fires: [
      ...(['ipvs', 'iptables', 'nftables'] as const).map((mode): AlertCase =>
        ({ name: `again and again in ${mode} mode`, series: (cluster: MonitoredCluster) => failures(inMode(cluster, mode), growing(1)) })),
      { name: 'a counter appears', series: (cluster: MonitoredCluster) => failures(inMode(cluster, 'nftables'), `_x95 ${growing(0, 4)}`) },
    ] as unknown as AlertCases['fires'],
    silent: [
      { name: 'once, and the next sync was fine', series: (cluster) => failures(inMode(cluster, 'iptables'), `_x95 ${growing(0, 1)}`) },
      { name: 'long ago', series: (cluster) => failures(inMode(cluster, 'ipvs'), `0x10 ${growing(0, 50)}`) },
      {
        name: 'long ago, and Prometheus has just started',
        series: ({ pools, ...cluster }) => ({
          ...failures(inMode({ pools, ...cluster }, 'nftables'), `_x95 ${growing(0, 50)}`),
          ...Object.fromEntries(pools.map((pool) => [`up{${proxyLabels(pool)}}`, `_x95 ${growing(0, 1)}`])),
        }),
      },
    ],
  },
  KubeProxyProgrammingSlow: {
    fires: [{ name: 'many changes take minutes', series: ({ pools: [pool] }) => histogramOf(pool, { 1: 5, 60: 10, 120: 20 }) }],
    silent: [{ name: 'it takes half a minute', series: ({ pools: [pool] }) => histogramOf(pool, { 1: 5, 30: 20, 60: 20 }) }],
  },
  KubeProxyConntrackNearLimit: {
    fires: [{ name: 'nine tenths are used', series: ({ pools: [pool] }) => conntrack(pool, 235_000, 262_144) }],
    silent: [{ name: 'half is used', series: ({ pools: [pool] }) => conntrack(pool, 131_000, 262_144) }],
  },
  KubeProxyConntrackCapReached: {
    fires: [{ name: 'a big node stops at the cap', series: ({ pools: [pool] }) => conntrack(pool, 900_000, 1_048_576) }],
    silent: [{ name: 'a big node with room', series: ({ pools: [pool] }) => conntrack(pool, 300_000, 1_048_576) }],
  },
  KubeProxyIpvsTableCrowded: {
    fires: [{
      name: 'tens of thousands of connections',
      series: (cluster) => ({ [`node_ipvs_backend_connections_inactive{${exporterLabels(inMode(cluster, 'ipvs'))},remote_address="10.0.0.1"}`]: steady(90_000) }),
    }],
    silent: [{
      name: 'some thousands of connections',
      series: (cluster) => ({ [`node_ipvs_backend_connections_inactive{${exporterLabels(inMode(cluster, 'ipvs'))},remote_address="10.0.0.1"}`]: steady(30_000) }),
    }],
  },
  KubeProxySynRetransmissions: {
    fires: [{ name: 'every tenth SYN of an unsafe pool', series: ({ pools }) => repeatedSyns(pools.find(({ fault }) => fault !== undefined)!, 600) }],
    silent: [
      { name: 'every tenth SYN of a pool that is safe', series: ({ pools }) => repeatedSyns(pools.find(({ fault }) => fault === undefined)!, 600) },
      { name: 'a few of very few', series: ({ pools }) => repeatedSyns(pools.find(({ fault }) => fault !== undefined)!, 2, 10) },
    ],
  },
  KubeProxyModeDeadline: {
    fires: [{
      name: 'a node gets 1.40 before its kube-proxy leaves ipvs mode',
      series: (cluster) => ({ [nodeInfo(inMode(cluster, 'ipvs'))]: undefined, [nodeInfo(inMode(cluster, 'ipvs'), { kubelet: 'v1.40.1' })]: steady(1) }),
    }],
    silent: [{
      name: 'a node in another mode gets 1.40',
      series: (cluster) => ({ [nodeInfo(inMode(cluster, 'nftables'))]: undefined, [nodeInfo(inMode(cluster, 'nftables'), { kubelet: 'v1.40.1' })]: steady(1) }),
    }],
  },
  // In years: its time comes from the calendar.
  KubeProxyReleaseUnsupported: { fires: [{ name: 'years later', series: () => ({}) }], silent: [] },
};

function undefinedFor(series: Series): Record<string, undefined> {
  return Object.fromEntries(Object.keys(series).map((selector) => [selector, undefined]));
}

function histogramOf(pool: MonitoredPool, buckets: Readonly<Record<number, number>>): Series {
  return Object.assign({}, ...families(pool).map((family) => histogram(PROGRAMMING, `${proxyLabels(pool)}${family}`, buckets))) as Series;
}

function repeatedSyns(pool: MonitoredPool, each: number, opens = 6000): Series {
  return {
    [`node_netstat_TcpExt_TCPSynRetrans{${exporterLabels(pool)}}`]: growing(each), [`node_netstat_Tcp_ActiveOpens{${exporterLabels(pool)}}`]: growing(opens),
  };
}
