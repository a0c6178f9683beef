import { kubeProxyClaimedTwice } from '../../src/rules/kube-proxy-claimed-twice';
import { ipvsConfigMap, kubeadmDocuments } from './inputs';
import { kubeProxyDaemonSet } from './kube-proxy-daemon-set';
import { testRule } from './rule-tester';

const pool = (name: string, labels?: Record<string, string>) => ({ name, kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.30.4', labels });
const flags = ['kube-proxy', '--proxy-mode=iptables'];
const on = (name: string, nodeSelector?: Record<string, string>) => kubeProxyDaemonSet(flags, { nodeSelector }).replace('name: kube-proxy,', `name: ${name},`);

testRule(kubeProxyClaimedTwice, {
  valid: [
    { name: 'one of each', pools: [pool('all')], files: { 'config.yaml': ipvsConfigMap(), 'ds.yaml': on('kube-proxy') } },
    { name: 'a pool each', pools: [pool('a', { pool: 'a' }), pool('b', { pool: 'b' })], files: { 'a.yaml': on('proxy-a', { pool: 'a' }), 'b.yaml': on('proxy-b', { pool: 'b' }) } },
    { name: 'told apart by a label that the pool does not state', pools: [pool('all')], files: { 'a.yaml': on('proxy-a', { gpu: 'no' }), 'b.yaml': on('proxy-b', { gpu: 'yes' }) } },
    { name: 'a configuration beside what runs kube-proxy by flags', pools: [pool('all')], files: { 'config.yaml': ipvsConfigMap(), 'unit.service': '[Service]\nExecStart=/usr/bin/kube-proxy --proxy-mode=iptables\n' } },
    { name: 'kubeadm\'s documents beside the ConfigMap that they make', pools: [pool('all')], files: { 'config.yaml': ipvsConfigMap(), 'kubeadm.yaml': kubeadmDocuments('mode: ipvs') } },
  ],
  invalid: [
    {
      name: 'two DaemonSets on every node',
      pools: [pool('a'), pool('b')],
      files: { 'a.yaml': on('proxy-a'), 'b.yaml': on('proxy-b') },
      findings: [{ severity: 'error', pool: undefined, resource: 'DaemonSet kube-system/proxy-b', message: /proxy-a and .*proxy-b all run kube-proxy on pools a, b/ }],
    },
    {
      name: 'one of them on a pool of the other',
      pools: [pool('a', { pool: 'a' }), pool('b', { pool: 'b' })],
      files: { 'a.yaml': on('proxy-a'), 'b.yaml': on('proxy-b', { pool: 'b' }) },
      findings: [{ severity: 'error', pool: 'b', detail: 'b' }],
    },
    {
      name: 'two configurations that nothing reads',
      pools: [pool('all')],
      files: { 'a.yaml': ipvsConfigMap('mode: ipvs'), 'b.yaml': ipvsConfigMap('mode: iptables').replace('name: kube-proxy', 'name: kube-proxy-old') },
      findings: [{ severity: 'warning', pool: 'all', message: /nothing tells which of them kube-proxy reads/ }],
    },
  ],
});
