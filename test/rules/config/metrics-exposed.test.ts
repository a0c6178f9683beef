import { metricsExposed } from '../../../src/rules/config/metrics-exposed';
import { ipvsConfigMap } from '../inputs';
import { KUBEADM_COMMAND, kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion = 'v1.30.4', name = 'all') => ({ name, kernelVersion: '5.15.0-91-generic', kubeProxyVersion });
const files = (...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(...lines) });

testRule(metricsExposed, {
  valid: [
    { name: 'left out', pools: [pool()], files: files() },
    { name: 'empty', pools: [pool()], files: files('metricsBindAddress: ""') },
    { name: 'loopback', pools: [pool()], files: files('metricsBindAddress: 127.0.0.1:10249') },
    { name: 'loopback without a port', pools: [pool()], files: files('metricsBindAddress: 127.0.0.1') },
    { name: 'IPv6 loopback', pools: [pool()], files: files('metricsBindAddress: "[::1]:10249"') },
    { name: 'the default of an IPv6 node', pools: [pool()], files: files('bindAddress: "::"') },
    { name: 'not an address at all', pools: [pool()], files: files('metricsBindAddress: everywhere:10249') },
    { name: 'a flag that is ignored', pools: [pool()], files: { ...files(), 'ds.yaml': kubeProxyDaemonSet([...KUBEADM_COMMAND, '--metrics-bind-address=0.0.0.0']) } },
    { name: 'turned off', pools: [pool('v1.22.3')], files: { 'kube-proxy.flags': '--proxy-mode=iptables --metrics-port=0\n' } },
  ],
  invalid: [
    {
      name: 'in a configuration',
      pools: [pool()],
      files: files('metricsBindAddress: 0.0.0.0:10249'),
      findings: [{ severity: 'info', pool: 'all', detail: 'metricsBindAddress', at: 'kube-proxy.yaml:8', message: /serves its metrics at 0\.0\.0\.0:10249/, remedy: /127\.0\.0\.1/ }],
    },
    {
      name: 'by a flag, with profiles',
      pools: [pool()],
      files: { 'kube-proxy.flags': '--metrics-bind-address=0.0.0.0\n--profiling\n--proxy-mode=ipvs\n' },
      findings: [{ severity: 'warning', detail: 'metricsBindAddress', at: 'kube-proxy.flags:1', message: /metrics and profiles at 0\.0\.0\.0:10249/ }],
    },
    { name: 'every IPv6 address', pools: [pool()], files: files('metricsBindAddress: "[::]:10249"'), findings: [{ severity: 'info' }] },
    { name: 'an address of the node', pools: [pool()], files: files('metricsBindAddress: 192.0.2.7:10249'), findings: [{ severity: 'info' }] },
    { name: 'once for all releases', pools: [pool(), pool('v1.29.2', 'older')], files: files('metricsBindAddress: 0.0.0.0'), findings: [{ severity: 'info', pool: undefined }] },
  ],
});
