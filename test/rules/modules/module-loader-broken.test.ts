import { moduleLoaderBroken } from '../../../src/rules/modules/module-loader-broken';
import { testRule } from '../rule-tester';
import { initScript } from '../writer-inputs';

const kubeProxy = (version: string, mounts: string) => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy, namespace: kube-system, labels: {k8s-app: kube-proxy}}
spec:
  selector: {matchLabels: {k8s-app: kube-proxy}}
  template:
    metadata: {labels: {k8s-app: kube-proxy}}
    spec:
      hostNetwork: true
      containers:
      - name: kube-proxy
        image: registry.k8s.io/kube-proxy:${version}
        command: [kube-proxy, --proxy-mode=ipvs]
        securityContext: {privileged: true}
        volumeMounts: [${mounts}]
      volumes: [{name: modules, hostPath: {path: /lib/modules}}]
`;
const load = 'modprobe -a ip_vs ip_vs_rr nf_conntrack';
const pool = (kernelVersion: string, osImage?: string) => ({ name: 'all', kernelVersion, osImage, kubeProxyVersion: 'v1.28.2' });
const bookworm = pool('6.1.0-25-amd64', 'Debian GNU/Linux 12 (bookworm)');
const talos = pool('6.1.45-talos', 'Talos (v1.5)');
const el7 = (kubeProxyVersion: string) => ({ ...pool('3.10.0-862.9.1.el7.x86_64', 'CentOS Linux 7 (Core)'), kubeProxyVersion });
const LIB_MODULES = '{name: modules, mountPath: /lib/modules, readOnly: true}';
const loaded = { ip_vs: 'loaded', ip_vs_rr: 'loaded', ip_vs_wrr: 'loaded', ip_vs_sh: 'loaded', nf_conntrack_ipv4: 'loaded' } as const;

testRule(moduleLoaderBroken, {
  valid: [
    { name: 'privileged, with the host\'s modules', pools: [bookworm], files: { 'load.yaml': initScript(load) } },
    { name: 'modules that kube-proxy does not need', pools: [{ ...talos, name: 'talos' }, bookworm], files: { 'load.yaml': initScript('modprobe iscsi_tcp; modprobe nbd', { libModules: false }) } },
    { name: 'modules-load.d', pools: [bookworm, { ...talos, name: 'talos' }], files: { 'modules-load.d/ipvs.conf': 'ip_vs\n' } },
    { name: 'nothing is known of the module files', pools: [pool('4.19.0-coreos', 'Container Linux')], files: { 'load.yaml': initScript(load) } },
    {
      name: 'kube-proxy 1.26 with /lib/modules',
      pools: [{ ...bookworm, kubeProxyVersion: undefined }],
      files: { 'kube-proxy.yaml': kubeProxy('v1.26.1', '{name: modules, mountPath: /lib/modules, readOnly: true}') },
    },
    { name: 'kube-proxy 1.27 leaves loading to the kernel', pools: [{ ...bookworm, kubeProxyVersion: undefined }], files: { 'kube-proxy.yaml': kubeProxy('v1.27.0', '') } },
    {
      name: 'kube-proxy 1.26 without, and the modules are loaded at boot',
      pools: [{ ...bookworm, kubeProxyVersion: undefined }],
      files: { 'kube-proxy.yaml': kubeProxy('v1.26.1', ''), 'modules-load.d/ipvs.conf': 'ip_vs\nip_vs_rr\nip_vs_wrr\nip_vs_sh\n' },
    },
    { name: 'an image of 1.23 reads compressed modules', pools: [el7('v1.23.0')], files: { 'kube-proxy.yaml': kubeProxy('v1.23.0', LIB_MODULES) } },
    { name: 'an older one where modules are not compressed', pools: [{ ...bookworm, kubeProxyVersion: undefined }], files: { 'kube-proxy.yaml': kubeProxy('v1.22.4', LIB_MODULES) } },
    { name: 'where they are loaded', pools: [{ ...el7('v1.11.1'), modules: loaded }], files: { 'kube-proxy.yaml': kubeProxy('v1.11.1', LIB_MODULES) } },
    { name: 'outside containers', pools: [el7('v1.11.1')], files: { 'kube-proxy.service': '[Service]\nExecStart=/usr/bin/kube-proxy --proxy-mode=ipvs\n' } },
    { name: 'a script that loads nothing', pools: [talos], files: { 'load.yaml': initScript('echo hello') } },
  ],
  invalid: [
    {
      name: 'without /lib/modules',
      pools: [pool('4.14.88-88.76.amzn2.x86_64', 'Amazon Linux 2')],
      files: { 'load.yaml': initScript(load, { libModules: false }) },
      findings: [{
        severity: 'error', pool: 'all', resource: 'DaemonSet kube-system/node-setup',
        message: /has no modules to load: it does not see the host's \/lib\/modules/, because: /is to load ip_vs, ip_vs_rr, nf_conntrack, but its container does not mount/,
        remedy: /^Mount the host's \/lib\/modules/,
      }],
    },
    {
      name: 'without /lib/modules, whatever the nodes',
      pools: [],
      files: { 'load.yaml': initScript(load, { libModules: false }) },
      findings: [{ severity: 'error', pool: undefined, message: /^DaemonSet kube-system\/node-setup/ }],
    },
    {
      name: 'without the right',
      pools: [bookworm],
      files: { 'load.yaml': initScript(load, { privileged: false }) },
      findings: [{ severity: 'error', pool: 'all', remedy: /SYS_MODULE/ }],
    },
    {
      name: 'on Talos, and only there',
      pools: [bookworm, { ...talos, name: 'talos' }],
      files: { 'load.yaml': initScript(load) },
      findings: [{ severity: 'error', pool: 'talos', because: /Talos.* gives the right to no pod/, remedy: /machine\.kernel\.modules/ }],
    },
    {
      name: 'kube-proxy 1.26 as its own loader, without /lib/modules',
      pools: [{ ...bookworm, kubeProxyVersion: undefined }],
      files: { 'kube-proxy.yaml': kubeProxy('v1.26.1', '') },
      findings: [{ severity: 'warning', pool: 'all', resource: 'DaemonSet kube-system/kube-proxy', message: /v1\.26\.1 loads modules itself, but/, because: /loads ip_vs, ip_vs_rr, ip_vs_wrr, ip_vs_sh, and its container/ }],
    },
    {
      name: 'an old image that has to read compressed modules',
      pools: [el7('v1.11.1')],
      files: { 'kube-proxy.yaml': kubeProxy('v1.11.1', LIB_MODULES) },
      findings: [{
        severity: 'warning', pool: 'all', resource: 'DaemonSet kube-system/kube-proxy', message: /cannot read the compressed modules/, because: /by the modprobe of its image, which cannot read those of RHEL 7/, remedy: /^Load the modules at boot/,
      }],
    },
    {
      name: 'with a modprobe of its own where module files are compressed',
      pools: [pool('5.14.0-687.36.1.el9_8.x86_64', 'AlmaLinux 9.8')],
      files: { 'load.yaml': initScript(load) },
      findings: [{ severity: 'warning', pool: 'all', message: /compressed modules/, remedy: /chroot/ }],
    },
  ],
});
