import { clusterFromNodeList, NodeGroups } from '../../src/cluster/node-list';
import { readNodePool } from '../../src/cluster/read-node-pool';

interface NodeParts {
  readonly name?: string;
  readonly labels?: Record<string, string>;
  readonly cpu?: unknown;
  readonly providerID?: string;
  readonly nodeInfo?: object;
}

function node({ name = 'n', labels = {}, cpu = '4', providerID, nodeInfo }: NodeParts = {}): object {
  return {
    kind: 'Node',
    metadata: { name, labels },
    spec: { providerID },
    status: {
      capacity: { cpu },
      nodeInfo: {
        kernelVersion: '5.15.0-91-generic', osImage: 'Ubuntu 22.04.3 LTS', kubeletVersion: 'v1.28.5', kubeProxyVersion: 'v1.28.5', architecture: 'amd64',
        operatingSystem: 'linux', ...nodeInfo,
      },
    },
  };
}

const pools = (...nodes: readonly object[]) => clusterFromNodeList({ items: nodes }).nodePools;

describe('a node list', () => {
  test('becomes pools of nodes that agree, with what they share', () => {
    const [pool, ...others] = pools(
      node({ name: 'a', labels: { 'pool': 'x', 'kubernetes.io/hostname': 'a', 'gpu': 'yes' }, cpu: '8' }),
      node({ name: 'b', labels: { 'pool': 'x', 'kubernetes.io/hostname': 'b', 'zone': '1' }, cpu: '3920m' }),
    );
    expect(others).toEqual([]);
    expect(pool).toMatchObject({
      name: 'x', count: 2, cpu: 3, osImage: 'Ubuntu 22.04.3 LTS', architecture: 'amd64', kubeProxyVersionAssumed: true,
      labels: { pool: 'x' }, labelsComplete: true,
    });
    expect([...pool.varyingLabels ?? []].sort()).toEqual(['gpu', 'kubernetes.io/hostname', 'zone']);
    expect(String(pool.kubeProxyVersion)).toBe('v1.28.5');
  });

  test('assumes the version of the kubelet where kube-proxy has none, as from 1.33', () => {
    expect(pools(node({ nodeInfo: { kubeletVersion: 'v1.33.1', kubeProxyVersion: '' } }))[0]).toMatchObject({ kubeProxyVersion: { raw: 'v1.33.1' }, kubeProxyVersionAssumed: true });
    expect(pools(node({ nodeInfo: { kubeletVersion: '', kubeProxyVersion: '' } }))[0]).toMatchObject({ kubeProxyVersion: undefined, kubeProxyVersionAssumed: false });
  });

  test.each<[object, readonly string[]]>([
    [{ kernelVersion: '6.8.0-40-generic' }, ['linux-5.15.0-91-generic', 'linux-6.8.0-40-generic']],
    [{ operatingSystem: 'windows', kernelVersion: '10.0.20348.2322' }, ['linux-5.15.0-91-generic', 'windows-10.0.20348.2322']],
    [{ kubeletVersion: 'v1.29.0' }, ['linux-5.15.0-91-generic-v1.28.5', 'linux-5.15.0-91-generic-v1.29.0']],
    [{ architecture: 'arm64' }, ['linux-5.15.0-91-generic-amd64', 'linux-5.15.0-91-generic-arm64']],
    [{ osImage: 'K3s v1.30.13+k3s1' }, ['linux-5.15.0-91-generic-k3s-v1.30.13-k3s1', 'linux-5.15.0-91-generic-ubuntu-22.04.3-lts']],
    [{ kubeProxyVersion: 'v1.27.0' }, ['linux-5.15.0-91-generic', 'linux-5.15.0-91-generic-2']],
  ])('keeps nodes with %j apart, by names that tell the difference', (nodeInfo, names) => {
    expect(pools(node(), node({ nodeInfo })).map(({ name }) => name)).toEqual(names);
  });

  test('never gives two pools one name', () => {
    const named = ['', '', '2'].map((architecture, index) => node({ nodeInfo: { architecture, kubeProxyVersion: `v1.2${index}.0` } }));
    expect(pools(...named).map(({ name }) => name)).toEqual(['linux-5.15.0-91-generic', 'linux-5.15.0-91-generic-2', 'linux-5.15.0-91-generic-3']);
  });

  test.each<[string, NodeParts, boolean]>([
    ['kind', { providerID: 'kind://docker/kind/kind-worker' }, true],
    ['k3s in a container', { nodeInfo: { osImage: 'K3s v1.30.13+k3s1' } }, true],
    ['a cloud', { providerID: 'aws:///eu-central-1a/i-0' }, false],
  ])('knows whether nodes of %s are containers', (_, parts, containerizedNode) => {
    expect(pools(node(parts))[0].containerizedNode).toBe(containerizedNode);
  });

  test.each<[unknown, string]>([
    [{}, 'not a node list: it has no items; pass the parsed output of kubectl get nodes -o json'],
    [null, 'not a node list'],
    [{ items: [] }, 'the node list has no nodes'],
    [{ items: [node({ name: 'worker-3', nodeInfo: { kernelVersion: '' } }), {}] }, 'status.nodeInfo.kernelVersion is missing or no kernel release on node worker-3, (without a name)'],
  ])('is refused as %j', (list, message) => {
    expect(() => clusterFromNodeList(list)).toThrow(message);
  });

  test('takes the version of the cluster as a text', () => {
    expect(clusterFromNodeList({ items: [node()] }, { kubernetesVersion: 'v1.29.4' }).kubernetesVersion?.line).toBe('1.29');
    expect(() => clusterFromNodeList({ items: [node()] }, { kubernetesVersion: 'latest' })).toThrow('not a Kubernetes version: "latest"');
  });
});

describe('groups of nodes', () => {
  test('leave out nodes without a kernel, and name the first ten of them', () => {
    const groups = new NodeGroups();
    groups.add(node());
    Array.from({ length: 12 }, (_, index) => groups.add({ metadata: { name: `w${index}` }, status: {} }));
    expect(groups.pools()).toHaveLength(1);
    expect(groups.problems).toEqual([expect.stringMatching(/on node w0, .*, w9 and 2 more; the node is left out/)]);
  });

  test.each([undefined, null, 3, 'x', [], {}, { metadata: 3, status: { nodeInfo: 'x', capacity: [] } }])('take %j without throwing', (any) => {
    expect(() => new NodeGroups().add(any)).not.toThrow();
  });

  test('join observed nodes that agree in everything but their addresses', () => {
    const groups = new NodeGroups();
    const observe = (pool: string, more: object) => {
      const read = readNodePool({ pool, kernelVersion: '6.1.45-talos', count: 1, cpu: 4, modules: { ip_vs: 'builtin' }, ...more });
      if (read.pool) {
        groups.addObserved(read.pool);
      }
    };
    observe('a', { interfaces: [{ name: 'eth0', addresses: ['10.0.0.1/24'] }, { name: 'cali1', addresses: [] }] });
    observe('b', { interfaces: [{ name: 'eth0', addresses: ['10.0.0.2/24'] }], cpu: 2 });
    observe('c', { modules: { ip_vs: 'loaded' } });
    expect(groups.pools()).toMatchObject([
      {
        name: 'linux-6.1.45-talos', count: 2, cpu: 2, modules: { ip_vs: 'builtin' }, interfaces: [{ name: 'eth0', addresses: ['10.0.0.1/24', '10.0.0.2/24'] }],
      },
      { name: 'linux-6.1.45-talos-2', count: 1, modules: { ip_vs: 'loaded' } },
    ]);
    expect(groups.pools().some(({ labelsComplete }) => labelsComplete)).toBe(false);
  });
});
