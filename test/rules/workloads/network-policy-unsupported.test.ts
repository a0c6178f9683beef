import { networkPolicyUnsupported } from '../../../src/rules/workloads/network-policy-unsupported';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool as pool, workload } from '../workload-inputs';

const cluster = (networkPolicy: string, mode: string) => ({
  'cluster.yaml': `type: Microsoft.ContainerService/managedClusters\nproperties:\n  networkProfile:\n    networkPolicy: ${networkPolicy}\n    kubeProxyConfig: {enabled: true, mode: ${mode}}\n`,
});
const NPM = workload('DaemonSet', 'azure-npm', 'containers:', '- name: azure-npm', '  image: mcr.microsoft.com/containernetworking/azure-npm:v1.5.5');

testRule(networkPolicyUnsupported, {
  valid: [
    { name: 'IPTABLES', pools: [pool()], files: cluster('azure', 'IPTABLES') },
    { name: 'calico', pools: [pool()], files: cluster('calico', 'IPVS') },
    { name: 'pods in iptables mode', pools: [pool()], files: { 'npm.yaml': NPM, 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
  ],
  invalid: [
    {
      name: 'azure beside IPVS', pools: [pool()], files: cluster('azure', 'IPVS'),
      findings: [{ severity: 'error', pool: 'all', at: 'cluster.yaml:4', message: /runs IPVS mode beside Azure Network Policy Manager/, remedy: /IPTABLES/ }],
    },
    { name: 'its pods', pools: [pool()], files: { 'npm.yaml': NPM, 'kube-proxy.yaml': ipvsConfigMap() }, findings: [{ severity: 'error', resource: 'DaemonSet apps/azure-npm', at: 'npm.yaml:11' }] },
    { name: 'no nodes known', files: { ...cluster('Azure', 'IPVS') }, kubernetesVersion: '1.31.8', findings: [{ severity: 'error' }] },
  ],
});
