import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { readNodes, type ReadNodes } from '../../src/reading/read-nodes';

function node(name: string, kernelVersion = '5.15.0-91-generic'): object {
  return {
    apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { 'kubernetes.io/hostname': name, 'tier': 'a' }, annotations: { note: 'images:\n- x\n' } },
    spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] },
    status: {
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }], capacity: { cpu: '4' }, images: [{ names: ['a', 'b'], sizeBytes: 1 }],
      nodeInfo: { kernelVersion, osImage: 'Ubuntu 22.04', kubeletVersion: 'v1.28.5', kubeProxyVersion: 'v1.28.5', architecture: 'amd64', operatingSystem: 'linux' },
    },
  };
}

const list = (...items: readonly unknown[]) => ({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } });

async function read(text: string | Buffer, chunkSize = 64): Promise<ReadNodes> {
  const bytes = Buffer.from(text as string);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += chunkSize) {
      yield bytes.subarray(start, start + chunkSize);
    }
  }
  return readNodes([{ file: 'nodes', chunks: chunks() }]);
}

const summary = ({ nodePools, unreadable }: ReadNodes) => ({
  pools: nodePools.map(({ name, count }) => [name, count]), problems: unreadable.map(({ message }) => message),
});

describe('a node list', () => {
  const nodes = list(node('a'), node('b'), node('c', '6.8.0-40-generic'));
  const pools = [['linux-5.15.0-91-generic', 2], ['linux-6.8.0-40-generic', 1]];

  test.each<[string, string]>([
    ['JSON', JSON.stringify(nodes)],
    ['JSON as kubectl lays it out', JSON.stringify(nodes, null, 4)],
    ['JSON with a byte order mark', `\uFEFF${JSON.stringify(nodes)}`],
    ['JSON after white space', `${' \n'.repeat(200)}${JSON.stringify(nodes)}`],
    ['a JSON list of nodes', JSON.stringify(nodes.items)],
    ['nodes one after the other', nodes.items.map((item) => JSON.stringify(item)).join('\n')],
    ['items without kind, as the API gives them', JSON.stringify({ kind: 'NodeList', items: nodes.items.map((item) => ({ ...Object(item), kind: undefined })) })],
    ['the same as YAML', stringify({ kind: 'NodeList', items: nodes.items.map((item) => ({ ...Object(item) as object, kind: undefined })) })],
    ['other objects between the nodes', JSON.stringify(list({ kind: 'Pod', metadata: {} }, ...nodes.items))],
    ['YAML', stringify(nodes)],
    ['YAML with indented lists', stringify(nodes, { indentSeq: false })],
    ['YAML with Windows line ends', stringify(nodes).replace(/\n/g, '\r\n')],
    ['YAML documents', nodes.items.map((item) => stringify(item)).join('---\n')],
  ])('is read from %s', async (_, text) => {
    const found = await read(text);
    expect(summary(found)).toEqual({ pools, problems: [] });
    expect(found.nodePools[0]).toMatchObject({ cpu: 4, labels: { tier: 'a' }, labelsComplete: true });
  });

  test('is read alike however it comes', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.constantFrom(undefined, 2), async (size, indent) => {
      expect(summary(await read(JSON.stringify(nodes, null, indent), size))).toEqual({ pools, problems: [] });
    }), { numRuns: 20 });
  });
});

describe('damage in a node list', () => {
  test.each<[string, string, number, string]>([
    ['ends too early', JSON.stringify(list(node('a'), node('b'))).slice(0, -400), 1, 'nodes:1 ends in the middle, at byte '],
    ['has a damaged node', JSON.stringify(list(node('a'), 'HERE', node('b'))).replace('"HERE"', '{"kind":}'), 2, 'nodes:1:'],
    ['has a node without a kernel', JSON.stringify(list(node('a'), { kind: 'Node', metadata: { name: 'new' }, status: {} })), 1,
      'nodes: status.nodeInfo.kernelVersion is missing or no kernel release on node new; the node is left out'],
    ['is damaged YAML in one node', stringify(list(node('a'), node('b'))).replace('name: b', 'name: [b'), 1, 'nodes:'],
  ])('%s: the other nodes are read, and the damage is told', async (_, text, count, problem) => {
    const { pools, problems } = summary(await read(text));
    expect(pools).toEqual([['linux-5.15.0-91-generic', count]]);
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  test('is told with line and column', async () => {
    const text = JSON.stringify(list(node('a')), null, 1).replace('"5.15.0-91-generic"', '5.15.0-91-generic');
    const { unreadable: [problem] } = await read(text);
    const line = text.split('\n').findIndex((written) => written.includes('5.15.0')) + 1;
    expect(problem).toMatchObject({ name: 'nodes', location: { file: 'nodes', line } });
    expect(problem.message).toMatch(new RegExp(`^nodes:${line}:\\d+ is not JSON: `));
  });

  test('is told twenty times, the rest as a number', async () => {
    const { problems } = summary(await read(`{"items":[${Array(50).fill('{x}').join(',')}]}`));
    expect(problems).toHaveLength(21);
    expect(problems[20]).toBe('nodes has more problems than these (30); correct these first');
  });

  test.each(['utf16le', 'utf16be'])('is read as PowerShell writes it (%s)', async (order) => {
    const bytes = Buffer.from('\uFEFF{"items":[{"kind":"Node","metadata":{"name":"a"},"status":{"nodeInfo":{"kernelVersion":"5.15.0-91-generic"}}}]}', 'utf16le');
    const { pools, problems } = summary(await read(order === 'utf16be' ? bytes.swap16() : bytes));
    expect([pools.length, problems]).toEqual([1, []]);
  });

  test.each<[string, string | Buffer, string]>([
    ['nothing', '', 'nodes names no nodes; give the output of kubectl get nodes -o json, or an inventory with a list nodes'],
    ['an empty list', '{"items":[]}', 'nodes names no nodes'],
    ['something else', 'a: 1\n', 'nodes has a document that is neither a node list nor an inventory'],
    ['a text', 'NAME STATUS\nn1 Ready\n', 'nodes names no nodes'],
    ['an empty list in UTF-16', Buffer.from('\uFEFF{"items":[]}', 'utf16le'), 'nodes names no nodes'],
    ['nesting without end', '['.repeat(5000), 'nodes cannot be read: lists and maps are nested more than 1000 deep on line 1'],
    ['no text', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 'nodes is no text'],
    ['broken YAML', 'nodes: [\n', 'nodes:'],
  ])('%s is reported', async (_, text, problem) => {
    expect(summary(await read(text))).toEqual({ pools: [], problems: [expect.stringContaining(problem)] });
  });

  test('YAML past 32 MiB is refused before it fills the memory', async () => {
    const comment = Buffer.alloc(1024 * 1024, '# comment\n');
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; given < 100; given++) {
        yield comment;
      }
    }
    expect(summary(await readNodes([{ file: 'nodes', chunks: endless() }])).problems).toEqual(['nodes is YAML of more than 32 MiB; use -o json, which is read at any size']);
    expect(given).toBeLessThan(40);
  });

  test('a file that fails while it is read is reported, with what was read', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(JSON.stringify(list(node('a'))).slice(0, -20));
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    }
    expect(summary(await readNodes([{ file: 'nodes', chunks: failing() }]))).toEqual({ pools: [['linux-5.15.0-91-generic', 1]], problems: ['nodes cannot be read: EIO: i/o error, read'] });
  });

  test('never makes it throw', async () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', '"items":', '"kind":"Node"', ',', ':', '1', '"', '\\', '\n', 'nodes:', '- pool: a', ' ', '---', '[pod/x] ', '\0');
    await fc.assert(fc.asyncProperty(fc.array(pieces).map((parts) => parts.join('')), async (text) => {
      await read(text, 5);
    }));
  });
});

describe('an inventory', () => {
  test('of several documents has each pool once', async () => {
    const pool = (kernelVersion: string) => `nodes: [{pool: a, kernelVersion: ${kernelVersion}}]\n`;
    const { nodePools, unreadable } = await read(`${pool('6.1.0')}---\n${pool('5.4.0')}`);
    expect(nodePools).toMatchObject([{ name: 'a', kernel: { release: '6.1.0' } }]);
    expect(unreadable.map(({ message }) => message)).toEqual(['nodes: two pools are named "a"; the first counts: give each pool a name of its own']);
  });

  test('states pools and facts, decimals as they are written', async () => {
    const found = await read('kubernetesVersion: 1.30\nplatform: eks\nnetwork: {serviceCidrs: [10.96.0.0/12]}\nnodes:\n- pool: old\n  kernelVersion: 3.10\n  interfaces:\n  - name: eth0\n    addresses: [10.0.0.1/24]\n- name: new\n  kernelVersion: 6.1.0\n');
    expect(found.unreadable).toEqual([]);
    expect(found.nodePools).toMatchObject([{ name: 'old', kernel: { raw: '3.10' }, interfaces: [{ addresses: ['10.0.0.1/24'] }] }, { name: 'new', kernel: { raw: '6.1.0' } }]);
    expect(found.facts).toMatchObject({ platform: 'eks', kubernetesVersion: { raw: '1.30' }, network: { serviceCidrs: ['10.96.0.0/12'] } });
  });

  test('may be JSON', async () => {
    expect(summary(await read('{"nodes":[{"pool":"a","kernelVersion":"5.15.0"}]}'))).toEqual({ pools: [['a', undefined]], problems: [] });
  });

  test.each<[string, string, string]>([
    ['nodes: []\n', '1:1', 'nodes is empty; list at least one pool'],
    ['nodes:\n', '1:1', 'nodes is empty; list at least one pool'],
    ['nodes: {a: {kernelVersion: 5.15.0}}\n', '1:1', 'nodes is no list; list at least one pool'],
    ['nodes:\n- pool: a\n  kernelVersion: rolling\n', '3:3', 'kernelVersion is "rolling"; allowed'],
    ['nodes:\n- pool: a\n', '2:3', 'kernelVersion is missing; give a release'],
    ['nodes:\n- kernelVersion: 5.15.0\n', '2:3', 'name is missing; give a text of 1 to 253 characters; a number needs quotes'],
    ['nodes:\n- {pool: a, kernelVersion: 5.15.0}\n- {pool: a, kernelVersion: 5.15.0}\n', '3:3', 'two pools are named "a"; the first counts: give each pool a name of its own'],
    ['nodes:\n- {pool: a, kernelVersion: 5.15.0, sysctls: {x: 1}}\n', '2:46', 'sysctls.x is "x"; allowed'],
    ['version: 1\nnodes:\n- {pool: a, kernelVersion: 5.15.0}\n', '1:1', 'version is not a property; allowed: kubernetesVersion, platform, network'],
    ['network: {podCidrs: [x]}\nnodes:\n- {pool: a, kernelVersion: 5.15.0}\n', '1:22', 'network.podCidrs[0] is "x"; allowed'],
  ])('%j is wrong at %s: %s', async (text, place, problem) => {
    expect(summary(await read(text)).problems).toEqual([expect.stringContaining(`nodes:${place} ${problem}`)]);
  });
});

describe('nodes that the collector looked at', () => {
  const line = (pool: string, more: object = {}) => JSON.stringify({ pool, kernelVersion: '6.1.45-talos', operatingSystem: 'linux', count: 1, cpu: 4, modules: { ip_vs: 'builtin' }, ...more });

  test.each([
    ['as they are', ''],
    ['with the names of the pods', '[pod/kube-proxy-inventory-collector-x2x4z/collect] '],
  ])('are lines, %s; those that agree make a pool', async (_, prefix) => {
    const text = [line('a'), line('b'), line('c', { modules: { ip_vs: 'loaded' } })].map((written) => prefix + written).join('\n');
    expect(summary(await read(text))).toEqual({ pools: [['linux-6.1.45-talos', 2], ['linux-6.1.45-talos-2', 1]], problems: [] });
  });

  test('are read around a line of something else, which is told once', async () => {
    expect(summary(await read(`${line('a')}\nsh: can not open file\n${line('b')}\n`))).toEqual({
      pools: [['linux-6.1.45-talos', 2]], problems: [expect.stringMatching(/^nodes:2:1 is not JSON/)],
    });
  });

  test('keep their names when they are pools of several', async () => {
    expect(summary(await read(`${line('a', { count: 3 })}\n${line('b', { count: undefined })}`)).pools).toEqual([['a', 3], ['b', undefined]]);
  });
});
