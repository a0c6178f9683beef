import { kubeProxyClaimedTwice } from '../../../src/rules/config/kube-proxy-claimed-twice';
import { ipvsConfigMap, kubeadmDocuments } from '../inputs';
import { kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const pool = (name: string, labels?: Record<string, string>) => ({ name, kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.30.4', labels });
const flags = ['kube-proxy', '--proxy-mode=iptables'];
const on = (name: string, nodeSelector?: Record<string, string>) => kubeProxyDaemonSet(flags, { nodeSelector }).replace('name: kube-proxy,', `name: ${name},`);
const unit = (mode: string) => `[Service]\nExecStart=/usr/bin/kube-proxy --proxy-mode=${mode}\n`;
const KOPS = 'apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nmetadata: {name: k.example}\nspec: {kubeProxy: {proxyMode: ipvs}}\n';
const POD = `apiVersion: v1
kind: Pod
metadata: {name: kube-proxy, namespace: kube-system}
spec: {hostNetwork: true, containers: [{name: kube-proxy, image: "registry.k8s.io/kube-proxy:v1.30.4", command: [kube-proxy, --proxy-mode=ipvs]}]}
`;
const TALOS = 'version: v1alpha1\nmachine: {}\ncluster: {proxy: {mode: ipvs}}\n';

testRule(kubeProxyClaimedTwice, {
  valid: [
    { name: 'one of each', pools: [pool('all')], files: { 'config.yaml': ipvsConfigMap(), 'ds.yaml': on('kube-proxy') } },
    { name: 'a pool each', pools: [pool('a', { pool: 'a' }), pool('b', { pool: 'b' })], files: { 'a.yaml': on('proxy-a', { pool: 'a' }), 'b.yaml': on('proxy-b', { pool: 'b' }) } },
    { name: 'told apart by a label that the pool does not state', pools: [pool('all')], files: { 'a.yaml': on('proxy-a', { gpu: 'no' }), 'b.yaml': on('proxy-b', { gpu: 'yes' }) } },
    { name: 'a configuration beside what runs kube-proxy by flags', pools: [pool('all')], files: { 'config.yaml': ipvsConfigMap(), 'unit.service': '[Service]\nExecStart=/usr/bin/kube-proxy --proxy-mode=iptables\n' } },
    { name: 'kubeadm\'s documents beside the ConfigMap that they make', pools: [pool('all')], files: { 'config.yaml': ipvsConfigMap(), 'kubeadm.yaml': kubeadmDocuments('mode: ipvs') } },
    { name: 'a Cluster of kops beside the static pod that comes of it', pools: [pool('all')], files: { 'kops.yaml': KOPS, 'pod.yaml': POD } },
    { name: 'the same unit of several nodes', pools: [pool('all')], files: { 'a/kube-proxy.service': unit('ipvs'), 'b/kube-proxy.service': unit('ipvs') } },
    { name: 'Talos, on the control plane and on workers', pools: [pool('all')], files: { 'controlplane.yaml': TALOS, 'worker.yaml': TALOS } },
  ],
  invalid: [
    {
      name: 'units of several nodes that differ',
      pools: [pool('all')],
      files: { 'a/kube-proxy.service': unit('ipvs'), 'b/kube-proxy.service': unit('iptables') },
      findings: [{ severity: 'warning', pool: 'all', because: /nothing tells on which nodes each is/, remedy: /^Check the files of each kind of node by themselves/ }],
    },
    {
      name: 'configurations of one name',
      pools: [pool('all')],
      // In files of their own they would be of two clusters.
      files: { 'a/kube-proxy.yaml': `${ipvsConfigMap()}\n---\n${ipvsConfigMap('mode: iptables')}` },
      findings: [{ severity: 'warning', because: /^ConfigMap kube-system\/kube-proxy \(a\/kube-proxy\.yaml\) and ConfigMap kube-system\/kube-proxy \(a\/kube-proxy\.yaml\) / }],
    },
    {
      name: 'k3s and a DaemonSet',
      pools: [pool('all')],
      files: { 'config.yaml': 'kube-proxy-arg: [proxy-mode=ipvs]\n', 'ds.yaml': on('kube-proxy') },
      findings: [{ severity: 'error', pool: 'all', because: /all run kube-proxy on pool all/ }],
    },
    {
      name: 'two DaemonSets on every node',
      pools: [pool('a'), pool('b')],
      files: { 'a.yaml': on('proxy-a'), 'b.yaml': on('proxy-b') },
      findings: [{ severity: 'error', pool: undefined, resource: 'DaemonSet kube-system/proxy-b', because: /proxy-a and .*proxy-b all run kube-proxy on pools a, b/ }],
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
      findings: [{ severity: 'warning', pool: 'all', because: /nothing tells which of them kube-proxy reads/ }],
    },
  ],
});
