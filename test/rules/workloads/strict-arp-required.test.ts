import { strictArpRequired } from '../../../src/rules/workloads/strict-arp-required';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool as pool, workload } from '../workload-inputs';
import { initScript } from '../writer-inputs';

const METALLB = 'apiVersion: metallb.io/v1beta1\nkind: L2Advertisement\nmetadata: {name: lan, namespace: metallb-system}\n';
const METALLB_POOL = 'apiVersion: metallb.io/v1beta1\nkind: IPAddressPool\nmetadata: {name: lan, namespace: metallb-system}\nspec: {addresses: [192.0.2.0/28]}\n';
const METALLB_BGP = 'apiVersion: metallb.io/v1beta1\nkind: BGPAdvertisement\nmetadata: {name: lan, namespace: metallb-system}\n';
const kubeVip = (...env: [string, string][]) => workload('DaemonSet', 'kube-vip',
  'hostNetwork: true', 'containers:', '- name: kube-vip', '  image: ghcr.io/kube-vip/kube-vip:v0.8.0', '  args: [manager]',
  '  env:', ...env.map(([name, value]) => `  - {name: ${name}, value: "${value}"}`));

const lax = ipvsConfigMap('mode: ipvs', 'ipvs:', '  strictARP: false');
const strict = ipvsConfigMap('mode: ipvs', 'ipvs:', '  strictARP: true');
const SYSCTL_D = 'net.ipv4.conf.all.arp_ignore = 1\nnet.ipv4.conf.all.arp_announce = 2\n';

testRule(strictArpRequired, {
  valid: [
    { name: 'strictARP', pools: [pool()], files: { 'kube-proxy.yaml': strict, 'metallb.yaml': METALLB } },
    { name: 'strictARP by flag', pools: [pool()], files: { 'kube-proxy.flags': '--proxy-mode=ipvs --ipvs-strict-arp=true\n', 'metallb.yaml': METALLB } },
    { name: 'nobody announces by ARP', pools: [pool()], files: { 'kube-proxy.yaml': lax } },
    { name: 'MetalLB with BGP alone', pools: [pool()], files: { 'kube-proxy.yaml': lax, 'metallb.yaml': `${METALLB_POOL}---\n${METALLB_BGP}` } },
    { name: 'kube-vip with BGP', pools: [pool()], files: { 'kube-proxy.yaml': lax, 'kube-vip.yaml': kubeVip(['bgp_enable', 'true'], ['svc_enable', 'true']) } },
    { name: 'kube-vip for the API server alone', pools: [pool()], files: { 'kube-proxy.yaml': lax, 'kube-vip.yaml': kubeVip(['vip_arp', 'true'], ['cp_enable', 'true']) } },
    { name: 'iptables mode', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables'), 'metallb.yaml': METALLB } },
    { name: 'nftables mode', pools: [pool('v1.33.4')], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: nftables', 'ipvs: {strictARP: false}'), 'metallb.yaml': METALLB } },
    { name: 'v1.14.1 does it unasked', pools: [pool('v1.14.1')], files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB } },
    { name: 'v1.13.0 does it unasked', pools: [pool('v1.13.0')], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'metallb.yaml': METALLB } },
    { name: 'v1.13.5 does it unasked', pools: [pool('v1.13.5')], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'metallb.yaml': METALLB } },
    { name: 'sysctl.d does it', pools: [pool()], files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB, 'sysctl.d/k8s_arp.conf': SYSCTL_D } },
    { name: 'sysctl.d does it, nodes not known', pools: [], kubernetesVersion: '1.28.5', files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB, 'sysctl.d/k8s_arp.conf': SYSCTL_D } },
    {
      name: 'a DaemonSet does it',
      pools: [pool()],
      files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB, 'node.yaml': initScript('sysctl -w net.ipv4.conf.all.arp_ignore=1 net.ipv4.conf.all.arp_announce=2') },
    },
    {
      name: 'the interface has it',
      pools: [pool('v1.28.5', { sysctls: { 'net.ipv4.conf.eth0.arp_ignore': 1, 'net.ipv4.conf.eth0.arp_announce': 2 } })],
      files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB },
    },
    { name: 'kube-proxy fell back to iptables', pools: [pool('v1.20.7', { modules: { ip_vs: 'absent' } })], files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB } },
  ],
  invalid: [
    {
      name: 'MetalLB in layer 2 mode',
      pools: [pool()],
      files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB },
      findings: [{
        severity: 'error', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy', at: 'kube-proxy.yaml:10',
        because: /IPVS mode with ipvs\.strictARP false.* MetalLB in layer 2 mode \(L2Advertisement metallb-system\/lan\)/, remedy: /Set ipvs\.strictARP: true .*restart/,
      }],
    },
    { name: 'left out', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'metallb.yaml': METALLB }, findings: [{ severity: 'error', at: 'kube-proxy.yaml:5' }] },
    { name: 'turned off by flag', pools: [pool()], files: { 'kube-proxy.flags': '--proxy-mode=ipvs\n--ipvs-strict-arp=false\n', 'metallb.yaml': METALLB }, findings: [{ severity: 'error', at: 'kube-proxy.flags:2' }] },
    { name: 'written in another case, and so dropped', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'ipvs: {strictArp: true}'), 'metallb.yaml': METALLB }, findings: [{ severity: 'error' }] },
    { name: 'written in the wrong place', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'strictARP: true'), 'metallb.yaml': METALLB }, findings: [{ severity: 'error' }] },
    { name: 'v1.13.6 waits to be asked', pools: [pool('v1.13.6')], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'metallb.yaml': METALLB }, findings: [{ severity: 'error', because: /strictARP false/ }] },
    { name: 'v1.14.2 waits to be asked', pools: [pool('v1.14.2')], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'metallb.yaml': METALLB }, findings: [{ severity: 'error' }] },
    {
      name: 'v1.12 cannot be asked',
      pools: [pool('v1.12.10', { kernelVersion: '4.4.0-150-generic', osImage: 'Ubuntu 16.04' })],
      files: { 'kube-proxy.yaml': strict, 'metallb.yaml': METALLB },
      findings: [{ severity: 'error', because: /has no ipvs\.strictARP yet/, remedy: /Run kube-proxy v1\.14\.2 or later.*\n.*arp_ignore=1/ }],
    },
    {
      name: 'MetalLB before 0.13',
      pools: [pool()],
      files: { 'kube-proxy.yaml': lax, 'metallb.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: config, namespace: metallb-system}\ndata:\n  config: |\n    address-pools:\n    - name: lan\n      protocol: layer2\n' },
      findings: [{ severity: 'error', because: /ConfigMap metallb-system\/config/ }],
    },
    { name: 'kube-vip', pools: [pool()], files: { 'kube-proxy.yaml': lax, 'kube-vip.yaml': kubeVip(['vip_arp', 'true'], ['svc_enable', 'true']) }, findings: [{ severity: 'error', because: /kube-vip in ARP mode \(DaemonSet apps\/kube-vip\)/ }] },
    {
      name: 'OpenELB and MetalLB, said once',
      pools: [pool()],
      files: {
        'kube-proxy.yaml': lax,
        'openelb.yaml': 'apiVersion: network.kubesphere.io/v1alpha2\nkind: Eip\nmetadata: {name: eip}\nspec: {address: 192.0.2.0/28, protocol: layer2, interface: eth0}\n',
        'metallb.yaml': `${METALLB}---\n${METALLB.replace('name: lan', 'name: dmz')}`,
      },
      findings: [{ severity: 'error', because: /OpenELB in layer 2 mode \(Eip eip\), MetalLB in layer 2 mode \(L2Advertisement metallb-system\/lan\) picks/ }],
    },
    {
      name: 'half of it in sysctl.d',
      pools: [pool()],
      files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB, 'sysctl.d/arp.conf': 'net.ipv4.conf.all.arp_ignore = 1\n' },
      findings: [{ severity: 'error' }],
    },
    {
      name: 'sysctl.d for the loopback device alone',
      pools: [pool()],
      files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB, 'sysctl.d/arp.conf': SYSCTL_D.replaceAll('.all.', '.lo.') },
      findings: [{ severity: 'error' }],
    },
    {
      name: 'a DaemonSet that only writes in its own network namespace',
      pools: [pool()],
      files: {
        'kube-proxy.yaml': lax, 'metallb.yaml': METALLB,
        'node.yaml': initScript('sysctl -w net.ipv4.conf.all.arp_ignore=1 net.ipv4.conf.all.arp_announce=2').replace('hostNetwork: true', 'hostNetwork: false'),
      },
      findings: [{ severity: 'error' }],
    },
    {
      name: 'only the pools that lack it, and only those in IPVS mode, are named',
      pools: [
        pool('v1.28.5', { name: 'tuned', sysctls: { 'net.ipv4.conf.all.arp_ignore': 1, 'net.ipv4.conf.all.arp_announce': 2 } }),
        pool('v1.28.5', { name: 'a' }), pool('v1.28.5', { name: 'b' }),
      ],
      files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB },
      findings: [{ severity: 'error', pool: undefined, message: /^ConfigMap kube-system\/kube-proxy on pools a, b: / }],
    },
    {
      name: 'nodes are not known',
      pools: [],
      kubernetesVersion: '1.28.5',
      files: { 'kube-proxy.yaml': lax, 'metallb.yaml': METALLB },
      findings: [{ severity: 'error', pool: undefined, resource: 'ConfigMap kube-system/kube-proxy' }],
    },
  ],
});
