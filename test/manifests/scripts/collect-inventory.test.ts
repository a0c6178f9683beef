import * as fs from 'node:fs';
import { createServer } from 'node:http';
import { MODULE_STATES } from '../../../src/facts/kernel/module-state';
import { describeUnless, FakeNode, whyNot, type RunningScript } from './fake-node';

describeUnless(whyNot(), 'collect-inventory.sh', () => {
  let node: FakeNode;
  let running: RunningScript;
  afterEach(() => node.discard());

  const collect = async (names: readonly string[], env: Record<string, string> = {}) => {
    running = node.start('collect-inventory.sh', names, { env: { NODE_NAME: 'worker-1', ...env } });
    await running.says('\n');
    return JSON.parse(running.output) as Record<string, unknown>;
  };

  test('prints one line, with the names of an inventory', async () => {
    node = new FakeNode({ ip_vs: { loaded: true }, ip_vs_rr: { file: 'kernel/net/ip_vs_rr.ko.zst' }, ip_vs_sh: { builtin: true } });
    node.write('etc/os-release', 'NAME="Ubuntu"\nPRETTY_NAME="Ubuntu 22.04.5 LTS"\n');
    node.write('sys/devices/system/cpu/online', '0-3,6\n');
    node.write('proc/sys/net/ipv4/vs/conn_reuse_mode', '1\n');
    node.write('proc/sys/net/ipv4/ip_local_port_range', '32768\t60999\n');
    node.write('proc/sys/net/ipv4/conf/eth0.100/arp_ignore', '0\n');
    node.write('proc/sys/net/core/netdev_max_backlog', '1000\n');
    node.write('proc/net/dev', 'Inter-|   Receive\n face |bytes\n    lo: 1 2\n  eth9: 3 4\n');
    node.write('proc/self/mountinfo', `1 0 8:1 / / ro - overlay overlay rw\n2 1 8:2 / ${node.root} ro,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro\n`);
    const inventory = await collect([
      'ip_vs', 'ip_vs_rr', 'ip_vs_sh', 'ip_vs_mh', 'net.ipv4.vs.conn_reuse_mode', 'net.ipv4.ip_local_port_range', 'net.ipv4.conf.eth0/100.arp_ignore',
      'net.netfilter.nf_conntrack_max',
    ]);
    expect(inventory).toEqual({
      pool: 'worker-1',
      kernelVersion: '6.1.0-57-amd64',
      osImage: 'Ubuntu 22.04.5 LTS',
      operatingSystem: 'linux',
      architecture: expect.stringMatching(/^[a-z0-9]+$/),
      count: 1,
      cpu: 5,
      sysctls: { 'net.ipv4.vs.conn_reuse_mode': '1', 'net.ipv4.ip_local_port_range': '32768 60999', 'net.ipv4.conf.eth0/100.arp_ignore': '0' },
      modules: { ip_vs: 'loaded', ip_vs_rr: 'loadable', ip_vs_sh: 'builtin', ip_vs_mh: 'absent' },
      interfaces: expect.arrayContaining([expect.objectContaining({ name: 'lo' }), { name: 'eth9', addresses: [] }]),
      readOnlyRoot: false,
      containerizedNode: false,
    });
    expect(MODULE_STATES).toEqual(expect.arrayContaining(Object.values(inventory.modules as object)));
    expect(running.output.trim().split('\n')).toHaveLength(1);
  });

  test.each([['as curl gets it', 2], ['as others get it', undefined]])('prints the labels of its node, where it may read them: %s', async (_, indent) => {
    const labels = { 'kubernetes.io/hostname': 'worker-1', 'node-role.kubernetes.io/worker': '', 'pool': 'a' };
    const annotations = { note: JSON.stringify({ labels: { pool: 'other' } }) };
    const asked: unknown[] = [];
    const server = createServer(({ url, headers }, response) => {
      asked.push([url, headers.authorization]);
      response.end(JSON.stringify({ kind: 'Node', metadata: { annotations, labels, managedFields: [{ fieldsV1: { 'f:labels': { '.': {} } } }] } }, null, indent));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    node = new FakeNode();
    node.write('token', 'abc');
    const { port } = server.address() as { readonly port: number };
    const inventory = await collect([], { TOKEN_FILE: `${node.root}/token`, API_SERVER: `http://127.0.0.1:${port}` });
    server.close();
    expect(inventory.labels).toEqual(labels);
    expect(asked).toEqual([['/api/v1/nodes/worker-1', 'Bearer abc']]);
  });

  test('goes without labels where the API refuses', async () => {
    const server = createServer((_, response) => {
      response.statusCode = 403;
      response.end('{"kind":"Status","labels":{}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    node = new FakeNode();
    node.write('token', 'abc');
    const { port } = server.address() as { readonly port: number };
    const inventory = await collect([], { TOKEN_FILE: `${node.root}/token`, API_SERVER: `http://127.0.0.1:${port}` });
    server.close();
    expect(inventory).toMatchObject({ pool: 'worker-1', count: 1 });
    expect(inventory).not.toHaveProperty('labels');
  });

  test('leaves out what it cannot tell', async () => {
    node = new FakeNode();
    node.remove('lib');
    expect(await collect(['ip_vs', 'net.ipv4.vs.conn_reuse_mode'])).toEqual({
      pool: 'worker-1', kernelVersion: '6.1.0-57-amd64', operatingSystem: 'linux', architecture: expect.any(String), count: 1,
    });
  });

  test.each([
    ['a quoted name', 'PRETTY_NAME="It\'s \\"quoted\\" \\\\ \\$HOME"\n', 'It\'s "quoted" \\ $HOME'],
    ['single quotes', "PRETTY_NAME='Fedora CoreOS 35'\n", 'Fedora CoreOS 35'],
    ['no quotes', 'PRETTY_NAME=Buildroot\n', 'Buildroot'],
    ['a command', 'PRETTY_NAME="$(touch /tmp/owned)"\n', '$(touch /tmp/owned)'],
    ['control characters', 'PRETTY_NAME="a\tb\u0007c"\n', 'a bc'],
  ])('reads os-release with %s', async (_what, text, expected) => {
    node = new FakeNode();
    node.write('etc/os-release', text);
    expect((await collect([])).osImage).toBe(expected);
  });

  test('reads os-release of /usr where /etc has none', async () => {
    node = new FakeNode();
    node.write('usr/lib/os-release', 'PRETTY_NAME="Talos (v1.8.2)"\n');
    expect((await collect([])).osImage).toBe('Talos (v1.8.2)');
  });

  test.each([['ro,lowerdir=/a', true], ['rw,errors=remount-ro', false]])('a root file system mounted with %s is read-only: %s', async (options, expected) => {
    node = new FakeNode();
    node.write('proc/self/mountinfo', `2 1 8:2 / ${node.root} ro,relatime shared:1 master:2 - squashfs /dev/loop0 ${options}\n`);
    expect((await collect([])).readOnlyRoot).toBe(expected);
  });

  test('a node in a network namespace of its own is a container', async () => {
    node = new FakeNode();
    node.write('proc/sys/net/core/somaxconn', '4096\n');
    expect((await collect([])).containerizedNode).toBe(true);
  });

  test('a name with quotes is still JSON', async () => {
    node = new FakeNode();
    expect((await collect([], { NODE_NAME: 'a"b\\c' })).pool).toBe('a"b\\c');
  });

  test('writes nothing on the node, and ends within a second of SIGTERM', async () => {
    node = new FakeNode({ ip_vs: {} });
    const before = fs.readdirSync(node.root, { recursive: true });
    await collect(['ip_vs']);
    expect(fs.readdirSync(node.root, { recursive: true })).toEqual(before);
    const { status, milliseconds } = await running.stop();
    expect(status).toBe(0);
    expect(milliseconds).toBeLessThan(1000);
  });
});

describeUnless(whyNot('root', 'unshare'), 'collect-inventory.sh in a network of its own', () => {
  test('tells addresses, but neither link-local ones nor those of kube-ipvs0', async () => {
    const node = new FakeNode();
    node.write('proc/net/dev', 'Inter-|   Receive\n face |bytes\nkube-ipvs0: 1 2\n');
    const collect = async (name: string) => {
      const setUp = `ip link set lo name ${name} && ip addr add 10.96.0.1/32 dev ${name} && ip addr add 169.254.0.1/16 scope link dev ${name} && exec "$@"`;
      const running = node.start('collect-inventory.sh', [], { wrapper: ['/usr/bin/unshare', '--net', 'sh', '-c', setUp, '-'] });
      await running.says('\n');
      return (JSON.parse(running.output) as { interfaces: unknown }).interfaces;
    };
    expect(await collect('kube-ipvs0')).toEqual([{ name: 'kube-ipvs0', addresses: [] }]);
    node.write('proc/net/dev', 'Inter-|   Receive\n face |bytes\n  eth0: 1 2\n');
    expect(await collect('eth0')).toEqual([{ name: 'eth0', addresses: ['10.96.0.1/32'] }]);
    await node.discard();
  });
});
