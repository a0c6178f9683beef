import { kubeProxyMissing } from '../../../src/rules/config/kube-proxy-missing';
import { ipvsConfigMap } from '../inputs';
import { kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const nodes = (...labels: Record<string, string>[]) => JSON.stringify({
  kind: 'List', apiVersion: 'v1',
  items: labels.map((own, index) => ({
    apiVersion: 'v1', kind: 'Node', metadata: { name: `n${index}`, labels: { 'kubernetes.io/os': 'linux', ...own } },
    status: { nodeInfo: { kernelVersion: `5.15.0-9${index}-generic`, osImage: 'Ubuntu 22.04.4 LTS', kubeletVersion: 'v1.30.4', operatingSystem: own['kubernetes.io/os'] ?? 'linux', architecture: 'amd64' } },
  })),
});
const on = (nodeSelector?: Record<string, string>) => kubeProxyDaemonSet(['kube-proxy', '--proxy-mode=iptables'], { nodeSelector });

testRule(kubeProxyMissing, {
  valid: [
    { name: 'a DaemonSet for every node', files: { 'nodes.json': nodes({}), 'ds.yaml': on() } },
    { name: 'a DaemonSet for Linux', files: { 'nodes.json': nodes({}, { 'kubernetes.io/os': 'windows' }), 'ds.yaml': on({ 'kubernetes.io/os': 'linux' }) } },
    { name: 'each pool selected', files: { 'nodes.json': nodes({ pool: 'a' }), 'ds.yaml': on({ pool: 'a' }) } },
    { name: 'labels that an inventory does not state', pools: [{ name: 'all', kernelVersion: '5.15.0-91-generic' }], files: { 'ds.yaml': on({ pool: 'a' }) } },
    { name: 'no DaemonSet', files: { 'nodes.json': nodes({}), 'config.yaml': ipvsConfigMap() } },
    {
      name: 'nodes that are excluded on purpose',
      files: {
        'nodes.json': nodes({ type: 'virtual-kubelet' }),
        'ds.yaml': on().replace('hostNetwork: true', 'hostNetwork: true\n      affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: '
          + '{nodeSelectorTerms: [{matchExpressions: [{key: type, operator: NotIn, values: [virtual-kubelet]}]}]}}}'),
      },
    },
  ],
  invalid: [
    {
      name: 'control planes without the label of a pool',
      files: { 'nodes.json': nodes({ pool: 'a' }, { 'node-role.kubernetes.io/control-plane': '' }), 'ds.yaml': on({ pool: 'a' }) },
      findings: [{ severity: 'warning', message: /^pool control-plane: no kube-proxy runs there$/, because: /^the node selector of DaemonSet kube-system\/kube-proxy leaves/, remedy: /^Let one of the DaemonSets select these nodes/ }],
    },
  ],
});
