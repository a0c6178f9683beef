import { hasMetric, type KubeProxyMetric } from '../../facts/kube-proxy/metrics';
import { KUBE_PROXY_JOB } from './pod-monitor';
import { runsMode, type MonitoredCluster } from './monitored-cluster';
import { oneOf, quoted } from './promql';

/** A graph of the dashboard. */
export interface Panel {
  readonly title: string;
  /** What a reader is to see in it. */
  readonly description: string;
  /** Of Grafana: `s`, `short`, `percentunit`, `ops`. */
  readonly unit: string;
  readonly queries: readonly { readonly expr: string; readonly legend: string }[];
}

/** Graphs under one heading. */
export interface PanelRow {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const NODE = '{{node}} {{instance}}';

/** The rows of a cluster, without graphs of what it does not have. */
export function panelRows(cluster: MonitoredCluster): readonly PanelRow[] {
  const rows: PanelRow[] = [
    { title: 'kube-proxy', panels: cluster.scraping === 'none' ? [] : kubeProxyPanels(cluster) },
    { title: 'Nodes', panels: nodePanels(cluster) },
    { title: 'Connections', panels: connectionPanels(cluster) },
  ];
  return rows.filter(({ panels }) => panels.length > 0);
}

function kubeProxyPanels({ kubeProxies }: MonitoredCluster): Panel[] {
  const has = (name: KubeProxyMetric) => kubeProxies.some(({ version, mode }) => mode !== undefined && hasMetric(name, version, mode));
  const panel = (needed: KubeProxyMetric, title: string, description: string, unit: string, expr: string): Panel[] =>
    (has(needed) ? [{ title, description, unit, queries: [{ expr, legend: NODE }] }] : []);
  const quantile = (metric: KubeProxyMetric) => `topk(10, histogram_quantile(0.99, sum by (le, node, instance) (rate(${metric}_bucket[$__rate_interval]))))`;
  const failures: readonly KubeProxyMetric[] = [
    'kubeproxy_sync_proxy_rules_iptables_restore_failures_total', 'kubeproxy_sync_proxy_rules_nftables_sync_failures_total',
    'kubeproxy_sync_proxy_rules_nftables_cleanup_failures_total',
  ];
  return [
    {
      title: 'Releases', description: 'kube-proxies that answer, by release.', unit: 'short',
      queries: [{ expr: `count by (git_version) (kubernetes_build_info{job="${KUBE_PROXY_JOB}"})`, legend: '{{git_version}}' }],
    },
    ...panel('kubeproxy_sync_proxy_rules_last_timestamp_seconds', 'Time since the last sync', 'It grows for ever on a node whose kube-proxy is stuck.', 's',
      'topk(10, time() - max by (node, instance) (kubeproxy_sync_proxy_rules_last_timestamp_seconds))'),
    ...panel('kubeproxy_network_programming_duration_seconds', 'From a change of endpoints to the rules, 99th percentile',
      'For so long clients meet pods that are gone.', 's', quantile('kubeproxy_network_programming_duration_seconds')),
    ...panel('kubeproxy_sync_proxy_rules_duration_seconds', 'Duration of a sync, 99th percentile', 'It grows with Services and endpoints.', 's',
      quantile('kubeproxy_sync_proxy_rules_duration_seconds')),
    ...panel('kubeproxy_sync_proxy_rules_endpoint_changes_pending', 'Changes that wait for a sync', 'Of Services and endpoints.', 'short',
      'topk(10, max by (node, instance) (kubeproxy_sync_proxy_rules_endpoint_changes_pending + kubeproxy_sync_proxy_rules_service_changes_pending))'),
    {
      title: 'Failed syncs', description: 'By the counters of the modes in use; nothing, where none has failed.', unit: 'ops',
      queries: failures.filter(has).map((metric) => ({
        expr: `sum by (node, instance) (rate(${metric}[$__rate_interval])) > 0`, legend: `${NODE} ${metric.replace(/^kubeproxy_sync_proxy_rules_|_total$/g, '')}`,
      })),
    },
  ];
}

function nodePanels({ sysctlTuner, moduleLoader }: MonitoredCluster): Panel[] {
  const agents = [sysctlTuner, moduleLoader].flatMap((agent) => agent ?? []);
  return [
    {
      title: 'Kernels', description: 'Nodes by kernel.', unit: 'short',
      queries: [{ expr: 'count by (kernel_version) (kube_node_info)', legend: '{{kernel_version}}' }],
    },
    {
      title: 'Kubelets', description: 'Nodes by release.', unit: 'short',
      queries: [{ expr: 'count by (kubelet_version) (kube_node_info)', legend: '{{kubelet_version}}' }],
    },
    ...agents.length === 0 ? [] : [{
      title: 'Loader and tuner: pods that are not ready', description: 'Nodes without their modules, or without the decided sysctls.', unit: 'short',
      queries: agents.map(({ namespace, name }) => {
        const daemonSet = `namespace=${quoted(namespace)},daemonset=${quoted(name)}`;
        return { expr: `kube_daemonset_status_desired_number_scheduled{${daemonSet}} - kube_daemonset_status_number_ready{${daemonSet}}`, legend: name };
      }),
    }],
  ];
}

function connectionPanels(cluster: MonitoredCluster): Panel[] {
  const unsafe = cluster.pools.filter(({ fault }) => fault !== undefined).map(({ kernel }) => kernel);
  const where = unsafe.length === 0 ? '' : ` and on (instance) node_uname_info{release=~${oneOf(unsafe)}}`;
  const rate = (metric: string) => `sum by (instance) (rate(${metric}[$__rate_interval]))`;
  return [
    {
      title: 'Conntrack, share of the limit', description: 'At all of it the kernel drops new connections.', unit: 'percentunit',
      queries: [{ expr: 'topk(10, node_nf_conntrack_entries / node_nf_conntrack_entries_limit)', legend: '{{instance}}' }],
    },
    ...!runsMode(cluster, 'ipvs') ? [] : [{
      title: 'IPVS connections', description: `Of a table with ${2 ** cluster.connectionTableBits} buckets.`, unit: 'short',
      queries: [{
        expr: 'topk(10, sum by (instance) (node_ipvs_backend_connections_active) + sum by (instance) (node_ipvs_backend_connections_inactive))', legend: '{{instance}}',
      }],
    }],
    {
      title: 'SYNs sent again, share of opened connections',
      description: `What a lost first SYN looks like, in the network of the node${unsafe.length === 0 ? '' : '; pools that were accepted as unsafe'}.`, unit: 'percentunit',
      queries: [{ expr: `topk(10, ${rate('node_netstat_TcpExt_TCPSynRetrans')} / ${rate('node_netstat_Tcp_ActiveOpens')}${where})`, legend: '{{instance}}' }],
    },
  ];
}
