import { sysctlKeyMissing } from '../../../src/rules/sysctls/sysctl-key-missing';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const pool = (kernelVersion: string, kubeProxyVersion: string) => [{ name: 'all', kernelVersion, kubeProxyVersion }];

testRule(sysctlKeyMissing, {
  valid: [
    { name: 'the kernel has the key', pools: pool('4.1.0', 'v1.13.4'), files: ipvs },
    { name: 'kube-proxy 1.19 leaves such kernels alone', pools: pool('3.10.107', 'v1.19.0'), files: ipvs },
    { name: 'kube-proxy 1.12.4 does not write it yet', pools: pool('3.10.107', 'v1.12.4'), files: ipvs },
    { name: 'CentOS 7 has the key', pools: pool('3.10.0-957.el7.x86_64', 'v1.13.4'), files: ipvs },
    { name: 'not known whether the kernel has it', pools: pool('3.10.0-693.el7.x86_64', 'v1.13.4'), files: ipvs },
    { name: 'iptables mode', pools: pool('3.10.107', 'v1.13.4'), files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    {
      name: 'the key was seen on the nodes',
      pools: [{ name: 'all', kernelVersion: '3.10.107', kubeProxyVersion: 'v1.13.4', sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1 } }],
      files: ipvs,
    },
  ],
  invalid: [
    {
      name: 'flags of kube-proxy 1.13 on a kernel without the key',
      pools: pool('3.10.107', 'v1.13.4'),
      files: { 'kube-proxy.flags': '--proxy-mode=ipvs --ipvs-scheduler=rr\n' },
      findings: [{
        severity: 'error', pool: 'all', at: 'kube-proxy.flags:1',
        message: /^pool all: kube-proxy v1\.13\.4 exits on startup, because a sysctl/, because: /^on kernel 3\.10\.107 .*conn_reuse_mode/,
        remedy: /Linux 4\.1[^]*v1\.19[^]*iptables/,
      }],
    },
    { name: 'the last release that writes it everywhere', pools: pool('3.10.107', 'v1.18.20'), files: ipvs, findings: [{ severity: 'error', pool: 'all' }] },
    { name: 'the first release of the 1.12 line that writes it', pools: pool('4.0.9', 'v1.12.5'), files: ipvs, findings: [{ severity: 'error', pool: 'all' }] },
  ],
});
