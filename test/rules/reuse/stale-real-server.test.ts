import { staleRealServer } from '../../../src/rules/reuse/stale-real-server';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { kubeProxyUnit } from '../writer-inputs';

testRule(staleRealServer, {
  valid: [
    {
      name: 'a kernel that kube-proxy leaves alone',
      pools: [{ name: 'new', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.28.5' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
    },
    {
      name: 'mode 0 on a kernel with the weight-0 fix is uneven, not stale',
      pools: [{ name: 'el8', kernelVersion: '4.18.0-553.66.1.el8_10.x86_64', kubeProxyVersion: 'v1.28.5' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
    },
    {
      name: 'unknown weight-0 fix is for kernel-fixes-unknown',
      pools: [{ name: 'old', kernelVersion: '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', kubeProxyVersion: 'v1.27.4' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
    },
    {
      name: 'iptables mode',
      pools: [{ name: 'old', kernelVersion: '4.15.0-58-generic', kubeProxyVersion: 'v1.15.3' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') },
    },
    {
      name: 'a declared backport of the weight-0 fix',
      pools: [{ name: 'old', kernelVersion: '4.15.0-58-generic', kubeProxyVersion: 'v1.15.3', declaredBackports: ['c95c07836fa4'] }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
    },
  ],
  invalid: [
    {
      name: 'kube-proxy 1.15 writes 0 on a kernel without the weight-0 fix',
      pools: [{ name: 'workers', kernelVersion: '4.15.0-58-generic', kubeProxyVersion: 'v1.15.3' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
      findings: [{
        severity: 'error',
        pool: 'workers',
        resource: 'ConfigMap kube-system/kube-proxy',
        because: /^kube-proxy v1\.15\.3 on kernel 4\.15\.0-58-generic .*conn_reuse_mode=0.*; 1 is no way out .* one second/,
        message: /^pool workers: clients that reuse a source port stay with pods /,
      }],
    },
    {
      name: 'a race of two values that are faults both',
      pools: [{ name: 'workers', kernelVersion: '5.4.49+', kubeProxyVersion: 'v1.18.9' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap(), 'kube-proxy.service': kubeProxyUnit('/sbin/sysctl -w net.ipv4.vs.conn_reuse_mode=1') },
      findings: [{ severity: 'error', pool: 'workers', because: /conn_reuse_mode=0 or 1: with 0 .*, and with 1 /, remedy: /^Move pool workers to Linux 5\.9/ }],
    },
    {
      name: 'only the pool concerned, of two',
      pools: [
        { name: 'old', kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', kubeProxyVersion: 'v1.27.4' },
        { name: 'new', kernelVersion: '5.10.0-182.0.0.95.r1941_123.hce2.x86_64', kubeProxyVersion: 'v1.27.4' },
      ],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
      findings: [{ severity: 'error', pool: 'old' }],
    },
    {
      name: 'kube-proxy 1.13.1 leaves expire_nodest_conn at 0, and no kernel helps',
      pools: [{ name: 'new', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.13.1' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
      findings: [{ severity: 'error', pool: 'new', because: /expire_nodest_conn=0/, remedy: /^Run kube-proxy v1\.13\.2 or later/ }],
    },
    {
      name: 'somebody sets 0 where kube-proxy leaves 1, and is named',
      pools: [{ name: 'minikube', kernelVersion: '5.10.57', osImage: 'Buildroot 2021.02.12', kubeProxyVersion: 'v1.28.5' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap(), 'sysctl.d/90-ipvs.conf': 'net.ipv4.vs.conn_reuse_mode = 0\n', 'modules-load.d/ipvs.conf': 'ip_vs\n' },
      findings: [{
        severity: 'error', pool: 'minikube', because: /conn_reuse_mode=0 \(set by sysctl\.d\/90-ipvs\.conf\)/, remedy: /^Stop sysctl\.d\/90-ipvs\.conf from setting/,
      }],
    },
  ],
});
