import { predict } from '../../../src/prediction/predict';
import { configFieldUnknown } from '../../../src/rules/config/config-field-unknown';
import { declarationOfTexts } from '../declaration-of-texts';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string | undefined, more: object = {}) => ({ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, ...more });
const files = (...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(...lines) });
const kind = (kubeProxyVersion: string) => pool(kubeProxyVersion, { containerizedNode: true, kernelVersion: '5.13.0-30-generic' });
const L2 = 'apiVersion: metallb.io/v1beta1\nkind: L2Advertisement\nmetadata: {name: lan, namespace: metallb-system}\n';

testRule(configFieldUnknown, {
  valid: [
    { name: 'known fields', pools: [pool('v1.30.4')], files: files('mode: ipvs', 'ipvs: {strictARP: true, tcpTimeout: 2h}', 'conntrack: {tcpBeLiberal: true}') },
    { name: 'a field in its last release', pools: [pool('v1.25.16')], files: files('udpIdleTimeout: 250ms') },
    { name: 'a field in its first release', pools: [pool('v1.18.0')], files: files('mode: ipvs', 'ipvs: {tcpTimeout: 2h}') },
    { name: 'the section of an old MasterConfiguration', pools: [pool('v1.10.2')], files: { 'kubeadm.yaml': 'apiVersion: kubeadm.k8s.io/v1alpha1\nkind: MasterConfiguration\nkubeProxy: {config: {mode: ipvs}}\n' } },
    { name: 'an empty section of a ClusterConfiguration', pools: [pool('v1.30.4')], files: { 'kubeadm.yaml': 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubeProxy: {}\n' } },
    { name: 'the version is not known', pools: [pool(undefined)], files: files('mode: ipvs', 'strictARP: true') },
  ],
  invalid: [
    {
      name: 'the section kubeProxy of a ClusterConfiguration, which kubeadm drops',
      pools: [pool('v1.30.4')],
      files: { 'kubeadm.yaml': 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubeProxy:\n  config: {mode: ipvs}\n' },
      findings: [{
        severity: 'error', detail: 'kubeProxy', at: 'kubeadm.yaml:3', message: /^kubeadm\.yaml: ClusterConfiguration \(kubeadm\.k8s\.io\/v1beta3\) has no section kubeProxy/,
        remedy: /kind: KubeProxyConfiguration, mode: ipvs\) after a line ---, and delete kubeProxy/,
      }],
    },
    {
      name: 'in another case',
      pools: [pool('v1.30.4')],
      files: files('mode: ipvs', 'ipvs:', '  strictArp: true'),
      findings: [{
        severity: 'error', pool: 'all', detail: 'ipvs.strictArp', resource: 'ConfigMap kube-system/kube-proxy', at: 'kube-proxy.yaml:10',
        because: /the field is ipvs\.strictARP, and case matters, which stays false$/, remedy: /^Write ipvs\.strictARP: true, and delete ipvs\.strictArp\.$/,
      }],
    },
    {
      name: 'a field that no release in use has, where the version is not known',
      pools: [pool(undefined)],
      files: files('mode: ipvs', 'udpIdleTimeout: 250ms'),
      findings: [{ severity: 'warning', detail: 'udpIdleTimeout', because: /on any release from v?1\.\d+/ }],
    },
    { name: 'in the wrong place', pools: [pool('v1.30.4')], files: files('mode: ipvs', 'strictARP: true'), findings: [{ severity: 'error', detail: 'strictARP', message: /belongs at ipvs\.strictARP/ }] },
    { name: 'misspelt', pools: [pool('v1.30.4')], files: files('mode: ipvs', 'ipvs: {sheduler: lc}'), findings: [{ severity: 'error', detail: 'ipvs.sheduler', because: /ipvs\.scheduler, which stays empty/ }] },
    {
      name: 'a section by the name of its type',
      pools: [pool('v1.30.4')],
      files: files('mode: ipvs', 'kubeProxyIPVSConfiguration: {scheduler: lc}'),
      findings: [{ severity: 'error', detail: 'kubeProxyIPVSConfiguration', message: /the field is ipvs$/, remedy: /^Write ipvs, and delete/ }],
    },
    {
      name: 'fields that were removed are no near misses',
      pools: [pool('v1.31.6')],
      files: files('mode: iptables', 'resourceContainer: /kube-proxy', 'udpIdleTimeout: 250ms', 'conntrack: {max: 0, maxPerCore: 32768}'),
      findings: [
        { severity: 'warning', detail: 'resourceContainer', message: /removed in v1\.16/ },
        { severity: 'warning', detail: 'udpIdleTimeout', because: /removed in v1\.26/, remedy: /^Delete udpIdleTimeout\.$/ },
        { severity: 'warning', detail: 'conntrack.max', message: /removed in v1\.15/, remedy: /maxPerCore/ },
      ],
    },
    { name: 'a field of a later release', pools: [pool('v1.28.4')], files: files('conntrack: {tcpBeLiberal: true}'), findings: [{ severity: 'warning', detail: 'conntrack.tcpBeLiberal', message: /comes with v1\.29/ }] },
    { name: 'a field that no release has', pools: [pool('v1.30.4')], files: files('mode: ipvs', 'ipvs: {weights: even}'), findings: [{ severity: 'warning', message: /no release has such a field/ }] },
    ...['__proto__', 'constructor', 'hasOwnProperty'].map((name) => ({
      name: `a field named ${name}`,
      pools: [pool('v1.30.4')],
      files: files('mode: ipvs', `${name}: 1`),
      findings: [{ severity: 'warning' as const, detail: name, message: /no release has such a field/, remedy: new RegExp(`^Delete ${name}\\.$`) }],
    })),
    { name: 'written twice', pools: [pool('v1.30.4')], files: files('mode: ipvs', 'mode: iptables'), findings: [{ severity: 'warning', detail: 'mode', because: /the last one wins/, at: 'kube-proxy.yaml:8' }] },
    {
      name: 'the loss of tcpTimeout makes idle connections break',
      pools: [pool('v1.17.9', { sysctls: { 'net.ipv4.tcp_keepalive_time': 7200 } })],
      files: files('mode: ipvs', 'ipvs: {tcpTimeout: 2h30m}'),
      findings: [{ severity: 'error', detail: 'ipvs.tcpTimeout', because: /comes with v1\.18\.0; what that leads to: idle-connection-reset$/, remedy: /v1\.18\.0 or later/ }],
    },
    {
      name: 'a tcpTimeout too short to help',
      pools: [pool('v1.17.9', { sysctls: { 'net.ipv4.tcp_keepalive_time': 7200 } })],
      files: files('mode: ipvs', 'ipvs: {tcpTimeout: 30m}'),
      findings: [{ severity: 'warning' }],
    },
    { name: 'the loss of tcpTimeout, with a keepalive that is not known', pools: [pool('v1.17.9')], files: files('mode: ipvs', 'ipvs: {tcpTimeout: 2h30m}'), findings: [{ severity: 'warning' }] },
    { name: 'the loss of conntrack.max: 0 on a node that is a container', pools: [kind('v1.20.2')], files: files('conntrack: {max: 0}'), findings: [{ severity: 'error', because: /sysctl-read-only/ }] },
    { name: 'another conntrack.max would not have helped there', pools: [kind('v1.20.2')], files: files('conntrack: {max: 1000}'), findings: [{ severity: 'warning' }] },
    {
      name: 'a field that documents name, but no release has',
      pools: [pool('v1.33.4', { kernelVersion: '5.10.0-8-amd64' })],
      files: files('mode: nftables', 'nftables: {skipKernelVersionCheck: true}'),
      findings: [{ severity: 'error', because: /nftables-unsupported/, remedy: /KUBE_PROXY_NFTABLES_SKIP_KERNEL_VERSION_CHECK/ }],
    },
    {
      name: 'the loss of strictARP, where somebody announces addresses by ARP',
      pools: [pool('v1.12.10', { kernelVersion: '4.18.0-305.el8.x86_64' })],
      files: { ...files('mode: ipvs', 'ipvs: {strictARP: true}'), 'l2.yaml': L2 },
      findings: [{ severity: 'error', because: /comes with v1\.13\.6; what that leads to: strict-arp-required$/ }],
    },
    {
      name: 'a release without the field that makes ARP strict all the same',
      pools: [pool('v1.13.0')],
      files: { ...files('mode: ipvs', 'ipvs: {strictARP: true}'), 'l2.yaml': L2 },
      findings: [{ severity: 'warning' }],
    },
    {
      name: 'strictARP where it comes later, in one of two pools',
      pools: [pool('v1.12.10', { name: 'old', kernelVersion: '4.18.0-305.el8.x86_64' }), pool('v1.14.2', { name: 'new' })],
      files: files('mode: ipvs', 'ipvs: {strictARP: true}'),
      findings: [{ severity: 'warning', pool: 'old', message: /on pool old: .*comes with v1\.13\.6/ }],
    },
  ],
});

it('holds a field of a later release at zero against nobody whose release is only assumed', () => {
  const found = (version: 'stated' | 'assumed', ...lines: string[]) => {
    const declaration = declarationOfTexts({ name: 'input', pools: [pool('v1.28.4')], files: files(...lines) });
    const nodePools = declaration.cluster.nodePools.map((nodePool) => ({ ...nodePool, kubeProxyVersionAssumed: version === 'assumed' }));
    const input = { ...declaration, cluster: { ...declaration.cluster, nodePools } };
    return configFieldUnknown.judge({ declaration: input, prediction: predict(input) }).map((finding) => 'severity' in finding && finding.severity);
  };
  const zeros = ['conntrack: {udpTimeout: 0s}', 'nftables: {masqueradeBit: null, syncPeriod: 0s, masqueradeAll: false}'];
  expect(found('assumed', ...zeros)).toEqual(['info', 'info']);
  expect(found('stated', ...zeros)).toEqual(['warning', 'warning']);
  expect(found('assumed', 'nftables: {masqueradeBit: 15}')).toEqual(['warning']);
});
