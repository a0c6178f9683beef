import { synDropDelay } from '../../../src/rules/reuse/syn-drop-delay';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { lastingScript } from '../writer-inputs';

const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const el7 = '3.10.0-1160.92.1.el7.x86_64';

testRule(synDropDelay, {
  valid: [
    { name: 'a kernel with the fix, left at 1', pools: [{ name: 'new', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.28.5' }], files: ipvs },
    { name: 'kube-proxy 1.18 writes 0 on CentOS 7', pools: [{ name: 'old', kernelVersion: el7, kubeProxyVersion: 'v1.18.20' }], files: ipvs },
    {
      name: 'iptables mode',
      pools: [{ name: 'old', kernelVersion: el7, kubeProxyVersion: 'v1.23.17' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') },
    },
    {
      name: 'a declared backport of the fix',
      pools: [{ name: 'old', kernelVersion: el7, kubeProxyVersion: 'v1.23.17', declaredBackports: [{ commit: 'f0a5e4d7a594', reason: 'own build' }] }],
      files: ipvs,
    },
    { name: 'whether the drop exists is not known', pools: [{ name: 'old', kernelVersion: '4.2.0-42-generic', kubeProxyVersion: 'v1.11.2' }], files: ipvs },
    { name: 'an unknown fix is for kernel-fixes-unknown', pools: [{ name: 'old', kernelVersion: '4.15.0-1039-azure', kubeProxyVersion: 'v1.11.2' }], files: ipvs },
  ],
  invalid: [
    {
      name: 'kube-proxy leaves the 1 of a kernel numbered below 4.1',
      pools: [{ name: 'legacy', kernelVersion: el7, kubeProxyVersion: 'v1.23.17' }],
      files: ipvs,
      findings: [{
        severity: 'error', pool: 'legacy', resource: 'ConfigMap kube-system/kube-proxy',
        because: /^kube-proxy v1\.23\.17 on kernel 3\.10\.0-1160\.92\.1\.el7\.x86_64 ends up with net\.ipv4\.vs\.conn_reuse_mode=1: .*f0a5e4d7a594/,
        remedy: /Linux 5\.9 or later[^]*iptables mode/,
      }],
    },
    {
      name: 'kube-proxy before 1.11.7 leaves the 1 everywhere, and 0 is no way out',
      pools: [{ name: 'old', kernelVersion: '4.15.0-29-generic', kubeProxyVersion: 'v1.11.6' }],
      files: ipvs,
      findings: [{ severity: 'error', pool: 'old', because: /; 0 is no way out on this kernel: .*deleted pods/ }],
    },
    {
      name: 'somebody sets 1 after kube-proxy, and is named',
      pools: [{ name: 'old', kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', kubeProxyVersion: 'v1.27.4' }],
      files: {
        ...ipvs,
        'tuner.yaml': lastingScript('while true; do v=$(sysctl -n net.ipv4.vs.conn_reuse_mode); [ "$v" = 1 ] || sysctl -w net.ipv4.vs.conn_reuse_mode=1; sleep 5; done'),
      },
      findings: [{ severity: 'error', pool: 'old', because: /conn_reuse_mode=1 \(set by DaemonSet kube-system\/node-setup/ }],
    },
    {
      name: '0 is a way out where the kernel has the weight-0 fix alone',
      pools: [{ name: 'old', kernelVersion: el7, kubeProxyVersion: 'v1.23.17', declaredBackports: ['c95c07836fa4'] }],
      files: ipvs,
      findings: [{ severity: 'error', pool: 'old', remedy: /Let a tuner set net\.ipv4\.vs\.conn_reuse_mode=0/ }],
    },
  ],
});
