import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { failureMetric, familyLabel, hasMetric, METRICS, metricsOf } from '../../../src/facts/kube-proxy/metrics';
import type { ProxyMode } from '../../../src/facts/kube-proxy/modes';

const at = (version: string) => KubeVersion.parse(version);

it.each<[string, ProxyMode, string | undefined]>([
  ['1.18.20', 'ipvs', undefined],
  ['1.19.16', 'ipvs', 'kubeproxy_sync_proxy_rules_iptables_restore_failures_total'],
  ['1.37.2', 'ipvs', 'kubeproxy_sync_proxy_rules_iptables_restore_failures_total'],
  ['1.37.2', 'iptables', 'kubeproxy_sync_proxy_rules_iptables_restore_failures_total'],
  // In its first releases nftables mode counted under the name of the other.
  ['1.29.15', 'nftables', 'kubeproxy_sync_proxy_rules_iptables_restore_failures_total'],
  ['1.30.14', 'nftables', 'kubeproxy_sync_proxy_rules_iptables_restore_failures_total'],
  ['1.31.0', 'nftables', 'kubeproxy_sync_proxy_rules_nftables_sync_failures_total'],
  ['1.37.2', 'kernelspace', undefined],
])('kube-proxy v%s in %s mode counts failed syncs as %s', (version, mode, metric) => {
  expect(failureMetric(at(version), mode)).toBe(metric);
});

it.each([['1.32.13', undefined], ['1.33.0', 'ip_family'], ['1.37.2', 'ip_family']])('kube-proxy v%s tells IP families apart by %s', (version, label) => {
  expect(familyLabel(at(version))).toBe(label);
});

it('a release counts nothing twice, and nothing before it is known to', () => {
  for (const mode of ['iptables', 'ipvs', 'nftables'] as const) {
    const names = metricsOf(at('1.37.2'), mode).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(METRICS.filter(({ name }) => hasMetric(name, at('1.18.20'), 'iptables'))).toEqual([]);
});
