import { excludeCidrsIgnored } from '../../../src/rules/workloads/exclude-cidrs-ignored';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pools = (kubeProxyVersion: string) => [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion }];
const files = (...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', ...lines) });
const excluded = files('ipvs:', '  excludeCIDRs: [192.0.2.10/32]');

testRule(excludeCidrsIgnored, {
  valid: [
    ...['v1.12.8', 'v1.13.6', 'v1.14.2', 'v1.15.3', 'v1.15.5', 'v1.33.9', 'v1.34.0', 'v1.34.3', 'v1.35.0', 'v1.36.0']
      .map((version) => ({ name: `${version} honours it`, pools: pools(version), files: excluded })),
    { name: 'nothing is excluded', pools: pools('v1.15.4'), files: files('ipvs: {excludeCIDRs: []}') },
    { name: 'another mode', pools: pools('v1.15.4'), files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables', 'ipvs: {excludeCIDRs: [192.0.2.10/32]}') } },
  ],
  invalid: [
    {
      name: '1.15.4',
      pools: pools('v1.15.4'),
      files: excluded,
      findings: [{
        severity: 'warning', pool: 'all', detail: 'ipvs.excludeCIDRs', at: 'kube-proxy.yaml:10', message: /does not honour ipvs\.excludeCIDRs$/, because: /192\.0\.2\.10\/32/, remedy: /v1\.15\.5/,
      }],
    },
    ...['v1.12.7', 'v1.13.5', 'v1.14.1']
      .map((version) => ({ name: `${version} does not`, pools: pools(version), files: excluded, findings: [{ severity: 'warning' as const }] })),
  ],
});
