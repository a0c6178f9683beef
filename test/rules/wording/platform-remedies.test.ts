import { kubeProxyConfigMap } from '../../../src/manifests/kube-proxy-config-map';
import { kubeProxyDaemonSet } from '../../../src/manifests/kube-proxy-daemon-set';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { assess } from '../../../src/assessment/assess';
import { nodePool } from '../../../src/cluster/read-node-pool';
import { declarationOf } from '../../../src/reading/read-declaration';

const OLD = nodePool({ name: 'old', kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', kubeProxyVersion: 'v1.27.4' });

/** The remedies of stale-real-server for what is found in the texts. */
const remedies = (texts: Record<string, string>) => assess(declarationOf({
  nodePools: [OLD], texts: Object.entries(texts).map(([file, text]) => ({ file, text })),
})).findings.filter(({ rule }) => rule === 'stale-real-server').flatMap((finding) => finding.remedies).join('\n');

const version = KubeVersion.parse('v1.27.4');
const document = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n';
const configMap = kubeProxyConfigMap({ configuration: document, apiServer: 'https://10.0.0.10:6443' });
const own = [configMap, kubeProxyDaemonSet({ version, configMap })].map((object) => JSON.stringify(object)).join('\n---\n');
const named = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: proxy, namespace: network}
spec:
  selector: {matchLabels: {app: proxy}}
  template:
    metadata: {labels: {app: proxy}}
    spec:
      hostNetwork: true
      containers: [{name: kube-proxy, image: 'x/kube-proxy:v1.27.4', command: [kube-proxy, --proxy-mode=ipvs], securityContext: {privileged: true}}]
`;

test.each<[string, Record<string, string>, string]>([
  ['a construct is told its property', { 'own.yaml': own }, "poolConfigurations: { 'old': { mode: 'iptables' } }, with kubeProxy: { cleanupBeforeStart: true }"],
  ['k3s its file and service', { 'etc/rancher/k3s/config.yaml': 'kube-proxy-arg: [proxy-mode=ipvs]\n' }, 'kube-proxy-arg: [proxy-mode=iptables] in /etc/rancher/k3s/config.yaml of the nodes of the pool, then systemctl restart k3s'],
  ['a unit its flag', { 'kube-proxy.service': '[Service]\nExecStart=/usr/bin/kube-proxy --proxy-mode=ipvs\n' }, '--proxy-mode=iptables in ExecStart of the unit'],
  ['a DaemonSet of its own name and namespace', { 'ds.yaml': named }, 'kubectl --namespace network rollout restart daemonset/'],
])('%s', (_, texts, expected) => {
  expect(remedies(texts)).toContain(expected);
});
