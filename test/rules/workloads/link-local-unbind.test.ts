import { linkLocalUnbind } from '../../../src/rules/workloads/link-local-unbind';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pools = (kubeProxyVersion: string, addresses: string[] = ['192.0.2.7/24', 'fe80::1/64']) => [
  { name: 'all', kernelVersion: '4.15.0-29-generic', kubeProxyVersion, interfaces: [{ name: 'eth0', addresses }] },
];
const files = { 'kube-proxy.yaml': ipvsConfigMap() };

testRule(linkLocalUnbind, {
  valid: [
    { name: 'the first release without it', pools: pools('v1.14.0'), files },
    { name: 'no IPv6', pools: pools('v1.13.12', ['192.0.2.7/24']), files },
    { name: 'another mode', pools: pools('v1.13.12'), files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
  ],
  invalid: [
    {
      name: 'an IPv6 address on the nodes',
      pools: pools('v1.13.12'),
      files,
      findings: [{ severity: 'info', pool: 'all', because: /link-local IPv6 address of kube-ipvs0/, remedy: /v1\.14\.0/ }],
    },
    { name: 'an IPv6 range', pools: pools('v1.13.12', []), files: { 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'clusterCIDR: fd00:10:244::/56') }, findings: [{ severity: 'info' }] },
    { name: 'an IPv6 bindAddress', pools: pools('v1.13.12', []), files: { 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'bindAddress: "::"') }, findings: [{ severity: 'info' }] },
    {
      name: 'an IPv6 Service',
      pools: pools('v1.13.12', []),
      files: { ...files, 'web.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {clusterIP: "fd00:10:96::7", ports: [{port: 80}]}\n' },
      findings: [{ severity: 'info' }],
    },
  ],
});
