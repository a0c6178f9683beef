import { App, Chart } from 'cdk8s';
import { assess, type Assessment } from '../../src/assessment/assess';
import { ClusterKubeProxy } from '../../src/cdk8s';
import { clusterFromNodeList, defineCluster } from '../../src';
import { DeclarationReader } from '../../src/reading/read-declaration';
import { readNodes } from '../../src/reading/read-nodes';
import { nodeList, type ListedNodes } from '../node-list';

const OLD: Omit<ListedNodes, 'labels' | 'count'> = { kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', osImage: 'EulerOS 2.0 (SP9)', version: 'v1.27.4' };

const daemonSet = (mode: string, pod: string) => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy-${mode}, namespace: kube-system}
spec:
  template:
    spec:
      hostNetwork: true
      ${pod}
      containers:
      - {name: kube-proxy, image: registry.k8s.io/kube-proxy:v1.27.4, command: [kube-proxy, --proxy-mode=${mode}], volumeMounts: [{name: modules, mountPath: /lib/modules}]}
      volumes: [{name: modules, hostPath: {path: /lib/modules}}]
`;

const affinity = (requirement: string) =>
  `affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [${requirement}]}}}`;

/** What a check of these manifests says on the nodes of a list. */
async function judged(manifests: readonly string[], list: object): Promise<Assessment> {
  const reader = new DeclarationReader();
  manifests.forEach((text, index) => reader.addText({ file: `${index}.yaml`, text }));
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(list));
  }
  const { nodePools } = await readNodes([{ file: 'nodes.json', chunks: chunks() }], reader.distinctions());
  return assess(reader.declaration({ nodePools }));
}

const outcomes = ({ prediction }: Assessment) =>
  prediction.pools.map(({ pool, modeInForce: mode, reuse }) => ({ name: pool.name, count: pool.count, mode, verdict: reuse.verdict }));

describe('six nodes on one kernel, three for an iptables DaemonSet and three for an IPVS one', () => {
  const three = (labels: Record<string, string>) => ({ ...OLD, labels, count: 3 });
  const selectors: readonly (readonly [string, Record<string, string>, Record<string, string>, string, string])[] = [
    ['a label', { proxy: 'iptables' }, { proxy: 'ipvs' }, 'nodeSelector: {proxy: iptables}', 'nodeSelector: {proxy: ipvs}'],
    ['a label that only some have', {}, { 'example.com/ipvs': '' }, affinity('{matchExpressions: [{key: example.com/ipvs, operator: DoesNotExist}]}'),
      affinity('{matchExpressions: [{key: example.com/ipvs, operator: Exists}]}')],
    ['their host names', {}, {}, affinity('{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node-0-0, node-0-1, node-0-2]}]}'),
      affinity('{matchExpressions: [{key: kubernetes.io/hostname, operator: NotIn, values: [node-0-1, node-0-0, node-0-2]}]}')],
    ['their names', {}, {}, affinity('{matchFields: [{key: metadata.name, operator: NotIn, values: [node-1-0, node-1-1, node-1-2]}]}'),
      affinity('{matchFields: [{key: metadata.name, operator: In, values: [node-1-0, node-1-1, node-1-2]}]}')],
  ];

  it.each(selectors)('are told apart by %s, in both orders', async (_, ofIptables, ofIpvs, onIptables, onIpvs) => {
    const documents = [daemonSet('iptables', onIptables), daemonSet('ipvs', onIpvs)];
    const list = nodeList([three(ofIptables), three(ofIpvs)]);
    for (const manifests of [documents, [...documents].reverse(), [documents.join('---\n')], [[...documents].reverse().join('---\n')]]) {
      const found = await judged(manifests, list);
      expect(outcomes(found).sort((left, right) => ((left.mode ?? '') < (right.mode ?? '') ? -1 : 1))).toMatchObject([
        { count: 3, mode: 'iptables', verdict: 'not-ipvs' }, { count: 3, mode: 'ipvs', verdict: 'stale-real-server' },
      ]);
      expect(found.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(['stale-real-server']);
      expect(found.notChecked.filter(({ rule }) => rule === '*')).toEqual([]);
    }
  });

  it.each<[string, Record<string, string>]>([['without labels', {}], ['with another label', { disk: 'ssd' }]])(
    'stay not known in an inventory %s, in both orders, and the label is named', (_, labels) => {
      const documents = [daemonSet('iptables', 'nodeSelector: {proxy: iptables}'), daemonSet('ipvs', 'nodeSelector: {proxy: ipvs}')];
      for (const manifests of [documents, [...documents].reverse()]) {
        const reader = new DeclarationReader();
        manifests.forEach((text, index) => reader.addText({ file: `${index}.yaml`, text }));
        const { nodePools } = defineCluster({ nodePools: [{ name: 'all', kernelVersion: OLD.kernelVersion, labels }] });
        const found = assess(reader.declaration({ nodePools }));
        expect(outcomes(found)).toEqual([{ name: 'all', count: undefined, mode: undefined, verdict: 'unknown' }]);
        expect(found.notChecked).toEqual([{
          rule: '*', pool: 'all', leavesVerdictOpen: true,
          reason: expect.stringMatching(/^which of DaemonSet kube-system\/kube-proxy-iptables and DaemonSet kube-system\/kube-proxy-ipvs runs there is not known.* label proxy, which/),
        }]);
        expect(found.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
    },
  );

  it('have the verdict that all who may run there agree in', () => {
    const { nodePools } = defineCluster({ nodePools: [{ name: 'all', kernelVersion: OLD.kernelVersion }] });
    const reader = new DeclarationReader();
    ['a', 'b'].forEach((pool) => reader.addText({ file: `${pool}.yaml`, text: daemonSet('ipvs', `nodeSelector: {proxy: ${pool}}`).replace('-ipvs,', `-${pool},`) }));
    const found = assess(reader.declaration({ nodePools }));
    expect(outcomes(found)).toMatchObject([{ mode: 'ipvs', verdict: 'stale-real-server' }]);
    expect(found.prediction.pools[0].assumptions).toEqual([expect.stringMatching(/is taken to run there: it selects nodes by label proxy, which/)]);
  });
});

describe('two that certainly claim a pool and differ', () => {
  it('leave mode and verdict open, in both orders', () => {
    const documents = [daemonSet('iptables', 'tolerations: []'), daemonSet('ipvs', 'tolerations: []')];
    const { nodePools } = defineCluster({ nodePools: [{ name: 'all', kernelVersion: OLD.kernelVersion }] });
    const found = [documents, [...documents].reverse()].map((manifests) => {
      const reader = new DeclarationReader();
      manifests.forEach((text, index) => reader.addText({ file: `${index}.yaml`, text }));
      return assess(reader.declaration({ nodePools }));
    });
    for (const { findings, notChecked, prediction } of found) {
      expect(prediction.pools[0]).toMatchObject({ modeInForce: undefined, reuse: { verdict: 'unknown' } });
      expect(findings.map(({ rule }) => rule)).toContain('kube-proxy-claimed-twice');
      expect(notChecked).toEqual([expect.objectContaining({ pool: 'all', reason: expect.stringMatching(/all claim it and would not do the same there/) })]);
    }
  });
});

describe('what the constructs make, on the nodes of the cluster', () => {
  const version = 'v1.27.4';
  const workers = { kernelVersion: '5.15.0-91-generic', osImage: 'Ubuntu 22.04.3 LTS', version, labels: { 'example.com/pool': 'workers' }, count: 5 };
  const batch = { ...workers, labels: { 'example.com/pool': 'batch' }, count: 3 };
  const controlPlanes = { ...workers, labels: { 'node-role.kubernetes.io/control-plane': '' }, count: 3 };
  const nodes = nodeList([controlPlanes, workers, batch]);

  it.each([['one manifest', false], ['its objects the other way round', true]])('tells workers from control planes on the same kernel: %s', async (_, reversed) => {
    const app = new App();
    const cluster = defineCluster({
      kubernetesVersion: version,
      nodePools: [batch, workers].map(({ kernelVersion, osImage, labels }) => ({ name: labels['example.com/pool'], kernelVersion, osImage, labels })),
    });
    new ClusterKubeProxy(new Chart(app, 'kube-proxy'), 'kube-proxy', {
      cluster, apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'iptables' }, poolConfigurations: { workers: { mode: 'ipvs' } },
    });
    const documents = app.synthYaml().split(/^---\n/m);
    const found = outcomes(await judged([(reversed ? documents.reverse() : documents).join('---\n')], nodes));
    expect(found).toMatchObject([
      { name: 'batch', count: 3, mode: 'iptables', verdict: 'not-ipvs' }, { name: 'control-plane', count: 3 },
      { name: 'workers', count: 5, mode: 'ipvs', verdict: 'safe' },
    ]);
    expect(found[1].mode).not.toBe('ipvs');
  });

  it('become a cluster of a node list in which control planes have a pool of their own', () => {
    const { nodePools } = clusterFromNodeList(nodes);
    expect(nodePools.map(({ name, count, labels }) => [name, count, labels['example.com/pool']])).toEqual([
      ['batch', 3, 'batch'], ['control-plane', 3, undefined], ['workers', 5, 'workers'],
    ]);
    const app = new App();
    expect(() => {
      new ClusterKubeProxy(new Chart(app, 'kube-proxy'), 'kube-proxy', {
        cluster: clusterFromNodeList(nodes), apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'ipvs' }, poolConfigurations: { workers: { mode: 'iptables' } },
      });
      app.synthYaml();
    }).not.toThrow();
  });
});
