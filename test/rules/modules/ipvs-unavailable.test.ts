import { ipvsUnavailable } from '../../../src/rules/modules/ipvs-unavailable';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const builtin = { ip_vs: 'builtin', ip_vs_rr: 'builtin', ip_vs_wrr: 'builtin', ip_vs_sh: 'builtin', nf_conntrack_ipv4: 'builtin' } as const;

testRule(ipvsUnavailable, {
  valid: [
    { name: 'modules that kube-proxy loads', pools: [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.26.1' }], files: ipvs },
    { name: 'built in, and seen by kube-proxy 1.11', pools: [{ name: 'all', kernelVersion: '4.14.40-custom', kubeProxyVersion: 'v1.11.0', modules: builtin }], files: ipvs },
    { name: 'built in, by the probe', pools: [{ name: 'all', kernelVersion: '6.1.45-talos', osImage: 'Talos (v1.5)', kubeProxyVersion: 'v1.28.2' }], files: ipvs },
    { name: 'kube-proxy 1.13 knows the new name', pools: [{ name: 'all', kernelVersion: '4.19.1-1.el7.elrepo.x86_64', kubeProxyVersion: 'v1.13.0' }], files: ipvs },
    { name: 'nothing is known of the modules', pools: [{ name: 'all', kernelVersion: '4.14.40-custom', kubeProxyVersion: 'v1.28.2' }], files: ipvs },
    {
      name: 'iptables mode',
      pools: [{ name: 'all', kernelVersion: '5.4.0-1021-kvm', kubeProxyVersion: 'v1.28.2' }],
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') },
    },
  ],
  invalid: [
    {
      name: 'the 4.19 rename, before kube-proxy knew of it',
      pools: [{ name: 'all', kernelVersion: '4.19.1-1.el7.elrepo.x86_64', kubeProxyVersion: 'v1.12.2', modules: { ip_vs: 'loadable', nf_conntrack: 'loadable' } }],
      files: ipvs,
      findings: [{
        severity: 'error', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy',
        because: /.*nf_conntrack_ipv4/,
        remedy: /^Run kube-proxy v1\.13 or later[^]*iptables/,
      }],
    },
    {
      name: 'built in, and kube-proxy 1.10 does not look there',
      pools: [{ name: 'all', kernelVersion: '4.14.40-custom', kubeProxyVersion: 'v1.10.2', modules: builtin }],
      files: ipvs,
      findings: [{ severity: 'error', pool: 'all', remedy: /^Run kube-proxy v1\.11 or later/ }],
    },
    {
      name: 'a kernel without IPVS, and kube-proxy exits',
      pools: [{ name: 'kvm', kernelVersion: '5.4.0-1021-kvm', kubeProxyVersion: 'v1.28.2' }],
      files: ipvs,
      findings: [{ severity: 'error', pool: 'kvm', because: /it does not find ip_vs/, remedy: /generic instead of kvm/ }],
    },
    {
      name: 'a kernel without IPVS, and kube-proxy falls back',
      pools: [{ name: 'kvm', kernelVersion: '5.4.0-1021-kvm', kubeProxyVersion: 'v1.25.16' }],
      files: ipvs,
      findings: [{ severity: 'error', pool: 'kvm', message: /falls back to iptables mode, because modules/ }],
    },
  ],
});
