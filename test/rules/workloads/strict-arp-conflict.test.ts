import { strictArpConflict } from '../../../src/rules/workloads/strict-arp-conflict';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool as pool, workload } from '../workload-inputs';

const EGRESS = 'apiVersion: crd.antrea.io/v1alpha2\nkind: Egress\nmetadata: {name: web}\nspec: {egressIP: 192.0.2.7, externalIPPool: lan}\n';
const antrea = (tag: string) => workload('DaemonSet', 'antrea-agent', 'containers:', '- name: antrea-agent', `  image: projects.registry.vmware.com/antrea/antrea-ubuntu:${tag}`);
const strict = ipvsConfigMap('mode: ipvs', 'ipvs:', '  strictARP: true');

testRule(strictArpConflict, {
  valid: [
    { name: 'no strict ARP', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'egress.yaml': EGRESS } },
    { name: 'nothing that breaks', pools: [pool()], files: { 'kube-proxy.yaml': strict, 'antrea.yaml': antrea('v1.6.1') } },
    { name: 'Antrea 1.7 answers itself', pools: [pool()], files: { 'kube-proxy.yaml': strict, 'egress.yaml': EGRESS, 'antrea.yaml': antrea('v1.7.0') } },
    { name: 'Antrea 2', pools: [pool()], files: { 'kube-proxy.yaml': strict, 'egress.yaml': EGRESS, 'antrea.yaml': antrea('v2.1.0') } },
    { name: 'iptables mode', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables', 'ipvs: {strictARP: true}'), 'egress.yaml': EGRESS } },
  ],
  invalid: [
    {
      name: 'Antrea 1.6',
      pools: [pool()],
      files: { 'kube-proxy.yaml': strict, 'egress.yaml': EGRESS, 'antrea.yaml': antrea('v1.6.1') },
      findings: [{
        severity: 'warning', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy', at: 'kube-proxy.yaml:10',
        because: /Antrea Egress \(Egress web; v1\.6\.1\)/, remedy: /Antrea v1\.7\.0/,
      }],
    },
    { name: 'Antrea of an unknown version', pools: [pool()], files: { 'kube-proxy.yaml': strict, 'egress.yaml': EGRESS }, findings: [{ severity: 'warning', because: /its version is not in the input/ }] },
    { name: 'Antrea latest', pools: [pool()], files: { 'kube-proxy.yaml': strict, 'egress.yaml': EGRESS, 'antrea.yaml': antrea('latest') }, findings: [{ severity: 'warning' }] },
    { name: 'a kube-proxy that does it unasked', pools: [pool('v1.14.1')], files: { 'kube-proxy.yaml': ipvsConfigMap(), 'egress.yaml': EGRESS }, findings: [{ severity: 'warning' }] },
    {
      name: 'several, said once',
      pools: [pool(), pool('v1.28.5', { name: 'more' })],
      files: { 'kube-proxy.yaml': strict, 'egress.yaml': `${EGRESS}---\n${EGRESS.replace('web', 'db')}` },
      findings: [{ severity: 'warning', pool: undefined, because: /Egress web, Egress db/ }],
    },
  ],
});
