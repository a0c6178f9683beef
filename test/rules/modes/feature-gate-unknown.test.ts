import { featureGateUnknown } from '../../../src/rules/modes/feature-gate-unknown';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string, more: object = {}) => ({ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, ...more });
const gates = (text: string, mode = 'iptables') => ({ 'kube-proxy.yaml': ipvsConfigMap(`mode: ${mode}`, 'featureGates:', `  ${text}`) });

testRule(featureGateUnknown, {
  valid: [
    { name: 'none', pools: [pool('v1.30.4')], files: { 'kube-proxy.yaml': ipvsConfigMap('featureGates: {}') } },
    { name: 'a gate of this release', pools: [pool('v1.29.4')], files: gates('NFTablesProxyMode: true') },
    { name: 'SupportIPVSProxyMode in its last release', pools: [pool('v1.19.16')], files: gates('SupportIPVSProxyMode: true') },
    { name: 'KubeProxyIPVS in its first release', pools: [pool('v1.37.0')], files: gates('KubeProxyIPVS: true') },
    { name: 'a gate of the kubelet', pools: [pool('v1.30.4')], files: gates('RotateKubeletServerCertificate: true') },
    { name: 'locked, at its value', pools: [pool('v1.23.4')], files: gates('IPv6DualStack: true') },
    { name: 'all alpha gates', pools: [pool('v1.30.4')], files: gates('AllAlpha: false') },
    {
      name: 'beside --config', pools: [pool('v1.22.2')], files: {
        'kube-proxy.service': '[Service]\nExecStart=/usr/bin/kube-proxy --config=/etc/config.conf --feature-gates=SupportIPVSProxyMode=true\n',
        'kube-proxy.yaml': ipvsConfigMap(),
      },
    },
  ],
  invalid: [
    {
      name: 'the gate of nftables mode in 1.38',
      pools: [pool('v1.38.0-beta.0')],
      files: gates('NFTablesProxyMode: true'),
      findings: [{ severity: 'error', because: /NFTablesProxyMode .*was removed in v1\.38\.0/ }],
    },
    {
      name: 'SupportIPVSProxyMode after its last release',
      pools: [pool('v1.20.0')],
      files: gates('SupportIPVSProxyMode: true', 'ipvs'),
      findings: [{
        severity: 'error', pool: 'all', detail: 'featureGates.SupportIPVSProxyMode', resource: 'ConfigMap kube-system/kube-proxy', at: 'kube-proxy.yaml:10',
        because: /the feature gate SupportIPVSProxyMode \(true\) was removed in v1\.20/, remedy: /Delete/,
      }],
    },
    { name: 'false makes no difference', pools: [pool('v1.22.2')], files: gates('SupportIPVSProxyMode: false'), findings: [{ severity: 'error' }] },
    {
      name: 'a gate that is yet to come, on two releases: one finding',
      pools: [{ ...pool('v1.33.2'), name: 'a' }, { ...pool('v1.35.2'), name: 'b' }],
      files: gates('KubeProxyIPVS: true'),
      findings: [{ severity: 'error', pool: undefined, message: /kube-proxy v1\.33\.2, v1\.35\.2 exits on startup: /, because: /^the feature gate KubeProxyIPVS \(true\) comes with v1\.37\.0/ }],
    },
    { name: 'a gate that is yet to come', pools: [pool('v1.36.3')], files: gates('KubeProxyIPVS: true'), findings: [{ severity: 'error', because: /comes with v1\.37/ }] },
    { name: 'locked, at the other value', pools: [pool('v1.23.4')], files: gates('IPv6DualStack: false'), findings: [{ severity: 'error', because: /is locked to true/ }] },
    { name: 'IPv6DualStack after its last release', pools: [pool('v1.25.0')], files: gates('IPv6DualStack: true'), findings: [{ severity: 'error', because: /removed in v1\.25/ }] },
    { name: 'EndpointSlice after its last release', pools: [pool('v1.25.0')], files: gates('EndpointSlice: true'), findings: [{ severity: 'error' }] },
    { name: 'misspelt', pools: [pool('v1.30.4')], files: gates('NFTablesProxymode: true'), findings: [{ severity: 'error', because: /NFTablesProxyMode was probably meant/ }] },
    {
      name: 'by a flag',
      pools: [pool('v1.22.2')],
      files: { 'kube-proxy.flags': '--proxy-mode=ipvs\n--feature-gates=SupportIPVSProxyMode=true\n' },
      findings: [{ severity: 'error', detail: 'featureGates.SupportIPVSProxyMode', at: 'kube-proxy.flags:2' }],
    },
    {
      name: 'only on the pool that was upgraded',
      pools: [pool('v1.19.16', { name: 'old' }), pool('v1.20.2', { name: 'new' })],
      files: gates('SupportIPVSProxyMode: true'),
      findings: [{ severity: 'error', pool: 'new', message: /^ConfigMap kube-system\/kube-proxy on pool new: / }],
    },
  ],
});
