import type { NodePool } from '../../src/cluster/node-pool';
import { groupPools } from '../../src/manifests';
import { KernelRelease } from '../../src/facts/kernel/kernel-release';

const pool = (name: string, labels: Record<string, string> = { pool: name }, more: Partial<NodePool> = {}): NodePool => ({
  name, labels, kernel: KernelRelease.parse('5.15.0'), osImage: undefined, operatingSystem: 'linux', architecture: undefined,
  kubeProxyVersion: undefined, kubeProxyVersionAssumed: false, kubeletVersion: undefined, count: undefined, cpu: undefined, sysctls: {}, modules: {},
  interfaces: [], readOnlyRoot: undefined, containerizedNode: false, declaredBackports: [], ...more,
});

const byMode = (modes: Record<string, string | undefined>) => ({ name }: NodePool) => (modes[name] === undefined ? undefined : { mode: modes[name] });

test('one group of all Linux pools needs no labels', () => {
  const pools = [pool('a', {}), pool('b', {}), pool('w', {}, { operatingSystem: 'windows' })];
  expect(groupPools(pools, () => ({ mode: 'ipvs' }))).toEqual([{ settings: { mode: 'ipvs' }, pools: pools.slice(0, 2), nodes: undefined, suffix: '' }]);
});

test('pools with equal settings are one group, in whatever order the settings are written', () => {
  const settings: Record<string, object> = { a: { x: 1, y: 2 }, b: { z: 1 }, c: { y: 2, x: 1 } };
  const groups = groupPools([pool('a'), pool('b'), pool('c')], ({ name }) => settings[name]);
  expect(groups.map(({ pools, nodes, suffix }) => [pools.map(({ name }) => name), nodes, suffix])).toEqual([
    [['a', 'c'], [{ pool: 'a' }, { pool: 'c' }], '-a'],
    [['b'], [{ pool: 'b' }], '-b'],
  ]);
});

test('a lone group that leaves pools out selects by labels', () => {
  const groups = groupPools([pool('a'), pool('b')], byMode({ a: 'ipvs' }));
  expect(groups.map(({ nodes, suffix }) => [nodes, suffix])).toEqual([[[{ pool: 'a' }], '']]);
});

test('names of groups fit Kubernetes', () => {
  expect(groupPools([pool('EulerOS 2.9_x86'), pool('b')], ({ name }) => name)[0].suffix).toBe('-euleros-2-9-x86');
});

test('names of groups leave room for what they are added to, and stay different', () => {
  const names = ['linux-4.18.0-372.9.1.el8.x86_64-v1.27.4', 'linux-4.18.0-372.9.1.el8.x86_64-v1.27.5', 'a'.repeat(38), 'a'.repeat(39)];
  const suffixes = groupPools(names.map((name) => pool(name)), ({ name }) => name).map(({ suffix }) => suffix);
  expect(suffixes).toEqual([
    expect.stringMatching(/^-linux-4-18-0-372-9-1-el8-x86-[0-9a-f]{8}$/), expect.stringMatching(/^-linux-4-18-0-372-9-1-el8-x86-[0-9a-f]{8}$/),
    `-${'a'.repeat(38)}`, expect.stringMatching(/^-a{29}-[0-9a-f]{8}$/),
  ]);
  expect(new Set(suffixes).size).toBe(4);
});

test('no pools, no groups', () => {
  expect(groupPools([], () => 1)).toEqual([]);
});

test.each<[string, NodePool[], Record<string, string | undefined>, string]>([
  ['no labels', [pool('a', {}), pool('b')], { a: 'ipvs', b: 'nftables' }, 'labels of node pool "a" is {}; allowed: labels that its nodes have and those of b have not'],
  [
    'labels of two pools', [pool('a', { os: 'euler' }), pool('b', { os: 'euler', gen: '2' })], { a: 'ipvs', b: 'nftables' },
    'labels of node pool "a" is {"os":"euler"}; allowed: labels that do not select node pool "b" as well',
  ],
  ['labels of a pool left out', [pool('a', { os: 'euler' }), pool('b', { os: 'euler' })], { a: 'ipvs' }, 'do not select node pool "b" as well'],
  ['names that differ in punctuation only', [pool('a.b'), pool('A b')], { 'a.b': 'ipvs', 'A b': 'nftables' }, 'name of a node pool is "A b"'],
])('%s are an error', (_what, pools, modes, message) => {
  expect(() => groupPools(pools, byMode(modes))).toThrow(message);
});

test('a pool may be selected by labels that also select another of its group', () => {
  expect(groupPools([pool('a', { os: 'x' }), pool('b', { os: 'x' }), pool('c')], byMode({ a: '1', b: '1', c: '2' }))).toHaveLength(2);
});

describe('pools of a node list', () => {
  const listed = (name: string, labels: Record<string, string>, varyingLabels: string[] = []) =>
    pool(name, { 'kubernetes.io/os': 'linux', 'node.kubernetes.io/instance-type': `type-${name}`, ...labels }, { labelsComplete: true, varyingLabels });
  const nodesOf = (...pools: NodePool[]) => groupPools(pools, ({ name }) => name).map(({ nodes }) => nodes);

  test('are selected by the label that names pools', () => {
    expect(nodesOf(
      listed('a', { 'kubernetes.io/hostname': 'n1', 'eks.amazonaws.com/nodegroup': 'batch', 'topology.kubernetes.io/zone': 'z1' }),
      listed('b', { 'eks.amazonaws.com/nodegroup': 'web' }, ['kubernetes.io/hostname', 'topology.kubernetes.io/zone']),
    )).toEqual([[{ 'eks.amazonaws.com/nodegroup': 'batch' }], [{ 'eks.amazonaws.com/nodegroup': 'web' }]]);
  });

  test('name objects by the label that names them, which outlasts a patch of their kernel', () => {
    const groups = (patch: string) => groupPools([listed(`linux-5.15.0-${patch}`, { agentpool: 'west' }), listed('linux-5.10.1', { agentpool: 'east' })], ({ name }) => name);
    expect(groups('91').map(({ suffix, nodes }) => [suffix, nodes])).toEqual([['-west', [{ agentpool: 'west' }]], ['-east', [{ agentpool: 'east' }]]]);
    expect(groups('92').map(({ suffix }) => suffix)).toEqual(groups('91').map(({ suffix }) => suffix));
  });

  test('are selected by another label that tells them apart, but by none that differs from node to node', () => {
    expect(nodesOf(listed('a', { 'csi/id': '1', 'tier': 'x' }), listed('b', { tier: 'y' }, ['csi/id', 'node.kubernetes.io/instance-type'])))
      .toEqual([[{ tier: 'x' }], [{ tier: 'y' }]]);
  });

  test('are selected by several where one does not do', () => {
    const of = (name: string, one: string, two: string) => pool(name, { one, two }, { labelsComplete: true });
    expect(nodesOf(of('a', '1', '1'), of('b', '1', '2'), of('c', '2', '1'))[0]).toEqual([{ one: '1', two: '1' }]);
  });

  test('are refused where only the names of their nodes tell them apart', () => {
    const of = (name: string) => pool(name, { 'kubernetes.io/os': 'linux', 'kubernetes.io/hostname': name }, { labelsComplete: true });
    expect(() => nodesOf(of('a'), of('b'))).toThrow('labels of node pool "a" is {"kubernetes.io/os":"linux"}; allowed: labels that do not select node pool "b" as well');
  });
});
