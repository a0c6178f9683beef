import { sysctlBeforeModule } from '../../../src/rules/sysctls/sysctl-before-module';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { initScript, kubeProxyUnit, lastingScript } from '../writer-inputs';

const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const el9 = { name: 'el9', kernelVersion: '5.14.0-687.36.1.el9_8.x86_64', kubeProxyVersion: 'v1.33.4' };
const talos = { name: 'talos', kernelVersion: '6.1.45-talos', osImage: 'Talos (v1.5)', kubeProxyVersion: 'v1.33.4' };
const boot = { 'sysctl.d/90-ipvs.conf': 'net.ipv4.vs.run_estimation = 0\nnet.ipv4.vs.expire_nodest_conn = 1\n' };

testRule(sysctlBeforeModule, {
  valid: [
    { name: 'the module is listed for boot', pools: [el9], files: { ...ipvs, ...boot, 'modules-load.d/ipvs.conf': 'ip_vs\n' } },
    { name: 'the module is listed for boot, and no nodes are known', pools: [], files: { ...boot, 'modules-load.d/ipvs.conf': 'ip_vs\n' } },
    { name: 'a scheduler brings ip_vs along', pools: [el9], files: { ...ipvs, ...boot, 'modules-load.d/ipvs.conf': 'ip_vs_rr\n' } },
    {
      name: 'ip_vs brings nf_conntrack along',
      pools: [el9],
      files: { ...ipvs, 'sysctl.d/90-ct.conf': 'net.netfilter.nf_conntrack_max = 4194304\n', 'modules-load.d/ipvs.conf': 'ip_vs\n' },
    },
    { name: 'ip_vs is built into the kernel', pools: [talos], files: { ...ipvs, ...boot } },
    { name: 'ip_vs is stated as built in', pools: [{ ...el9, modules: { ip_vs: 'builtin' } }], files: { ...ipvs, ...boot } },
    { name: 'keys of the kernel itself', pools: [el9], files: { ...ipvs, 'sysctl.d/90-net.conf': 'net.ipv4.tcp_keepalive_time = 600\nnet.ipv4.ip_forward = 1\n' } },
    { name: 'leftovers of IPVS in another mode', pools: [el9], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: nftables'), ...boot } },
    { name: 'a script that loads the module first', pools: [el9], files: { ...ipvs, 'tune.yaml': initScript('modprobe ip_vs; sysctl -w net.ipv4.vs.run_estimation=0') } },
    {
      name: 'a script that waits for the key',
      pools: [el9],
      files: { ...ipvs, 'tune.yaml': initScript('until [ -e /proc/sys/net/ipv4/vs/run_estimation ]; do sleep 1; done; sysctl -w net.ipv4.vs.run_estimation=0') },
    },
    {
      name: 'an init container, where the module is stated as loaded',
      pools: [{ ...el9, modules: { ip_vs: 'loaded' } }],
      files: { ...ipvs, 'tune.yaml': initScript('sysctl -w net.ipv4.vs.run_estimation=0') },
    },
    { name: 'a pod, and the kubelet has loaded the module for its own rules', pools: [el9], files: { ...ipvs, 'tune.yaml': initScript('sysctl -w net.netfilter.nf_conntrack_max=1') } },
    {
      name: "OpenShift's own profile of TuneD",
      pools: [el9],
      files: { 'tuned.yaml': 'apiVersion: tuned.openshift.io/v1\nkind: Tuned\nmetadata: {name: t}\nspec: {profile: [{name: openshift, data: "[sysctl]\\nnet.netfilter.nf_conntrack_max=1048576\\n"}]}\n' },
    },
    { name: 'a script that tries again', pools: [el9], files: { ...ipvs, 'tune.yaml': lastingScript('while true; do sysctl -w net.ipv4.vs.run_estimation=0; sleep 9; done') } },
    {
      name: 'beside the start of kube-proxy, which writes the key itself: a matter for other rules',
      pools: [el9],
      files: { ...ipvs, 'kube-proxy.service': kubeProxyUnit('/sbin/sysctl -w net.ipv4.vs.expire_nodest_conn=0') },
    },
  ],
  invalid: [
    {
      name: 'sysctl.d without modules-load.d: one finding for the file',
      pools: [el9],
      files: { ...ipvs, 'sysctl.d/90-ipvs.conf': `${boot['sysctl.d/90-ipvs.conf']}net.netfilter.nf_conntrack_max = 4194304\n` },
      findings: [{
        severity: 'error', pool: 'el9', detail: 'sysctl.d/90-ipvs.conf', at: 'sysctl.d/90-ipvs.conf:1',
        because: /nothing loads ip_vs and nf_conntrack before that/,
        remedy: /modules-load\.d/,
      }],
    },
    {
      name: 'the module is listed, and only the other one\'s keys are lost',
      pools: [el9],
      files: { ...ipvs, 'sysctl.d/90-ipvs.conf': `net.netfilter.nf_conntrack_max = 4194304\n${boot['sysctl.d/90-ipvs.conf']}`, 'modules-load.d/ct.conf': 'nf_conntrack\n' },
      findings: [{ severity: 'error', at: 'sysctl.d/90-ipvs.conf:2', because: /sets net\.ipv4\.vs\.run_estimation, net\.ipv4\.vs\.expire_nodest_conn once/ }],
    },
    {
      name: 'only the pool whose kernel does not have it built in',
      pools: [talos, el9],
      files: { ...ipvs, ...boot },
      findings: [{ severity: 'error', pool: 'el9' }],
    },
    {
      name: 'loaded by kube-proxy later on is too late',
      pools: [{ ...el9, modules: { ip_vs: 'loaded' } }],
      files: { ...ipvs, ...boot },
      findings: [{ severity: 'error', pool: 'el9' }],
    },
    {
      name: 'without nodes',
      pools: [],
      files: boot,
      findings: [{ severity: 'error', pool: undefined, detail: 'sysctl.d/90-ipvs.conf', message: /^sysctl\.d\/90-ipvs\.conf sets/ }],
    },
    {
      name: 'conntrack keys in iptables mode',
      pools: [el9],
      files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables'), 'sysctl.conf': 'net.netfilter.nf_conntrack_tcp_timeout_time_wait = 30\n' },
      findings: [{ severity: 'error', pool: 'el9', because: /nf_conntrack_tcp_timeout_time_wait once at boot/ }],
    },
    {
      name: 'a profile of TuneD on the node',
      pools: [el9],
      files: { 'tuned.conf': '[sysctl]\nnet.netfilter.nf_conntrack_max=1048576\n' },
      findings: [{ severity: 'error', pool: 'el9' }],
    },
    {
      name: 'an init container that neither loads nor waits',
      pools: [el9],
      files: { ...ipvs, 'tune.yaml': initScript('sysctl -w net.ipv4.vs.run_estimation=0') },
      findings: [{ severity: 'error', pool: 'el9', resource: 'DaemonSet kube-system/node-setup', remedy: /wait until the key exists/ }],
    },
  ],
});
