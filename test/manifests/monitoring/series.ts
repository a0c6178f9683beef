import { familyLabel, failureMetric } from '../../../src/facts/kube-proxy/metrics';
import type { MonitoredAgent, MonitoredCluster, MonitoredPool } from '../../../src/manifests/monitoring';

/** Series by their selector, with values as promtool has them. */
export type Series = Readonly<Record<string, string>>;

export const MINUTES = 120;

/** A value that stays. */
export const steady = (value: number) => `${value}x${MINUTES}`;
/** A value that grows each minute. */
export const growing = (each: number, from = 0) => `${from}+${each}x${MINUTES}`;

/** The node of a pool. */
const nodeOf = ({ name }: Pick<MonitoredPool, 'name'>) => `${name}-1`;
const kubeletOf = ({ version }: Pick<MonitoredPool, 'version'>) => version.toString();

/** Labels of the series of a pool's kube-proxy. */
export const proxyLabels = ({ name }: Pick<MonitoredPool, 'name'>) => `job="kube-proxy",instance="${nodeOf({ name })}:10249",node="${nodeOf({ name })}"`;
/** Labels of the series of a node's node_exporter. */
export const exporterLabels = ({ name }: Pick<MonitoredPool, 'name'>) => `job="node-exporter",instance="${nodeOf({ name })}:9100"`;

export const nodeInfo = (pool: MonitoredPool, { kernel = pool.kernel, kubelet = kubeletOf(pool) } = {}) =>
  `kube_node_info{node="${nodeOf(pool)}",kernel_version="${kernel}",kubelet_version="${kubelet}",os_image="Linux"}`;
export const nodeReady = (pool: MonitoredPool) => `kube_node_status_condition{node="${nodeOf(pool)}",condition="Ready",status="true"}`;
export const podReady = ({ namespace, name }: MonitoredAgent, pool: MonitoredPool) =>
  `kube_pod_status_ready{namespace="${namespace}",pod="${podName({ name }, pool)}",condition="true"}`;

const podName = ({ name }: Pick<MonitoredAgent, 'name'>, pool: MonitoredPool) => `${name}-${pool.name.padEnd(5, 'x').slice(0, 5)}`;

/** IP families of a pool's series; one without a label in releases that have none. */
export const families = ({ version }: MonitoredPool) => {
  const label = familyLabel(version);
  return label === undefined ? [''] : ['IPv4', 'IPv6'].map((family) => `,${label}="${family}"`);
};

/** What a sound cluster shows, one node for each pool. */
export function soundSeries(cluster: MonitoredCluster): Series {
  const { pools, sysctlTuner, moduleLoader } = cluster;
  const agents = [sysctlTuner, moduleLoader].flatMap((agent) => agent ?? []);
  return Object.assign({
    // Windows nodes and virtual ones are no business of ours.
    'kube_node_info{node="virtual-1",kernel_version="",kubelet_version="v1.45.0-vk",os_image=""}': steady(1),
    'kube_node_info{node="win-1",kernel_version="10.0.20348.2340",kubelet_version="v1.45.0",os_image="Windows Server 2022"}': steady(1),
  }, ...pools.map((pool) => ({
    [nodeInfo(pool)]: steady(1),
    [nodeReady(pool)]: steady(1),
    ...pool.mode === 'ipvs' ? Object.assign({}, ...agents.map((agent) => ({
      [podReady(agent, pool)]: steady(1),
      [`kube_pod_info{namespace="${agent.namespace}",pod="${podName(agent, pool)}",node="${nodeOf(pool)}"}`]: steady(1),
    }))) as Series : {},
    ...proxySeries(pool),
    [`node_nf_conntrack_entries{${exporterLabels(pool)}}`]: steady(5000),
    [`node_nf_conntrack_entries_limit{${exporterLabels(pool)}}`]: steady(262144),
    [`node_netstat_TcpExt_TCPSynRetrans{${exporterLabels(pool)}}`]: growing(12),
    [`node_netstat_Tcp_ActiveOpens{${exporterLabels(pool)}}`]: growing(6000),
    [`node_uname_info{${exporterLabels(pool)},release="${pool.kernel}"}`]: steady(1),
    ...pool.mode === 'ipvs' ? {
      [`node_ipvs_backend_connections_active{${exporterLabels(pool)},remote_address="10.0.0.1"}`]: steady(800),
      [`node_ipvs_backend_connections_inactive{${exporterLabels(pool)},remote_address="10.0.0.1"}`]: steady(900),
    } : {},
  }))) as Series;
}

function proxySeries(pool: MonitoredPool): Series {
  const failures = pool.mode && failureMetric(pool.version, pool.mode);
  const labels = proxyLabels(pool);
  return Object.assign({ [`up{${labels}}`]: steady(1) }, ...families(pool).map((family) => ({
    [`kubeproxy_sync_proxy_rules_last_timestamp_seconds{${labels}${family}}`]: growing(60, -5),
    [`kubeproxy_sync_proxy_rules_last_queued_timestamp_seconds{${labels}${family}}`]: growing(60, -6),
    ...histogram('kubeproxy_network_programming_duration_seconds', `${labels}${family}`, { 1: 20, 60: 20 }),
    // Before it counts for the first time, a counter of one family is not there.
    ...failures === undefined || family !== '' ? {} : { [`${failures}{${labels}}`]: steady(0) },
  }))) as Series;
}

/** A histogram that grows each minute, by upper bounds. */
export function histogram(name: string, labels: string, eachMinute: Readonly<Record<number, number>>, all = 20): Series {
  const buckets = Object.entries(eachMinute).map(([bound, each]) => [`${name}_bucket{${labels},le="${bound}"}`, growing(each)]);
  return Object.fromEntries([...buckets, [`${name}_bucket{${labels},le="+Inf"}`, growing(all)]]) as Series;
}
