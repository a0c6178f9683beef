import { failureMetric, hasMetric, type KubeProxyMetric } from '../../../facts/kube-proxy/metrics';
import { NODE_OF_SERIES, type Alert, type AlertGroup } from '../alert';
import { KUBE_PROXY_JOB } from '../pod-monitor';
import type { MonitoredCluster, MonitoredKubeProxy } from '../monitored-cluster';
import { namedKubeProxies } from '../named';

/** kube-proxy tries again by itself; so many failures in a quarter of an hour are no accident. */
const FAILURES = 3;

/** Seconds without a sync although something is queued; the sync of a large cluster may take a minute. */
const WITHOUT_SYNC_SECONDS = 300;

/** Seconds to which the slowest hundredth of changes may take; the SLO of Kubernetes leaves the number to the installation. */
const SLOW_SECONDS = 60;

const QUEUED: KubeProxyMetric = 'kubeproxy_sync_proxy_rules_last_queued_timestamp_seconds';
const SYNCED: KubeProxyMetric = 'kubeproxy_sync_proxy_rules_last_timestamp_seconds';
const PROGRAMMING: KubeProxyMetric = 'kubeproxy_network_programming_duration_seconds';

/** Whether kube-proxy does its work, as its own metrics have it. */
export const syncAlerts: AlertGroup = {
  name: 'kube-proxy-kit.sync',
  alerts: (cluster) => (cluster.scraping === 'none' ? [] : [...scrapeAlert(cluster), ...syncAlert(cluster), ...failureAlerts(cluster), ...latencyAlert(cluster)]),
};

function scrapeAlert({ scraping, kubeProxies }: MonitoredCluster): Alert[] {
  return scraping !== 'pod-monitor' ? [] : [{
    name: 'KubeProxyNotScraped',
    severity: 'warning',
    expr: `up{job="${KUBE_PROXY_JOB}"} == 0
unless on (node) max by (node) (kube_node_status_condition{condition="Ready",status="true"}) == 0
or absent(up{job="${KUBE_PROXY_JOB}"})`,
    for: '15m',
    summary: 'Prometheus gets no metrics of kube-proxy{{ with $labels.node }} on node {{ . }}{{ end }}.',
    description: 'kube-proxy does not run there, or does not answer at its metrics address; until it does, the other alerts on kube-proxy see nothing. '
      + `Expected: ${namedKubeProxies(kubeProxies)}.`,
  }];
}

function withMetrics({ kubeProxies }: MonitoredCluster, ...names: readonly KubeProxyMetric[]): MonitoredKubeProxy[] {
  return kubeProxies.filter(({ version, mode }) => mode !== undefined && names.every((name) => hasMetric(name, version, mode)));
}

/** From 1.33 on the time of the last sync is not there before the first one. */
function syncAlert(cluster: MonitoredCluster): Alert[] {
  const measured = withMetrics(cluster, QUEUED, SYNCED);
  return measured.length === 0 ? [] : [{
    name: 'KubeProxyNotSyncing',
    severity: 'critical',
    expr: `time() - ${SYNCED} > ${WITHOUT_SYNC_SECONDS} and ${QUEUED} > ${SYNCED}
or time() - ${QUEUED} > ${WITHOUT_SYNC_SECONDS} unless ${SYNCED}`,
    for: '5m',
    summary: `kube-proxy on ${NODE_OF_SERIES} has not written its rules for {{ $value | humanizeDuration }}.`,
    description: 'Changes of Services and endpoints are queued and do not get into the kernel: traffic goes to pods that are gone, and new ones get none. '
      + `Measured: ${namedKubeProxies(measured)}.`,
  }];
}

/** A counter that is not there before it counts for the first time shows no increase then. */
function failureAlerts({ kubeProxies }: MonitoredCluster): Alert[] {
  const metricOf = ({ version, mode }: MonitoredKubeProxy) => (mode === undefined ? undefined : failureMetric(version, mode));
  const metrics = [...new Set(kubeProxies.flatMap((kubeProxy) => metricOf(kubeProxy) ?? []))];
  const counted = (metric: KubeProxyMetric) => `${metric} for ${namedKubeProxies(kubeProxies.filter((kubeProxy) => metricOf(kubeProxy) === metric))}`;
  return metrics.length === 0 ? [] : [{
    name: 'KubeProxySyncFailing',
    severity: 'warning',
    expr: metrics.map((metric) => `increase(${metric}[15m]) >= ${FAILURES}
or (${metric} >= ${FAILURES} unless ${metric} offset 15m) and on (instance) up offset 15m == 1`).join('\nor '),
    summary: `kube-proxy on ${NODE_OF_SERIES} fails to write its rules again and again.`,
    description: '{{ $value | humanize }} syncs failed within 15 minutes. Something else holds or changes the tables, or the kernel refuses a rule. '
      + `Counted by ${metrics.map(counted).join('; ')}.`,
  }];
}

function latencyAlert(cluster: MonitoredCluster): Alert[] {
  const measured = withMetrics(cluster, PROGRAMMING);
  return measured.length === 0 ? [] : [{
    name: 'KubeProxyProgrammingSlow',
    severity: 'warning',
    expr: `histogram_quantile(0.99, sum by (le, node, instance) (rate(${PROGRAMMING}_bucket[30m]))) > ${SLOW_SECONDS}`,
    for: '30m',
    summary: `kube-proxy on ${NODE_OF_SERIES} takes {{ $value | humanizeDuration }} to apply a change of endpoints.`,
    description: 'That is the 99th percentile of the last 30 minutes, from the change of the endpoints to the rules in the kernel. Clients meet pods that are gone for so long. '
      + `Measured: ${namedKubeProxies(measured)}.`,
  }];
}
