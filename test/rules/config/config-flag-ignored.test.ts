import { configFlagIgnored } from '../../../src/rules/config/config-flag-ignored';
import { ipvsConfigMap } from '../inputs';
import { KUBEADM_COMMAND, kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const pools = [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.30.4' }];
const files = (flags: readonly string[], ...lines: string[]) => ({
  'ds.yaml': kubeProxyDaemonSet([...KUBEADM_COMMAND, ...flags]), 'kube-proxy.yaml': ipvsConfigMap(...lines),
});

testRule(configFlagIgnored, {
  valid: [
    { name: 'as kubeadm ships it', pools, files: files([]) },
    { name: 'flags of the process, and logging', pools, files: files(['--v=4', '--logging-format=json']) },
    { name: 'no --config', pools, files: { 'kube-proxy.flags': '--proxy-mode=ipvs --ipvs-scheduler=lc\n' } },
    { name: 'the document is not in the input', pools, files: { 'ds.yaml': kubeProxyDaemonSet([...KUBEADM_COMMAND, '--proxy-mode=ipvs'], { configMap: 'elsewhere' }) } },
  ],
  invalid: [
    {
      name: 'another mode than the configuration',
      pools,
      files: files(['--proxy-mode=ipvs'], 'mode: iptables'),
      findings: [{
        severity: 'error', pool: 'all', detail: '--proxy-mode', resource: 'DaemonSet kube-system/kube-proxy', at: 'ds.yaml:20',
        message: /ignores --proxy-mode beside --config$/, because: /^DaemonSet kube-system\/kube-proxy has --proxy-mode=ipvs and --config.*; in effect is mode: iptables$/, remedy: /^Set mode in the configuration/,
      }],
    },
    {
      name: 'the same as the configuration',
      pools,
      files: files(['--proxy-mode=ipvs', '--ipvs-sync-period=30s'], 'mode: ipvs'),
      findings: [{ severity: 'info', detail: '--proxy-mode', because: /says the same/ }, { severity: 'info', detail: '--ipvs-sync-period' }],
    },
    {
      name: 'conntrack settings, as an EKS guide advises',
      pools,
      files: files(['--conntrack-max-per-core=131072'], 'mode: ipvs', 'conntrack: {maxPerCore: 32768}'),
      findings: [{ severity: 'error', detail: '--conntrack-max-per-core', because: /in effect is conntrack\.maxPerCore: 32768/ }],
    },
    { name: 'where nothing is set in the configuration', pools, files: files(['--cluster-cidr=10.0.0.0/8'], 'mode: ipvs'), findings: [{ severity: 'error', because: /in effect is clusterCIDR: empty$/ }] },
    {
      name: 'once for all pools',
      pools: [...pools, { ...pools[0], name: 'more' }],
      files: files(['--proxy-mode=ipvs'], 'mode: iptables'),
      findings: [{ severity: 'error', pool: undefined }],
    },
  ],
});
