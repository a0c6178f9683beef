import { modeUnset } from '../../../src/rules/modes/mode-unset';
import { ipvsConfigMap, kubeadmDocuments } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string, more: object = {}) => ({ name: 'all', kernelVersion: '6.8.0-40-generic', kubeProxyVersion, ...more });
const files = { 'kube-proxy.yaml': ipvsConfigMap('mode: ""') };

testRule(modeUnset, {
  valid: [
    { name: 'before 1.37', pools: [pool('v1.36.3')], files },
    { name: 'written', pools: [pool('v1.37.0')], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    { name: 'once the default has changed', pools: [pool('v1.40.0')], files },
    {
      name: 'kubeadm writes it',
      pools: [pool('v1.37.0')],
      files: { 'kubeadm.yaml': kubeadmDocuments('clusterCIDR: 10.244.0.0/16') },
    },
    { name: 'on Windows', pools: [pool('v1.37.0', { operatingSystem: 'windows', kernelVersion: '10.0.20348' })], files },
  ],
  invalid: [
    {
      name: 'from 1.37 on',
      pools: [pool('v1.37.0')],
      files,
      findings: [{
        severity: 'info', pool: 'all', detail: 'mode', resource: 'ConfigMap kube-system/kube-proxy', message: /runs mode iptables, since mode is empty/, remedy: /mode: iptables/,
      }],
    },
    { name: 'left out', pools: [pool('v1.39.0')], files: { 'kube-proxy.yaml': ipvsConfigMap('clusterCIDR: 10.244.0.0/16') }, findings: [{ severity: 'info' }] },
    { name: 'flags without it', pools: [pool('v1.37.0')], files: { 'kube-proxy.flags': '--cluster-cidr=10.0.0.0/8\n' }, findings: [{ severity: 'info' }] },
  ],
});
