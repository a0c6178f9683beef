import * as fs from 'node:fs';
import { describeUnless, FakeNode, whyNot, without, type FakeModule } from './fake-node';

const nodes: FakeNode[] = [];
const nodeWith = (modules: Record<string, FakeModule>) => {
  const node = new FakeNode(modules);
  nodes.push(node);
  return node;
};
afterEach(async () => { await Promise.all(nodes.splice(0).map((node) => node.discard())); });

const load = (node: FakeNode, ...modules: string[]) => node.run('load-modules.sh', ['load', ...modules]);
const asked = (node: FakeNode) => (fs.existsSync(node.path('modprobe.log')) ? node.read('modprobe.log').trim().split('\n') : []);

describeUnless(whyNot('root'), 'load-modules.sh', () => {
  test('loads what is missing with the modprobe of the node, and nothing else', () => {
    const node = nodeWith({ ip_vs: {}, ip_vs_rr: { file: 'kernel/net/ip_vs_rr.ko.xz' }, ip_vs_sh: { file: 'kernel/net/ip_vs_sh.ko.zst' }, nf_conntrack: { loaded: true } });
    expect(load(node, 'ip_vs', 'ip_vs_rr', 'ip_vs_sh', 'nf_conntrack')).toEqual({
      status: 0, output: 'ip_vs: loaded\nip_vs_rr: loaded\nip_vs_sh: loaded\nnf_conntrack: loaded\n',
    });
    expect(asked(node)).toEqual(['ip_vs', 'ip_vs_rr', 'ip_vs_sh']);
  });

  test('takes what is built in, listed or not', () => {
    const node = nodeWith({ ip_vs: { builtin: true }, ip_vs_rr: { builtin: true }, nf_conntrack: { file: false } });
    node.write('proc/sys/net/ipv4/vs/conntrack', '0\n');
    node.write('sys/module/nf_conntrack/parameters/hashsize', '65536\n');
    expect(load(node, 'ip_vs', 'ip_vs_rr', 'nf_conntrack')).toEqual({ status: 0, output: 'ip_vs: builtin\nip_vs_rr: builtin\nnf_conntrack: builtin\n' });
    expect(asked(node)).toEqual([]);
  });

  test('takes - and _ in names for the same', () => {
    const node = nodeWith({ 'nf-log-syslog': {}, 'nf_tables': { loaded: true }, 'crc-ccitt': { builtin: true } });
    expect(load(node, 'nf_log_syslog', 'nf-tables', 'crc_ccitt').status).toBe(0);
  });

  test.each([
    ['before 4.19, where both exist', { nf_conntrack: { loaded: true }, nf_conntrack_ipv4: {} }, 'nf_conntrack_ipv4: loaded\n'],
    ['from 4.19 on', { nf_conntrack: {} }, 'nf_conntrack: loaded\n'],
  ])('loads the first name that the node has: %s', (_kernel, modules, output) => {
    expect(load(nodeWith(modules), 'nf_conntrack_ipv4|nf_conntrack')).toEqual({ status: 0, output });
  });

  test('goes on after a failure, says last what is missing and why, and fails', () => {
    const node = nodeWith({ ip_vs_rr: {} });
    const { status, output } = load(node, 'ip_vs_mh', 'ip_vs_rr', 'a|b');
    expect(status).toBe(1);
    expect(output.split('\n').slice(0, 2)).toEqual(['ip_vs_rr: loaded', 'load-modules: missing on this node, kernel 6.1.0-57-amd64']);
    expect(output).toContain('ip_vs_mh: no file for it in /lib/modules/6.1.0-57-amd64: this kernel is built without it, or a package with more modules is not installed; '
      + 'modprobe: FATAL: Module ip_vs_mh not found');
    expect(output).toMatch(/\na: no file for it .* \/ b: no file for it /);
  });

  test.each<[string, (node: FakeNode) => void, string]>([
    ['the running kernel has no module tree', (node) => node.remove('lib/modules'), 'lib/modules/6.1.0-57-amd64 does not exist on the node'],
    ['the node has no modprobe', (node) => node.remove('sbin/modprobe'), 'the node has no modprobe in /sbin /usr/sbin /bin /usr/bin; '],
    ['loading is locked', (node) => node.write('proc/sys/kernel/modules_disabled', '1\n'), 'loading is locked until the next boot (kernel.modules_disabled=1); '],
    [
      'the kernel is locked down', (node) => node.write('sys/kernel/security/lockdown', 'none [integrity] confidentiality\n'),
      'the kernel is locked down and takes only modules signed for it; ',
    ],
    ['modprobe says why', () => undefined, "could not insert 'refused': Operation not permitted"],
  ])('when %s, it says so', (_what, change, message) => {
    const node = nodeWith({ refused: {} });
    change(node);
    const { status, output } = load(node, 'refused');
    expect(status).toBe(1);
    expect(output).toContain(message);
  });

  test('a modprobe that does not come back is told of, at growing intervals', () => {
    const node = nodeWith({ slow: {} });
    const { status, output } = node.run('load-modules.sh', ['load', 'slow'], { env: { PATIENCE_SECONDS: '1', NODE_NAME: 'node-7' } });
    expect(status).toBe(0);
    expect(output).toMatch(/^\/sbin\/modprobe slow has not come back after 1 s; look for it in ps, and in the kernel's log \(dmesg\) of node-7\n/);
    expect(output.match(/has not come back after \d+ s/g)).toEqual(['has not come back after 1 s', 'has not come back after 2 s']);
    expect(output).toMatch(/\nslow: loaded\n$/);
  });

  test('verifies what is built in without a sight of the node, by what the loading left', () => {
    const node = nodeWith({ ip_vs: { builtin: true }, ip_vs_rr: {} });
    node.write('proc/sys/net/ipv4/vs/conntrack', '0\n');
    const env = { BUILTIN_FILE: node.path('builtin') };
    expect(node.run('load-modules.sh', ['load', 'ip_vs', 'ip_vs_rr'], { env }).status).toBe(0);
    expect(node.read('builtin')).toBe('ip_vs\n');
    const blind = { HOST_ROOT: node.path('nowhere') };
    expect(node.run('load-modules.sh', ['verify', 'ip_vs', 'ip_vs_rr'], { env: { ...env, ...blind } })).toEqual({ status: 0, output: '' });
    expect(node.run('load-modules.sh', ['verify', 'ip_vs', 'ip_vs_rr'], { env: blind })).toEqual({ status: 1, output: 'ip_vs: neither loaded nor built in\n' });
  });

  test('a modprobe that only claims to have loaded is found out', () => {
    const { status, output } = load(nodeWith({ silent: {} }), 'silent');
    expect(status).toBe(1);
    expect(output).toContain("silent: /sbin/modprobe succeeded, but the module is not loaded; see /etc/modprobe.d on the node for an 'install' line or a blacklist");
  });

  test.each(['usr/sbin', 'bin', 'usr/bin'])('finds a modprobe in /%s', (folder) => {
    const node = nodeWith({ ip_vs_rr: {} });
    node.remove('sbin/modprobe');
    fs.mkdirSync(node.path(folder), { recursive: true });
    fs.symlinkSync('/usr/bin/kmod', node.path(`${folder}/modprobe`));
    expect(load(node, 'ip_vs_rr').status).toBe(0);
  });

  test('needs no modprobe where nothing is to be loaded', () => {
    const node = nodeWith({ nf_conntrack: { builtin: true } });
    node.remove('sbin/modprobe');
    expect(load(node, 'nf_conntrack').status).toBe(0);
  });

  test('ip_vs without its sysctls does not pass', () => {
    const node = nodeWith({ ip_vs: { loaded: true } });
    const { status, output } = load(node, 'ip_vs');
    expect(status).toBe(1);
    expect(output).toContain('net.ipv4.vs: ip_vs is there, but /proc/sys/net/ipv4/vs is not');
  });

  describe('persistence', () => {
    const persist = (node: FakeNode, ...modules: string[]) => (
      node.run('load-modules.sh', ['load', ...modules], { env: { PERSIST_FILE: node.path('etc/modules-load.d/loader.conf') } })
    );
    const FILE = 'etc/modules-load.d/loader.conf';

    test('lists what is not built in, under the name that works', () => {
      const node = nodeWith({ ip_vs_rr: {}, ip_vs: { builtin: true }, nf_conntrack: { loaded: true } });
      node.write('proc/sys/net/ipv4/vs/conntrack', '0\n');
      fs.mkdirSync(node.path('etc/modules-load.d'), { recursive: true });
      expect(persist(node, 'ip_vs', 'ip_vs_rr', 'nf_conntrack_ipv4|nf_conntrack')).toMatchObject({ status: 0, output: expect.stringContaining('wrote loader.conf\n') });
      expect(node.read(FILE).split('\n')).toEqual([expect.stringMatching(/^# /), 'ip_vs_rr', 'nf_conntrack', '']);
      expect(fs.readdirSync(node.path('etc/modules-load.d'))).toEqual(['loader.conf']);
    });

    test('leaves a file that says the same alone', () => {
      const node = nodeWith({ ip_vs_rr: {} });
      fs.mkdirSync(node.path('etc/modules-load.d'), { recursive: true });
      persist(node, 'ip_vs_rr');
      fs.utimesSync(node.path(FILE), 1, 1);
      expect(persist(node, 'ip_vs_rr').output).not.toContain('wrote');
      expect(fs.statSync(node.path(FILE)).mtimeMs).toBe(1000);
    });

    test('writes nothing when modules are missing', () => {
      const node = nodeWith({ ip_vs_rr: {} });
      fs.mkdirSync(node.path('etc/modules-load.d'), { recursive: true });
      expect(persist(node, 'ip_vs_rr', 'absent').status).toBe(1);
      expect(fs.existsSync(node.path(FILE))).toBe(false);
    });

    test('a directory that cannot be written is an error, although the modules are loaded', () => {
      const node = nodeWith({ ip_vs_rr: {} });
      const { status, output } = persist(node, 'ip_vs_rr');
      expect(status).toBe(1);
      expect(output).toMatch(/modules are loaded, but cannot be made to stay: .*loader\.conf\.new.*leave persistence off/);
    });
  });
});

describeUnless(whyNot('root', 'setpriv'), 'load-modules.sh with less than it needs', () => {
  const loadWithout = (capability: string) => nodeWith({ refused: {} }).run('load-modules.sh', ['load', 'refused'], { wrapper: without(capability) });

  test('no SYS_MODULE', () => {
    expect(loadWithout('sys_module')).toMatchObject({ status: 1, output: expect.stringContaining('this container may not load modules (no SYS_MODULE; Talos gives it to no pod') });
  });

  test('no SYS_CHROOT', () => {
    expect(loadWithout('sys_chroot')).toMatchObject({ status: 1, output: expect.stringContaining("can't change root directory") });
  });
});

describeUnless(whyNot(), 'load-modules.sh verify', () => {
  const verify = (node: FakeNode, ...modules: string[]) => node.run('load-modules.sh', ['verify', ...modules]);

  test('passes when everything is there', () => {
    const node = nodeWith({ ip_vs: { loaded: true }, ip_vs_rr: { builtin: true }, nf_conntrack: { loaded: true } });
    node.write('proc/sys/net/ipv4/vs/conntrack', '1\n');
    expect(verify(node, 'ip_vs', 'ip_vs_rr', 'nf_conntrack_ipv4|nf_conntrack')).toEqual({ status: 0, output: '' });
  });

  test('names what is not, and loads nothing', () => {
    const node = nodeWith({ ip_vs_rr: {}, ip_vs_sh: { loaded: true } });
    expect(verify(node, 'ip_vs_rr', 'ip_vs_sh', 'a|b')).toEqual({ status: 1, output: 'ip_vs_rr: neither loaded nor built in\na|b: neither loaded nor built in\n' });
    expect(asked(node)).toEqual([]);
  });

  test('a module whose name only begins alike does not count', () => {
    expect(verify(nodeWith({ ip_vs_rr: { loaded: true }, xip_vs: { loaded: true } }), 'ip_vs').status).toBe(1);
  });
});

describeUnless(whyNot(), 'load-modules.sh', () => {
  test('stay ends within a second of SIGTERM', async () => {
    const running = nodeWith({}).start('load-modules.sh', ['stay']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { status, milliseconds } = await running.stop();
    expect(status).toBe(0);
    expect(milliseconds).toBeLessThan(1000);
  });

  test.each([
    [['load']], [['load', 'ip_vs; reboot']], [['load', '$(reboot)']], [['load', '-r']], [['load', '../x']], [['load', '']], [['load', 'a||b']], [['load', 'a|']],
    [['load', '|a']], [['load', 'a|-r']], [['load', 'a b']], [['load', 'a\nb']], [['load', '*']], [['verify']], [[]], [['remove', 'ip_vs']],
  ])('refuses %j', (args) => {
    const node = nodeWith({});
    expect(node.run('load-modules.sh', args)).toMatchObject({ status: 2, output: expect.stringMatching(/^load-modules: /) });
    expect(asked(node)).toEqual([]);
  });
});
