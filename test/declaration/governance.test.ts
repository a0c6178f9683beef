import type { Cluster } from '../../src/cluster/cluster';
import { clusterOf } from '../../src/cluster/define-cluster';
import type { NodePool } from '../../src/cluster/node-pool';
import { EVERY_POOL, LINUX_POOLS, type PoolSelector } from '../../src/cluster/pool-selector';
import { nodePool } from '../../src/cluster/read-node-pool';
import { claimantsOf, kubeProxyVersionOf } from '../../src/declaration/governance';
import type { KubeProxyInstance, KubeProxyInstanceKind } from '../../src/declaration/kube-proxy-instance';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

const instance = (kind: KubeProxyInstanceKind, pools: PoolSelector, version?: string): KubeProxyInstance => ({
  kind, name: `${kind} ${JSON.stringify(pools.terms)}`, resource: undefined, location: undefined, version: KubeVersion.tryParse(version ?? ''),
  shippedBy: undefined, pools, flags: [], configuration: undefined, readsConfiguration: false, rollsOnChange: undefined, mountsLibModules: undefined,
  cleansUpOnModeChange: false, environment: {},
});
const labelled = (value: string): PoolSelector => ({ terms: [[{ key: 'pool', operator: 'In', values: [value] }]] });

const pool = nodePool({ name: 'a', kernelVersion: '5.15.0', labels: { pool: 'a' } });
const unlabelled = nodePool({ name: 'b', kernelVersion: '5.15.0' });
const windows = nodePool({ name: 'w', kernelVersion: '10.0.20348', operatingSystem: 'windows' });

describe('who governs a pool', () => {
  const a = instance('daemon-set', labelled('a'));
  const b = instance('daemon-set', labelled('b'));
  const everywhere = instance('daemon-set', EVERY_POOL);
  const document = instance('configuration', LINUX_POOLS);
  const kubeadm = instance('kubeadm', LINUX_POOLS);
  const unit = instance('systemd-unit', LINUX_POOLS);
  const kops = instance('kops-cluster', LINUX_POOLS);
  const talos = instance('talos-machine-config', LINUX_POOLS);
  const k3s = instance('k3s-config', LINUX_POOLS);

  test.each<[string, NodePool, readonly KubeProxyInstance[], readonly KubeProxyInstance[]]>([
    ['the one that selects it', pool, [a, b], [a]],
    ['nobody, when none does', windows, [unit, document], []],
    ['a lone configuration', pool, [document], [document]],
    ['what runs kube-proxy before a document', pool, [document, kubeadm, everywhere], [everywhere]],
    ['what came of an installer before what it was told', pool, [kops, talos, everywhere], [everywhere]],
    ['two that claim it alike, where k3s runs its own', pool, [k3s, everywhere], [everywhere, k3s]],
    ['what kubeadm is told before a document', pool, [document, kubeadm], [kubeadm]],
    ['two that claim it alike', pool, [unit, everywhere], [everywhere, unit]],
    ['two documents', pool, [document, { ...document }], [document, document]],
    ['the certain one before those that ask for a label which is not stated', unlabelled, [a, everywhere, b], [everywhere]],
    ['all that ask for a label which is not stated', unlabelled, [a, b], [a, b]],
    ['what runs kube-proxy, even uncertainly, before a document', unlabelled, [document, a], [a]],
    ['one without a selector, on Windows, too', windows, [everywhere], [everywhere]],
  ])('%s', (_, of, kubeProxies, claimants) => {
    expect(claimantsOf({ kubeProxies }, of)).toEqual(claimants);
    expect(claimantsOf({ kubeProxies: [...kubeProxies].reverse() }, of)).toEqual(claimants);
  });
});

describe('the version on a pool', () => {
  const cluster = (version?: string): { cluster: Cluster } => ({ cluster: clusterOf([], { kubernetesVersion: KubeVersion.tryParse(version ?? '') }) });
  const withVersion = (text: string, assumed: boolean): NodePool => ({
    ...pool, kubeProxyVersion: KubeVersion.parse(text), kubeProxyVersionAssumed: assumed,
  });
  const image = instance('daemon-set', EVERY_POOL, 'v1.28.1');
  const untagged = instance('daemon-set', EVERY_POOL);

  test.each<[string, NodePool, KubeProxyInstance | undefined, string | undefined, string, string, boolean]>([
    ['stated for the pool', withVersion('v1.27.4', false), image, '1.29', 'v1.27.4', 'pool', false],
    ['of the image', withVersion('v1.27.4', true), image, '1.29', 'v1.28.1', 'image', false],
    ['of the cluster', withVersion('v1.27.4', true), untagged, '1.29', 'v1.29', 'cluster', false],
    ['of the node, assumed', withVersion('v1.27.4', true), undefined, undefined, 'v1.27.4', 'node-info', true],
  ])('is that %s', (_, of, by, clusterVersion, version, from, assumed) => {
    const found = kubeProxyVersionOf(cluster(clusterVersion), of, by);
    expect([String(found?.version), found?.from, found?.assumed]).toEqual([version, from, assumed]);
  });

  test('is not known when nothing states one', () => {
    expect(kubeProxyVersionOf(cluster(), pool, untagged)).toBeUndefined();
  });
});
