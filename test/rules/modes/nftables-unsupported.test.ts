import { nftablesUnsupported } from '../../../src/rules/modes/nftables-unsupported';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const BULLSEYE = '5.10.0-8-amd64';
const RHEL9 = '5.14.0-503.14.1.el9_5.x86_64';
const pool = (kubeProxyVersion: string, kernelVersion = RHEL9, more: object = {}) => ({ name: 'all', kernelVersion, kubeProxyVersion, ...more });
const files = (...more: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap('mode: nftables', ...more) });
const gate = (isOn: boolean) => files(`featureGates: {NFTablesProxyMode: ${isOn}}`);
const unit = {
  'kube-proxy.service': [
    '[Service]', 'Environment=KUBE_PROXY_NFTABLES_SKIP_KERNEL_VERSION_CHECK=1', 'ExecStart=/usr/bin/kube-proxy --proxy-mode=nftables', '',
  ].join('\n'),
};

testRule(nftablesUnsupported, {
  valid: [
    { name: 'stable, on a kernel that suffices', pools: [pool('v1.33.4')], files: files() },
    { name: 'the first kernel that suffices', pools: [pool('v1.33.4', '5.13.0-19-generic')], files: files() },
    { name: 'beta, without a gate', pools: [pool('v1.31.0')], files: files() },
    { name: 'alpha, with its gate', pools: [pool('v1.29.4')], files: gate(true) },
    { name: 'another mode on an old kernel', pools: [pool('v1.33.4', BULLSEYE)], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    { name: 'an empty mode on an old kernel, before the default changes', pools: [pool('v1.39.0', BULLSEYE)], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: ""') } },
    { name: 'Windows is another fault', pools: [pool('v1.33.4', '10.0.20348', { operatingSystem: 'windows' })], files: files() },
  ],
  invalid: [
    {
      name: 'nf_tables is not in the image',
      pools: [{ name: 'all', kernelVersion: '6.1.0-18-amd64', kubeProxyVersion: 'v1.33.2', modules: { nf_tables: 'absent' } }],
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: nftables') },
      findings: [{ severity: 'error', pool: 'all', because: /nf_tables is stated as absent/, remedy: /image with nf_tables/ }],
    },
    {
      name: 'a release without it',
      pools: [pool('v1.28.15')],
      files: files(),
      findings: [{ severity: 'error', pool: 'all', detail: 'mode', at: 'kube-proxy.yaml:8', message: /does not have mode nftables yet/, remedy: /v1\.31 or later/ }],
    },
    {
      name: 'alpha without its gate',
      pools: [pool('v1.30.14')],
      files: files(),
      findings: [{ severity: 'error', detail: 'mode', because: /requires the feature gate NFTablesProxyMode/, remedy: /NFTablesProxyMode: true/ }],
    },
    { name: 'beta with its gate turned off', pools: [pool('v1.32.0')], files: gate(false), findings: [{ severity: 'error', because: /NFTablesProxyMode/ }] },
    {
      name: 'an old kernel from 1.33 on',
      pools: [pool('v1.33.0', BULLSEYE)],
      files: files(),
      findings: [{
        severity: 'error', pool: 'all', at: 'kube-proxy.yaml:8',
        because: /kube-proxy v1\.33\.0 exits/, remedy: /Debian 12[^]*iptables/,
      }],
    },
    { name: 'the last kernel that does not suffice', pools: [pool('v1.33.0', '5.12.19')], files: files(), findings: [{ severity: 'error' }] },
    {
      name: 'an old kernel on 1.31 and 1.32, which do not check',
      pools: [pool('v1.31.14', BULLSEYE, { name: 'a' }), pool('v1.32.10', BULLSEYE, { name: 'b' }), pool('v1.33.0', RHEL9, { name: 'c' })],
      files: files(),
      findings: [{ severity: 'warning', pool: 'a', because: /does not check that, and/ }, { severity: 'warning', pool: 'b' }],
    },
    { name: 'an old kernel with alpha', pools: [pool('v1.30.4', '5.4.0-150-generic')], files: gate(true), findings: [{ severity: 'warning', pool: 'all' }] },
    {
      name: 'the check turned off in 1.33',
      pools: [pool('v1.33.0', BULLSEYE)],
      files: unit,
      findings: [{ severity: 'warning', at: 'kube-proxy.service:3', because: /does not check that with KUBE_PROXY_NFTABLES_SKIP/ }],
    },
    { name: 'the check turned on by mistake in 1.32', pools: [pool('v1.32.0', BULLSEYE)], files: unit, findings: [{ severity: 'error', message: /exits/ }] },
    {
      name: 'by the default of 1.40, as planned',
      pools: [pool('v1.40.0', BULLSEYE)],
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: ""') },
      findings: [{ severity: 'error', pool: 'all', because: /what an empty mode means/ }],
    },
  ],
});
