import { conntrackModuleRenamed } from '../../../src/rules/modules/conntrack-module-renamed';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { initScript } from '../writer-inputs';

const pool = (kernelVersion: string) => ({ name: 'all', kernelVersion, kubeProxyVersion: 'v1.14.0' });
const old = initScript('for m in ip_vs ip_vs_rr nf_conntrack_ipv4; do modprobe $m; done');

testRule(conntrackModuleRenamed, {
  valid: [
    { name: 'the old name on an old kernel', pools: [pool('4.18.20')], files: { 'load.yaml': old } },
    { name: 'the old name on RHEL 8.1', pools: [pool('4.18.0-147.el8.x86_64')], files: { 'load.yaml': old } },
    { name: 'the new name on a new kernel', pools: [pool('4.19.0')], files: { 'load.yaml': initScript('modprobe ip_vs; modprobe nf_conntrack') } },
    {
      name: 'either name will do',
      pools: [pool('4.19.0'), { ...pool('4.15.0-58-generic'), name: 'old' }],
      files: { 'load.yaml': initScript('modprobe nf_conntrack_ipv4 || modprobe nf_conntrack') },
    },
    { name: 'both names at boot, where a failure is passed over', pools: [pool('4.19.0')], files: { 'modules-load.d/ipvs.conf': 'nf_conntrack_ipv4\nnf_conntrack\n' } },
    { name: 'the module was seen on the nodes', pools: [{ ...pool('4.19.0'), modules: { nf_conntrack_ipv4: 'loaded' } }], files: { 'load.yaml': old } },
    {
      name: 'kube-proxy 1.27 on RHEL 8 asks for no module by name',
      pools: [{ name: 'el8', kernelVersion: '4.18.0-553.66.1.el8_10.x86_64', kubeProxyVersion: 'v1.27.0' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
    },
    {
      name: 'kube-proxy 1.12.2 on 4.19 is for ipvs-unavailable',
      pools: [{ name: 'all', kernelVersion: '4.19.1-1.el7.elrepo.x86_64', kubeProxyVersion: 'v1.12.2' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
    },
    { name: 'a loader of other modules', pools: [pool('4.19.0')], files: { 'load.yaml': initScript('modprobe ip_vs') } },
  ],
  invalid: [
    {
      name: 'the old name on 4.19: the loader fails',
      pools: [pool('4.19.0-coreos')],
      files: { 'load.yaml': old },
      findings: [{
        severity: 'error', pool: 'all', resource: 'DaemonSet kube-system/node-setup',
        because: /the loader with it/, remedy: /^Load nf_conntrack on pool all\./,
      }],
    },
    {
      name: 'the old name on a vendor kernel for which the merge is declared',
      pools: [{ ...pool('4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64'), declaredBackports: ['a0ae2562c6c4'] }],
      files: { 'load.yaml': old },
      findings: [{ severity: 'error', because: /is a part of nf_conntrack \(a0ae2562c6c4: a0ae2562c6c4 is declared as a backport/ }],
    },
    { name: 'the old name on RHEL 8.3, which calls itself 4.18', pools: [pool('4.18.0-240.el8.x86_64')], files: { 'load.yaml': old }, findings: [{ severity: 'error' }] },
    {
      name: 'the old name at boot: the others are loaded all the same',
      pools: [pool('5.15.0-91-generic')],
      files: { 'modules-load.d/ipvs.conf': 'ip_vs\nnf_conntrack_ipv4\n' },
      findings: [{ severity: 'warning', pool: 'all', at: 'modules-load.d/ipvs.conf:2' }],
    },
    {
      name: 'only the pool with the new kernel',
      pools: [{ ...pool('4.15.0-58-generic'), name: 'old' }, { ...pool('5.15.0-91-generic'), name: 'new' }],
      files: { 'load.yaml': old },
      findings: [{ severity: 'error', pool: 'new' }],
    },
    {
      name: 'kube-proxy itself, which goes by the number of RHEL 8.3',
      pools: [{ name: 'el8', kernelVersion: '4.18.0-240.el8.x86_64', kubeProxyVersion: 'v1.18.10' }, { name: 'el8.1', kernelVersion: '4.18.0-147.el8.x86_64', kubeProxyVersion: 'v1.18.10' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap() },
      findings: [{ severity: 'warning', pool: 'el8', resource: 'ConfigMap kube-system/kube-proxy', message: /asks for nf_conntrack_ipv4/, because: /and goes on;/ }],
    },
    {
      name: 'the new name on an old kernel',
      pools: [pool('4.15.0-58-generic')],
      files: { 'modules-load.d/ipvs.conf': 'ip_vs\nnf_conntrack\n' },
      findings: [{ severity: 'warning', pool: 'all', because: /a module of its own here/, remedy: /^Load nf_conntrack_ipv4/ }],
    },
  ],
});
