import { configValueInvalid } from '../../../src/rules/config/config-value-invalid';
import { ipvsConfigMap } from '../inputs';
import { KUBEADM_COMMAND, kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string, more: object = {}) => ({ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, ...more });
const files = (...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(...lines) });
const other = (text: string) => text.replace('name: kube-proxy', 'name: other');

/** A DaemonSet whose kube-proxy reads the key config.conf of this ConfigMap, and a ConfigMap that has these lines there, from line 6 on. */
const given = (...lines: string[]) => ({
  'daemon-set.yaml': kubeProxyDaemonSet(KUBEADM_COMMAND, { version: 'v1.30.4', configMap: 'kube-proxy-worker' }),
  'config-map.yaml': ['apiVersion: v1', 'kind: ConfigMap', 'metadata: {name: kube-proxy-worker, namespace: kube-system}', 'data:', '  config.conf: |', ...lines.map((line) => `    ${line}`), ''].join('\n'),
});
const HEADER = ['apiVersion: kubeproxy.config.k8s.io/v1alpha1', 'kind: KubeProxyConfiguration'];
const UNIT = '[Service]\nExecStart=/usr/bin/kube-proxy --config=/etc/kubernetes/kube-proxy.yaml\n';
const notThis = (because: RegExp, at: string) => ({ severity: 'error' as const, detail: undefined, message: /: it cannot read its configuration$/, because, at, remedy: /kind: KubeProxyConfiguration/ });

testRule(configValueInvalid, {
  valid: [
    { name: 'kubeadm writes zeros and nulls', pools: [pool('v1.30.4')], files: files('mode: ""', 'configSyncPeriod: 0s', 'ipvs: {syncPeriod: 0s, excludeCIDRs: null}', 'oomScoreAdj: null') },
    { name: 'what other modes read is not validated', pools: [pool('v1.30.4')], files: files('mode: iptables', 'ipvs: {syncPeriod: -5s, excludeCIDRs: [all]}') },
    { name: 'iptables.syncPeriod in another mode, from 1.31 on', pools: [pool('v1.31.0')], files: files('mode: nftables', 'iptables: {syncPeriod: -5s}') },
    { name: 'a mode has a rule of its own', pools: [pool('v1.30.4')], files: files('mode: IPVS') },
    { name: 'so have feature gates', pools: [pool('v1.30.4')], files: files('mode: ipvs', 'featureGates: {Nonsense: true}') },
    { name: 'and schedulers', pools: [pool('v1.26.4')], files: files('mode: ipvs', 'ipvs: {scheduler: fastest}') },
    { name: 'the first document of a key counts', pools: [pool('v1.30.4')], files: given('# ours', '---', ...HEADER, 'mode: ipvs', '---', 'kind: KubeletConfiguration') },
    { name: 'a key that no kube-proxy reads', pools: [pool('v1.30.4')], files: { 'config-map.yaml': given('mode: ipvs', 'clusterCIDR: 10.244.0.0/16')['config-map.yaml'] } },
    { name: 'a file of the same name elsewhere', pools: [pool('v1.30.4')], files: { 'kube-proxy.service': UNIT, 'roles/proxy/defaults/kube-proxy.yaml': 'mode: ipvs\n' } },
    { name: 'a file without kind that nobody is given', pools: [pool('v1.30.4')], files: { 'etc/kubernetes/kube-proxy.yaml': 'mode: ipvs\n' } },
    { name: 'and the ranges of a dual-stack cluster', pools: [pool('v1.20.4')], files: files('clusterCIDR: 10.244.0.0/16,fd00:10:244::/56') },
  ],
  invalid: [
    {
      name: 'a negative period',
      pools: [pool('v1.30.4')],
      files: files('mode: ipvs', 'ipvs:', '  syncPeriod: -5s'),
      findings: [{
        severity: 'error', pool: 'all', detail: 'ipvs.syncPeriod', resource: 'ConfigMap kube-system/kube-proxy', at: 'kube-proxy.yaml:10',
        because: /ipvs\.syncPeriod \(-5s\) must be .*KubeProxyConfiguration\.KubeProxyIPVSConfiguration\.SyncPeriod$/, remedy: /leave ipvs\.syncPeriod out/,
      }, { severity: 'error', detail: 'ipvs.syncPeriod', because: /minSyncPeriod/ }],
    },
    { name: 'iptables.syncPeriod in another mode, up to 1.30', pools: [pool('v1.30.14')], files: files('mode: ipvs', 'iptables: {minSyncPeriod: -5s}'), findings: [{ severity: 'error', detail: 'iptables.minSyncPeriod' }] },
    {
      name: 'not a CIDR, by its place in the list',
      pools: [pool('v1.30.4')],
      files: files('mode: ipvs', 'ipvs:', '  excludeCIDRs:', '  - 10.0.0.0/8', '  - 10.0.0.7'),
      findings: [{ severity: 'error', detail: 'ipvs.excludeCIDRs[1]', at: 'kube-proxy.yaml:12' }],
    },
    { name: 'a wrong type', pools: [pool('v1.30.4')], files: files('mode: ipvs', 'conntrack: {maxPerCore: many}'), findings: [{ severity: 'error', detail: 'conntrack.maxPerCore', remedy: /type/ }] },
    { name: 'a duration without a unit', pools: [pool('v1.30.4')], files: files('mode: ipvs', 'ipvs: {tcpTimeout: 900}'), findings: [{ severity: 'error', detail: 'ipvs.tcpTimeout' }] },
    {
      name: 'no YAML at all',
      pools: [pool('v1.30.4')],
      files: files('mode: ipvs', 'ipvs: {scheduler: rr'),
      findings: [{ severity: 'error', detail: undefined, resource: 'ConfigMap kube-system/kube-proxy', remedy: /kind: KubeProxyConfiguration/ }],
    },
    {
      name: 'two ConfigMaps with one fault are told apart',
      pools: [pool('v1.30.4')],
      files: { ...files('oomScoreAdj: -2000'), 'other.yaml': other(ipvsConfigMap('oomScoreAdj: -2000')) },
      findings: [
        { severity: 'error', resource: 'ConfigMap kube-system/kube-proxy', detail: 'oomScoreAdj' },
        { severity: 'error', resource: 'ConfigMap kube-system/other', detail: 'oomScoreAdj' },
      ],
    },
    {
      name: 'one finding for all releases that say the same of it',
      pools: [pool('v1.30.4'), pool('v1.29.4', { name: 'older' })],
      files: files('oomScoreAdj: -2000'),
      findings: [{ severity: 'error', pool: undefined, message: /^ConfigMap kube-system\/kube-proxy: kube-proxy v1\.30\.4, v1\.29\.4 exits/ }],
    },
    {
      name: 'flags',
      pools: [pool('v1.30.4')],
      files: { 'kube-proxy.flags': '--proxy-mode=ipvs\n--ipvs-sync-period=fast\n--logtostderr=true\n' },
      findings: [
        { severity: 'error', detail: '--ipvs-sync-period', at: 'kube-proxy.flags:2', because: /must be a duration/ },
        { severity: 'error', detail: '--logtostderr', at: 'kube-proxy.flags:3', because: /removed in v1\.26/ },
      ],
    },
    { name: 'a kind that is missing', pools: [pool('v1.30.4')], files: given('mode: ipvs'), findings: [notThis(/apiVersion is missing/, 'config-map.yaml:6')] },
    { name: 'a kind that is misspelt', pools: [pool('v1.30.4')], files: given(HEADER[0], 'kind: KubeProxyConfig'), findings: [notThis(/kind is "?KubeProxyConfig"?/, 'config-map.yaml:7')] },
    { name: 'a text of another component', pools: [pool('v1.30.4')], files: given('apiVersion: kubelet.config.k8s.io/v1beta1', 'kind: KubeletConfiguration'), findings: [notThis(/apiVersion is "?kubelet/, 'config-map.yaml:6')] },
    { name: 'another component first', pools: [pool('v1.30.4')], files: given('apiVersion: kubeadm.k8s.io/v1beta3', 'kind: ClusterConfiguration', '---', ...HEADER), findings: [notThis(/apiVersion is "?kubeadm/, 'config-map.yaml:6')] },
    { name: 'an empty text', pools: [pool('v1.30.4')], files: given('# nothing yet'), findings: [notThis(/empty/, 'config-map.yaml:6')] },
    { name: 'a file whose whole path is given', pools: [pool('v1.30.4')], files: { 'kube-proxy.service': UNIT, 'node/etc/kubernetes/kube-proxy.yaml': 'mode: ipvs\nclusterCIDR: 10.244.0.0/16\n' }, findings: [notThis(/apiVersion is missing/, 'node/etc/kubernetes/kube-proxy.yaml:1')] },
    { name: "a document in kube-proxy's group", pools: [pool('v1.30.4')], files: { 'kube-proxy.yaml': `${HEADER[0]}\nkind: ProxyConfiguration\nmode: ipvs\n` }, findings: [notThis(/kind is "?ProxyConfiguration"?/, 'kube-proxy.yaml:2')] },
    { name: 'two ranges of one family', pools: [pool('v1.20.4')], files: files('clusterCIDR: "10.244.0.0/16,10.245.0.0/16"'), findings: [{ severity: 'error', detail: 'clusterCIDR' }] },
  ],
});
