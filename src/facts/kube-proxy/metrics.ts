import type { Evidence } from '../evidence';
import type { KubeVersion, VersionRange } from './kube-version';
import type { ProxyMode } from './modes';
import { factAt, type ReleaseFact } from './releases';

/** A metric of kube-proxy, with the modes and releases that count it. */
export interface MetricFact extends ReleaseFact {
  /** As Prometheus has it; histograms without `_bucket`, `_sum` and `_count`. */
  readonly name: KubeProxyMetric;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly modes: readonly ProxyMode[];
}

/** The metrics that alerts and dashboards may use. */
export type KubeProxyMetric =
  | 'kubeproxy_sync_proxy_rules_duration_seconds'
  | 'kubeproxy_sync_proxy_rules_last_timestamp_seconds'
  | 'kubeproxy_sync_proxy_rules_last_queued_timestamp_seconds'
  | 'kubeproxy_network_programming_duration_seconds'
  | 'kubeproxy_sync_proxy_rules_endpoint_changes_pending'
  | 'kubeproxy_sync_proxy_rules_service_changes_pending'
  | 'kubeproxy_sync_proxy_rules_iptables_restore_failures_total'
  | 'kubeproxy_sync_proxy_rules_nftables_sync_failures_total'
  | 'kubeproxy_sync_proxy_rules_nftables_cleanup_failures_total';

const LINUX_MODES: readonly ProxyMode[] = ['iptables', 'ipvs', 'nftables'];

const FILE = 'pkg/proxy/metrics/metrics.go';
const IN_EVERY_MODE: Evidence = { source: `${FILE} of v1.19.16, v1.34.3 and v1.37.2`, certainty: 'verified' };

/** Older releases have some of them as well; they were not read. */
const SINCE_1_19: readonly VersionRange[] = [{ from: '1.19.0' }];

/** Which release counts what in which mode; what is not listed is not to be relied on. */
export const METRICS: readonly MetricFact[] = [
  { name: 'kubeproxy_sync_proxy_rules_duration_seconds', type: 'histogram', modes: LINUX_MODES, releases: SINCE_1_19, evidence: IN_EVERY_MODE },
  { name: 'kubeproxy_sync_proxy_rules_last_timestamp_seconds', type: 'gauge', modes: LINUX_MODES, releases: SINCE_1_19, evidence: IN_EVERY_MODE },
  {
    name: 'kubeproxy_sync_proxy_rules_last_queued_timestamp_seconds', type: 'gauge', modes: LINUX_MODES, releases: [{ from: '1.19.0' }],
    evidence: { source: `kubernetes/kubernetes#90175, #90972; CHANGELOG-1.19; ${FILE} of v1.19.16, v1.34.3 and v1.37.2`, certainty: 'verified' },
  },
  { name: 'kubeproxy_network_programming_duration_seconds', type: 'histogram', modes: LINUX_MODES, releases: SINCE_1_19, evidence: IN_EVERY_MODE },
  { name: 'kubeproxy_sync_proxy_rules_endpoint_changes_pending', type: 'gauge', modes: LINUX_MODES, releases: SINCE_1_19, evidence: IN_EVERY_MODE },
  { name: 'kubeproxy_sync_proxy_rules_service_changes_pending', type: 'gauge', modes: LINUX_MODES, releases: SINCE_1_19, evidence: IN_EVERY_MODE },
  {
    name: 'kubeproxy_sync_proxy_rules_iptables_restore_failures_total', type: 'counter', modes: ['iptables', 'ipvs'], releases: [{ from: '1.19.0' }],
    evidence: { source: `RegisterMetrics in ${FILE} of v1.19.16, v1.34.3 and v1.37.2`, certainty: 'verified' },
  },
  {
    name: 'kubeproxy_sync_proxy_rules_iptables_restore_failures_total', type: 'counter', modes: ['nftables'], releases: [{ from: '1.29.0', to: '1.31.0' }],
    evidence: { source: 'kubernetes/kubernetes#124557: failed syncs of nftables mode were counted under the name with "iptables" before', certainty: 'documented' },
  },
  {
    name: 'kubeproxy_sync_proxy_rules_nftables_sync_failures_total', type: 'counter', modes: ['nftables'], releases: [{ from: '1.31.0' }],
    evidence: { source: `kubernetes/kubernetes#124557; RegisterMetrics in ${FILE} of v1.34.3 and v1.37.2`, certainty: 'verified' },
  },
  {
    name: 'kubeproxy_sync_proxy_rules_nftables_cleanup_failures_total', type: 'counter', modes: ['nftables'], releases: [{ from: '1.31.0' }],
    evidence: { source: `kubernetes/kubernetes#124557; RegisterMetrics in ${FILE} of v1.34.3 and v1.37.2`, certainty: 'verified' },
  },
];

/** What a release counts in a mode. */
export function metricsOf(version: KubeVersion, mode: ProxyMode): readonly MetricFact[] {
  return METRICS.filter((metric) => metric.modes.includes(mode) && version.within(metric.releases));
}

/** Whether a release counts this in a mode. */
export function hasMetric(name: KubeProxyMetric, version: KubeVersion, mode: ProxyMode): boolean {
  return metricsOf(version, mode).some((metric) => metric.name === name);
}

/** The counter of syncs that failed, in a mode of a release; `undefined` where there is none. */
export function failureMetric(version: KubeVersion, mode: ProxyMode): KubeProxyMetric | undefined {
  return metricsOf(version, mode).find(({ name }) => /_(?:restore|sync)_failures_total$/.test(name))?.name;
}

interface FamilyLabelFact extends ReleaseFact {
  readonly label: string;
}

/**
 * From here on each IP family has series of its own, and a counter is not there before it counts for the first time: `increase` does
 * not see that first time.
 */
const FAMILY_LABEL: FamilyLabelFact = {
  label: 'ip_family', releases: [{ from: '1.33.0' }],
  evidence: { source: `kubernetes/kubernetes#129173; ${FILE} of v1.34.3 and v1.37.2`, certainty: 'verified' },
};

/** The label that tells IP families apart; `undefined` in releases that have none. */
export function familyLabel(version: KubeVersion): string | undefined {
  return factAt([FAMILY_LABEL], version)?.label;
}
