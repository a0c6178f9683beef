import { moduleLoaderNeedless } from '../../../src/rules/modules/module-loader-needless';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { initScript } from '../writer-inputs';

const load = 'modprobe -a ip_vs ip_vs_rr nf_conntrack';
const own = { name: 'own', kernelVersion: '4.14.40-custom', kubeProxyVersion: 'v1.28.2' };
const talos = { name: 'talos', kernelVersion: '6.1.45-talos', osImage: 'Talos (v1.5)', kubeProxyVersion: 'v1.28.2' };
const bookworm = { name: 'bookworm', kernelVersion: '6.1.0-25-amd64', osImage: 'Debian GNU/Linux 12 (bookworm)', kubeProxyVersion: 'v1.28.2' };

testRule(moduleLoaderNeedless, {
  valid: [
    { name: 'modules to be loaded', pools: [bookworm], files: { 'load.yaml': initScript(load) } },
    { name: 'one of them is not built in', pools: [{ ...own, modules: { ip_vs: 'builtin', ip_vs_rr: 'builtin' } }], files: { 'load.yaml': initScript(load) } },
    { name: 'no loader', pools: [talos], files: { 'kube-proxy.yaml': ipvsConfigMap() } },
  ],
  invalid: [
    {
      name: 'all of it is built in',
      pools: [bookworm, { ...own, modules: { ip_vs: 'builtin', ip_vs_rr: 'builtin', nf_conntrack: 'builtin' } }],
      files: { 'load.yaml': initScript(load) },
      findings: [{ severity: 'info', pool: 'own', resource: 'DaemonSet kube-system/node-setup', message: /loads only modules that are built into this kernel$/, because: /loads ip_vs, ip_vs_rr, nf_conntrack, all built in/ }],
    },
    { name: 'a loader that Talos refuses besides', pools: [talos], files: { 'load.yaml': initScript(load) }, findings: [{ severity: 'info', pool: 'talos' }] },
    { name: 'modules-load.d on Talos', pools: [talos], files: { 'modules-load.d/ipvs.conf': 'ip_vs\nip_vs_sh\n' }, findings: [{ severity: 'info', pool: 'talos' }] },
    {
      name: 'a name that is only tried does not count',
      pools: [talos],
      files: { 'modules-load.d/ipvs.conf': 'ip_vs\nnf_conntrack\nnf_conntrack_ipv4\n' },
      findings: [{ severity: 'info', pool: 'talos', because: /loads ip_vs, nf_conntrack, all/ }],
    },
  ],
});
