import type { NodePoolProps } from '../../src/cluster/node-pool';
import { clusterOf, defineCluster, readClusterFacts, type ClusterProps } from '../../src/cluster/define-cluster';
import { nodePool } from '../../src/cluster/read-node-pool';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

const WORKERS: NodePoolProps = { name: 'workers', kernelVersion: '5.15.0-91-generic' };

const CYCLIC: Record<string, unknown> = {};
CYCLIC.self = CYCLIC;

describe('a cluster', () => {
  test('has defaults for what is not stated', () => {
    expect(defineCluster({ nodePools: [WORKERS] })).toEqual({
      kubernetesVersion: undefined,
      platform: 'generic',
      nodePools: [nodePool(WORKERS)],
      network: {
        serviceCidrs: [], podCidrs: [], nodePortRange: [30000, 32767], connectionsPerSecond: undefined, services: undefined, endpoints: undefined,
      },
    });
  });

  test('keeps what is stated', () => {
    const cluster = defineCluster({
      kubernetesVersion: 'v1.29.4-gke.1043002',
      platform: 'eks',
      nodePools: [nodePool(WORKERS)],
      network: { serviceCidrs: ['10.96.0.0/12', 'fd00:10:96::/112'], podCidrs: ['10.244.0.0/16'], nodePortRange: [30000, 31000], connectionsPerSecond: 0 },
    });
    expect(cluster).toMatchObject({
      platform: 'eks',
      network: { serviceCidrs: ['10.96.0.0/12', 'fd00:10:96::/112'], nodePortRange: [30000, 31000], connectionsPerSecond: 0, services: undefined },
    });
    expect(String(cluster.kubernetesVersion)).toBe('v1.29.4');
  });

  test.each<[Partial<ClusterProps>, string]>([
    [{ nodePools: [] }, 'cluster: nodePools is []; allowed: at least one pool'],
    [{ nodePools: [WORKERS, WORKERS] }, 'cluster: nodePools has two pools named "workers"; allowed: a name of its own for each pool'],
    [{ nodePools: [{ ...WORKERS, count: 0 }] }, 'node pool "workers": count is 0'],
    [{ kubernetesVersion: 'latest' }, 'cluster: kubernetesVersion is "latest"; allowed: a Kubernetes version (v1.29.4), in quotes'],
    [{ platform: 'gke' as 'eks' }, 'cluster: platform is "gke"; allowed: kubeadm, eks, generic'],
    [{ network: { serviceCidrs: ['10.96.0.0/33'] } }, 'cluster: network.serviceCidrs[0] is "10.96.0.0/33"; allowed: a range such as 10.96.0.0/12'],
    [{ network: { podCidrs: ['10.96.0.0'] } }, 'network.podCidrs[0] is "10.96.0.0"; allowed'],
    [{ network: { nodePortRange: [32767, 30000] } }, 'network.nodePortRange is [32767,30000]; allowed: first and last port'],
    [{ network: { nodePortRange: [0, 30000] } }, 'network.nodePortRange is [0,30000]; allowed'],
    [{ network: { services: -1 } }, 'network.services is -1; allowed: a number, 0 or more'],
    [{ version: '1.29' } as object, 'cluster: version is not a property; allowed: kubernetesVersion, platform, network'],
    [{ network: { cidr: '' } as object }, 'network.cidr is not a property; allowed: serviceCidrs, '],
  ])('with %j is refused', (wrong, message) => {
    expect(() => defineCluster({ nodePools: [WORKERS], ...wrong })).toThrow(message);
  });

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'cluster: nodePools is undefined; allowed: at least one pool'],
    ['no list of pools', { nodePools: { a: WORKERS } }, 'cluster: nodePools is {"a":{"name":"workers"'],
    ['a pool that is none', { nodePools: [null] }, 'node pool undefined: a node pool is a mapping with name and kernelVersion'],
    ['a pool with another name for kernelVersion', { nodePools: [{ name: 'a', kernel: '5.15.0' }] }, 'kernel is not a property'],
    ['what is no number', { nodePools: [{ ...WORKERS, count: NaN }] }, 'count is NaN; allowed'],
    ['what JSON has no word for', { nodePools: [{ ...WORKERS, cpu: 4n }] }, 'cpu is 4n; allowed'],
    ['a symbol', { nodePools: [WORKERS], platform: Symbol('eks') }, 'platform is Symbol(eks); allowed'],
    ['what holds itself', { nodePools: [{ ...WORKERS, labels: CYCLIC }] }, 'labels.self is <ref *1> { self: [Circular *1] }; allowed'],
  ])('with %s, whatever its type, is refused', (_, wrong, message) => {
    expect(() => defineCluster(wrong as ClusterProps)).toThrow(message);
  });

  test('is refused with everything that is wrong at once', () => {
    expect(() => defineCluster({ kubernetesVersion: '?', nodePools: [{ ...WORKERS, cpu: 0 }, { ...WORKERS, kernelVersion: 'x' }] }))
      .toThrow(/^cluster: kubernetesVersion.*\nnode pool "workers": cpu.*\nnode pool "workers": kernelVersion.*\ncluster: nodePools has two pools named/);
  });
});

test('of facts from several sources the first counts, part by part', () => {
  const cluster = clusterOf(
    [],
    { kubernetesVersion: undefined, network: { podCidrs: ['10.1.0.0/16'] } },
    { kubernetesVersion: KubeVersion.parse('1.30'), platform: 'kubeadm', network: { podCidrs: ['10.2.0.0/16'], serviceCidrs: ['10.96.0.0/12'] } },
    { kubernetesVersion: KubeVersion.parse('1.29'), platform: 'eks' },
  );
  expect(cluster).toMatchObject({ platform: 'kubeadm', network: { podCidrs: ['10.1.0.0/16'], serviceCidrs: ['10.96.0.0/12'], nodePortRange: [30000, 32767] } });
  expect(cluster.kubernetesVersion?.line).toBe('1.30');
});

test('an inventory may write the NodePort range as the API server does', () => {
  expect(readClusterFacts({ network: { nodePortRange: '30000-31000' } })).toMatchObject({ facts: { network: { nodePortRange: [30000, 31000] } }, problems: [] });
});

test('a problem in the network names its path', () => {
  expect(readClusterFacts({ network: { services: 'many' } }).problems).toEqual([{ path: ['network', 'services'], message: expect.stringContaining('network.services is "many"') }]);
});
