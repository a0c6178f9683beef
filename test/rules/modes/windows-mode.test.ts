import { windowsMode } from '../../../src/rules/modes/windows-mode';
import { ipvsConfigMap } from '../inputs';
import { kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const linux = { name: 'linux', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.30.4' };
const windows = { name: 'windows', kernelVersion: '10.0.20348.2762', osImage: 'Windows Server 2022 Datacenter', operatingSystem: 'windows' as const, kubeProxyVersion: 'v1.30.4' };
const daemonSet = (flag: string, os?: string) => ({
  'kube-proxy.yaml': kubeProxyDaemonSet(['kube-proxy', flag], { version: 'v1.30.4', nodeSelector: os ? { 'kubernetes.io/os': os } : {} }),
});
const rke = (more = '') => `services:\n  kubeproxy: {extra_args: {proxy-mode: ipvs}, ${more}}\n`;

testRule(windowsMode, {
  valid: [
    { name: 'a lone configuration is for Linux nodes', pools: [linux, windows], files: { 'kube-proxy.yaml': ipvsConfigMap() } },
    { name: 'kernelspace on Windows', pools: [windows], files: daemonSet('--proxy-mode=kernelspace', 'windows') },
    {
      name: 'a lone configuration for each system',
      pools: [linux, windows],
      files: { 'linux.yaml': ipvsConfigMap(), 'windows.yaml': ipvsConfigMap('mode: kernelspace').replace('name: kube-proxy', 'name: kube-proxy-windows') },
    },
    { name: 'a DaemonSet for Linux nodes only', pools: [linux, windows], files: daemonSet('--proxy-mode=ipvs', 'linux') },
    { name: 'a command line in a file is for Linux nodes', pools: [linux, windows], files: { 'kube-proxy.flags': '--proxy-mode=ipvs' } },
    { name: 'a command line with the mode of Windows', pools: [linux, windows], files: { 'kube-proxy.flags': '--proxy-mode=kernelspace' } },
    { name: 'RKE with arguments of their own for Windows', pools: [linux, windows], files: { 'cluster.yml': rke('win_extra_args: {proxy-mode: kernelspace}') } },
    { name: 'no mode', pools: [linux, windows], files: daemonSet('--cluster-cidr=10.0.0.0/8') },
    { name: 'userspace was a mode of both', pools: [{ ...linux, kubeProxyVersion: 'v1.22.4' }, { ...windows, kubeProxyVersion: 'v1.22.4' }], files: daemonSet('--proxy-mode=userspace') },
  ],
  invalid: [
    {
      name: 'a mode of Linux by a DaemonSet that runs everywhere',
      pools: [linux, windows],
      files: daemonSet('--proxy-mode=ipvs'),
      findings: [{
        severity: 'error', pool: 'windows', detail: 'mode', resource: 'DaemonSet kube-system/kube-proxy', at: 'kube-proxy.yaml:18',
        message: /^DaemonSet kube-system\/kube-proxy on pool windows: .*exits .*on Windows: it has no mode ipvs there$/, because: /^mode ipvs exists on Linux only/, remedy: /^Keep this kube-proxy on Linux nodes/,
      }],
    },
    {
      name: 'a lone configuration where there are Windows nodes only',
      pools: [windows],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
      findings: [{ severity: 'error', pool: 'windows', at: 'kube-proxy.yaml:8' }],
    },
    {
      name: 'a command line where there are Windows nodes only',
      pools: [windows],
      files: { 'kube-proxy.flags': '--proxy-mode=ipvs --hostname-override=win-1' },
      findings: [{ severity: 'error', pool: 'windows', message: /^kube-proxy\.flags: kube-proxy v1\.30\.4 exits/ }],
    },
    {
      name: 'arguments of RKE for all nodes',
      pools: [linux, windows],
      files: { 'cluster.yml': rke() },
      findings: [{ severity: 'error', pool: 'windows', at: 'cluster.yml:2' }],
    },
    {
      name: 'a mode of Windows on Linux nodes',
      pools: [linux],
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: kernelspace') },
      findings: [{ severity: 'error', pool: 'linux', because: /mode kernelspace exists on Windows only/, remedy: /^Write one of iptables, ipvs/ }],
    },
  ],
});
