import { ipvsResyncRegression } from '../../../src/rules/workloads/ipvs-resync-regression';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pools = (kubeProxyVersion: string) => [{ name: 'all', kernelVersion: '6.8.0-40-generic', kubeProxyVersion }];
const files = { 'kube-proxy.yaml': ipvsConfigMap() };

testRule(ipvsResyncRegression, {
  valid: [
    ...['v1.33.9', 'v1.34.4', 'v1.35.1', 'v1.36.0'].map((version) => ({ name: version, pools: pools(version), files })),
    { name: 'another mode', pools: pools('v1.34.0'), files: { 'kube-proxy.yaml': ipvsConfigMap('mode: nftables') } },
  ],
  invalid: [
    {
      name: '1.34.3',
      pools: pools('v1.34.3'),
      files,
      findings: [{
        severity: 'warning', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy', because: /.*once an hour/, remedy: /v1\.34\.4, v1\.35\.1/,
      }],
    },
    { name: '1.34.0', pools: pools('v1.34.0'), files, findings: [{ severity: 'warning' }] },
    { name: '1.35.0', pools: pools('v1.35.0'), files, findings: [{ severity: 'warning' }] },
  ],
});
