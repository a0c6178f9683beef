import { dualStackMismatch } from '../../../src/rules/config/dual-stack-mismatch';
import { ipvsConfigMap, kubeadmDocuments } from '../inputs';
import { testRule } from '../rule-tester';

const BOTH = 'clusterCIDR: 10.244.0.0/16,fd00:10:244::/56';
const IPV4 = 'clusterCIDR: 10.244.0.0/16';
const GATE = 'featureGates: {IPv6DualStack: true}';
const pools = (kubeProxyVersion: string) => [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion }];
const files = (...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(...lines) });
const service = (spec: string) => ({ 'web.yaml': `apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\nspec: ${spec}\n` });
const DUAL = service('{ipFamilyPolicy: RequireDualStack, ports: [{port: 80}]}');
const cluster = (podSubnet: string) => ({
  'kubeadm.yaml': `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nnetworking: {podSubnet: "${podSubnet}"}\n`,
});

testRule(dualStackMismatch, {
  valid: [
    { name: 'one family all over', pools: pools('v1.30.4'), files: { ...files(IPV4), ...service('{ipFamilies: [IPv4], ports: [{port: 80}]}') } },
    { name: 'both families all over', pools: pools('v1.30.4'), files: { ...files(BOTH), ...DUAL } },
    { name: 'no range at all, as where the network plugin masquerades', pools: pools('v1.30.4'), files: { ...files('mode: ipvs'), ...DUAL } },
    { name: 'ranges of the nodes are used', pools: pools('v1.30.4'), files: { ...files(IPV4, 'detectLocalMode: NodeCIDR'), ...DUAL } },
    { name: 'a Service that takes what it gets', pools: pools('v1.30.4'), files: { ...files(IPV4), ...service('{ipFamilyPolicy: PreferDualStack, ports: [{port: 80}]}') } },
    { name: 'headless', pools: pools('v1.30.4'), files: { ...files(IPV4), ...service('{clusterIP: None, ipFamilyPolicy: RequireDualStack, ports: [{port: 80}]}') } },
    { name: 'with the gate of 1.20', pools: pools('v1.20.4'), files: files('mode: ipvs', BOTH, GATE) },
    { name: 'the gate is on by default from 1.21 on', pools: pools('v1.21.0'), files: files('mode: ipvs', BOTH) },
    { name: 'kubeadm turns the gate on', pools: pools('v1.20.4'), files: { 'kubeadm.yaml': kubeadmDocuments('mode: ipvs', BOTH) } },
    { name: 'iptables mode from 1.18 on', pools: pools('v1.18.0'), files: files('mode: iptables', BOTH, GATE) },
    { name: 'IPv6 alone', pools: pools('v1.30.4'), files: { ...files('bindAddress: "::"', 'clusterCIDR: fd00:10:244::/56'), ...service('{ipFamilies: [IPv6], ports: [{port: 80}]}') } },
  ],
  invalid: [
    {
      name: 'a dual-stack Service, and a range of one family',
      pools: pools('v1.30.4'),
      files: { ...files(IPV4), ...DUAL },
      findings: [{
        severity: 'error', pool: 'all', detail: 'clusterCIDR', resource: 'ConfigMap kube-system/kube-proxy', at: 'kube-proxy.yaml:8',
        because: /Service shop\/web/, remedy: /one range of each family/,
      }],
    },
    {
      name: 'pod ranges of the cluster',
      pools: pools('v1.30.4'),
      files: { ...files(IPV4), ...cluster('10.244.0.0/16,fd00:10:244::/56') },
      findings: [{ severity: 'error', detail: 'clusterCIDR', because: /IPv6: the pod ranges of the cluster/ }],
    },
    {
      name: 'addresses of a Service',
      pools: pools('v1.30.4'),
      files: { ...files(IPV4), ...service('{clusterIPs: [10.96.0.7, "fd00:10:96::7"], ports: [{port: 80}]}') },
      findings: [{ severity: 'error', detail: 'clusterCIDR' }],
    },
    {
      name: 'without the gate of 1.20',
      pools: pools('v1.20.15'),
      files: files('mode: ipvs', BOTH),
      findings: [{
        severity: 'error', detail: 'featureGates.IPv6DualStack', at: 'kube-proxy.yaml:5', because: /.* IPv6DualStack is off by default; IPv4: clusterCIDR, IPv6: clusterCIDR/, remedy: /IPv6DualStack: true/,
      }],
    },
    { name: 'the gate of 1.22 turned off', pools: pools('v1.22.4'), files: files('mode: ipvs', BOTH, 'featureGates: {IPv6DualStack: false}'), findings: [{ severity: 'error', because: /is turned off/ }] },
    { name: 'iptables mode before 1.18', pools: pools('v1.17.9'), files: files('mode: iptables', BOTH, GATE), findings: [{ severity: 'error', detail: 'mode', message: /only in mode iptables/ }] },
    { name: 'before any support', pools: pools('v1.15.9'), files: files('mode: ipvs', BOTH), findings: [{ severity: 'error', detail: 'clusterCIDR', message: /exits on startup: it takes a clusterCIDR of one family only$/, remedy: /write one range as clusterCIDR/ }] },
    {
      name: 'neither the gate nor the range',
      pools: pools('v1.20.15'),
      files: { ...files(IPV4), ...DUAL },
      findings: [{ severity: 'error', detail: 'featureGates.IPv6DualStack', message: /serves one address family only$/, because: /is off by default/ }, { severity: 'error', detail: 'clusterCIDR' }],
    },
  ],
});
