import { clusterFromNodeList, declarationOf, decodeConfiguration, KubeVersion, migrationPlan, renderConfiguration, upgradePlan } from '../../src';
import { nodeList } from '../node-list';

const texts = [{ file: 'config.yaml', text: 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n' }];
const nodes = nodeList([{ count: 1, kernelVersion: '5.15.0-91-generic', osImage: 'Ubuntu 22.04.3 LTS', version: 'v1.34.1' }]);
const declared = () => declarationOf({ texts, cluster: clusterFromNodeList(nodes) });

it.each<[string, (version: KubeVersion | string) => unknown]>([
  ['declarationOf', (version) => declarationOf({ texts, facts: [{ kubernetesVersion: version }] }).cluster.kubernetesVersion?.raw],
  ['clusterFromNodeList', (version) => clusterFromNodeList(nodes, { kubernetesVersion: version }).kubernetesVersion?.raw],
  ['decodeConfiguration', (version) => decodeConfiguration(texts[0].text, version).effective],
  ['renderConfiguration', (version) => renderConfiguration({ mode: 'ipvs' }, version).text],
  ['upgradePlan', (version) => upgradePlan(declared(), { to: version }).releases.map(({ dates }) => dates.line)],
  ['migrationPlan', (version) => migrationPlan(declared(), { to: version }).pools.map(({ target }) => target?.version.raw)],
])('%s takes a version as a text, and refuses a text that is none', (_, call) => {
  expect(call('v1.36.1')).toEqual(call(KubeVersion.parse('v1.36.1')));
  expect(() => call('latest')).toThrow('not a Kubernetes version: "latest"');
});
