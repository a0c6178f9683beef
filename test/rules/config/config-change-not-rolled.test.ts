import { configChangeNotRolled } from '../../../src/rules/config/config-change-not-rolled';
import { ipvsConfigMap } from '../inputs';
import { KUBEADM_COMMAND, kubeProxyDaemonSet, type DaemonSetSettings } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const pools = [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.30.4' }];
const files = (command: readonly string[], settings: DaemonSetSettings = {}) => ({
  'ds.yaml': kubeProxyDaemonSet(command, settings), 'kube-proxy.yaml': ipvsConfigMap().replace('name: kube-proxy', `name: ${settings.configMap ?? 'kube-proxy'}`),
});
const own = [...KUBEADM_COMMAND, '--v=2'];

testRule(configChangeNotRolled, {
  valid: [
    { name: 'a checksum annotation', pools, files: files(own, { annotations: { 'checksum/config': '3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed' } }) },
    { name: 'a hash in the name of the ConfigMap', pools, files: files(own, { configMap: 'kube-proxy-7g4h9k2b5c' }) },
    { name: 'a controller that restarts it', pools, files: files(own, { annotations: { 'reloader.stakater.com/auto': 'true' } }) },
    { name: 'flags only', pools, files: files(['kube-proxy', '--proxy-mode=ipvs']) },
    { name: 'a file of the node, which kube-proxy watches', pools, files: files(own, { hostPath: '/etc/kube-proxy' }) },
    { name: 'no DaemonSet', pools, files: { 'kube-proxy.yaml': ipvsConfigMap() } },
  ],
  invalid: [
    {
      name: 'as kubeadm ships it',
      pools,
      files: files(KUBEADM_COMMAND),
      findings: [{ severity: 'info', resource: 'DaemonSet kube-system/kube-proxy', because: /as kubeadm ships it/, remedy: /checksum[^]*rollout restart/ }],
    },
    { name: 'edited', pools, files: files(own), findings: [{ severity: 'warning', because: /no checksum of the ConfigMap/ }] },
    { name: 'without a known version', pools: [], files: files(own), findings: [{ severity: 'warning', pool: undefined }] },
  ],
});
