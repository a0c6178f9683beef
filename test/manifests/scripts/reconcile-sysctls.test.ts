import * as fs from 'node:fs';
import { describeUnless, FakeNode, until, whyNot, without } from './fake-node';

const REUSE = 'proc/sys/net/ipv4/vs/conn_reuse_mode';
const KEY = 'net.ipv4.vs.conn_reuse_mode';
const QUICK = { INTERVAL_SECONDS: '0.05' };

describeUnless(whyNot(), 'reconcile-sysctls.sh', () => {
  let node: FakeNode;
  beforeEach(() => {
    node = new FakeNode();
    fs.mkdirSync(node.path('proc/sys/net/ipv4'), { recursive: true });
  });
  afterEach(() => node.discard());

  const keep = (settings: readonly string[], env: Record<string, string> = QUICK) => node.start('reconcile-sysctls.sh', ['keep', ...settings], { env });
  const check = (...settings: string[]) => node.run('reconcile-sysctls.sh', ['check', ...settings]);
  const value = () => node.read(REUSE).trim();

  test('writes what differs, reads back and counts', async () => {
    node.write(REUSE, '0\n');
    const running = keep([`${KEY}=1`]);
    await running.says(`${KEY} was 0, set to 1 (correction 1)\n`);
    expect(value()).toBe('1');
    node.write(REUSE, '0\n');
    await running.says(`${KEY} was 0, set to 1 (correction 2)\n`);
    expect(value()).toBe('1');
  });

  test('does not write what is right already, tabs or not', async () => {
    node.write(REUSE, '1\n');
    node.write('proc/sys/net/ipv4/ip_local_port_range', '32768\t60999\n');
    for (const file of [REUSE, 'proc/sys/net/ipv4/ip_local_port_range']) {
      fs.utimesSync(node.path(file), 1, 1);
    }
    const running = keep([`${KEY}=1`, 'net.ipv4.ip_local_port_range=32768 60999']);
    await running.says('net.ipv4.ip_local_port_range is 32768 60999\n');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(running.output).toBe(`${KEY} is 1\nnet.ipv4.ip_local_port_range is 32768 60999\n`);
    expect(fs.statSync(node.path(REUSE)).mtimeMs).toBe(1000);
    expect(fs.statSync(node.path('proc/sys/net/ipv4/ip_local_port_range')).mtimeMs).toBe(1000);
  });

  test('waits for a key that comes late, and says so once', async () => {
    const running = keep([`${KEY}=1`]);
    await running.says(`waiting for ${KEY}: the node does not have it; the module that brings it is not loaded`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    node.write(REUSE, '0\n');
    await running.says('set to 1 (correction 1)');
    expect(running.output.match(/waiting/g)).toHaveLength(1);
  });

  test('waits again when the key goes', async () => {
    node.write(REUSE, '1\n');
    const running = keep([`${KEY}=1`]);
    await running.says(`${KEY} is 1\n`);
    node.remove(REUSE);
    await running.says(`waiting for ${KEY}`);
    node.write(REUSE, '1\n');
    await until(() => running.output.match(/is 1\n/g)?.length === 2, () => running.output);
  });

  test('keeps the others right when one cannot be', async () => {
    node.write('proc/sys/net/core/somaxconn', '128\n');
    const running = keep([`${KEY}=1`, 'net.core.somaxconn=4096']);
    await running.says('net.core.somaxconn was 128, set to 4096 (correction 1)');
  });

  test('a slash in a key is a dot in the name of an interface', async () => {
    node.write('proc/sys/net/ipv4/conf/eth0.100/arp_ignore', '0\n');
    const running = keep(['net.ipv4.conf.eth0/100.arp_ignore=1']);
    await running.says('set to 1');
    expect(node.read('proc/sys/net/ipv4/conf/eth0.100/arp_ignore')).toBe('1\n');
  });

  test('a value that does not stay is said once, and not counted as a correction', async () => {
    fs.mkdirSync(node.path('proc/sys/net/ipv4/vs'));
    fs.symlinkSync('/dev/null', node.path(REUSE));
    const running = keep([`${KEY}=1`]);
    await running.says(`cannot set ${KEY} to 1: it is not readable after writing\n`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(running.output.match(/cannot/g)).toHaveLength(1);
    expect(running.output).not.toContain('correction');
  });

  test('a value that keeps changing back is a fight, of which ever fewer corrections are said', async () => {
    node.write(REUSE, '0\n');
    const running = keep([`${KEY}=1`], { ...QUICK, FIGHT_CORRECTIONS: '3', FIGHT_LOOKS: '1000' });
    for (let correction = 1; correction <= 13; correction++) {
      await until(() => value() === '1', () => running.output);
      if ([1, 2, 3, 6, 12].includes(correction)) {
        await running.says(`(correction ${correction})`);
      }
      // Past its reading back, which a 0 would make a value that does not stay.
      await new Promise((resolve) => setTimeout(resolve, 100));
      node.write(REUSE, '0\n');
    }
    await until(() => value() === '1', () => running.output);
    expect(running.output.match(/\(correction \d+\)/g)).toEqual([1, 2, 3, 6, 12].map((number) => `(correction ${number})`));
    expect(running.output.match(/someone else keeps writing.*/g)).toEqual([3, 6, 12].map((number) => expect.stringMatching(new RegExp(
      `^someone else keeps writing net\\.ipv4\\.vs\\.conn_reuse_mode: ${number} corrections, .* and it wants 0; look for .* said again after ${number} more$`,
    ))));
  });

  test('corrections far apart are no fight', async () => {
    node.write(REUSE, '0\n');
    const running = keep([`${KEY}=1`], { ...QUICK, FIGHT_CORRECTIONS: '2', FIGHT_LOOKS: '2' });
    for (let correction = 1; correction <= 3; correction++) {
      await running.says(`(correction ${correction})`);
      await new Promise((resolve) => setTimeout(resolve, 250));
      node.write(REUSE, '0\n');
    }
    expect(running.output).not.toContain('someone else');
  });

  test('ends within a second of SIGTERM, however long it sleeps', async () => {
    node.write(REUSE, '1\n');
    const running = keep([`${KEY}=1`], { INTERVAL_SECONDS: '3600' });
    await running.says(`${KEY} is 1`);
    const { status, milliseconds } = await running.stop();
    expect(status).toBe(0);
    expect(milliseconds).toBeLessThan(1000);
  });

  test('check passes when all values are there', () => {
    node.write(REUSE, '1\n');
    node.write('proc/sys/net/ipv4/ip_local_port_range', '32768\t60999\n');
    expect(check(`${KEY}=1`, 'net.ipv4.ip_local_port_range=32768 60999')).toEqual({ status: 0, output: '' });
  });

  test('check names what is not, and writes nothing', () => {
    node.write(REUSE, '0\n');
    expect(check(`${KEY}=1`, 'net.ipv4.vs.conntrack=1')).toEqual({
      status: 1, output: `${KEY} is 0, wanted 1\nnet.ipv4.vs.conntrack is not there, wanted 1\n`,
    });
    expect(value()).toBe('0');
  });

  test.each([
    [['keep']], [['check']], [[]], [['set', `${KEY}=1`]], [['keep', KEY]], [['keep', 'kernel.panic=1']], [['keep', 'net.ipv4.vs.x;reboot=1']],
    [['keep', 'net.ipv4...x=1']], [['keep', 'net.ipv4.//.x=1']], [['keep', 'net.ipv4./x=1']], [['keep', 'net.ipv4.vs.=1']], [['keep', 'net.$(reboot)=1']],
    [['keep', `${KEY}=`]], [['keep', `${KEY}=1;reboot`]], [['keep', `${KEY}=$(reboot)`]], [['keep', `${KEY}=1\n2`]], [['keep', `${KEY}=*`]], [['keep', `${KEY}=-n`]],
    [['keep', `${KEY}=1`, 'net.a b=1']],
  ])('refuses %j before it touches anything', (args) => {
    node.write(REUSE, '0\n');
    expect(node.run('reconcile-sysctls.sh', args)).toMatchObject({ status: 2, output: expect.stringMatching(/^reconcile-sysctls: /) });
    expect(value()).toBe('0');
  });

  test.each(['', '0', '0.0', '.', '1s', '-1', '1.2.3', '5;reboot'])('refuses an interval of %j', (INTERVAL_SECONDS) => {
    expect(node.run('reconcile-sysctls.sh', ['keep', `${KEY}=1`], { env: { INTERVAL_SECONDS } })).toMatchObject({
      status: 2, output: expect.stringContaining(`INTERVAL_SECONDS is '${INTERVAL_SECONDS}'; allowed: a number of seconds above 0`),
    });
  });

  describe('with values for particular kernels', () => {
    const settings = ['--kernel', '5.15.0-91-generic', `${KEY}=0`, '--kernel', '6.1.0-57-amd64', `${KEY}=1`, 'net.core.somaxconn=4096', '--kernel', '6.8.0-31-generic', `${KEY}=0`];

    test('those of the running kernel are kept', async () => {
      node.write(REUSE, '0\n');
      node.write('proc/sys/net/core/somaxconn', '128\n');
      const running = keep(settings);
      await running.says(`${KEY} was 0, set to 1 (correction 1)\nnet.core.somaxconn was 128, set to 4096 (correction 1)\n`);
      expect(check(...settings)).toEqual({ status: 0, output: '' });
    });

    test('settings for every kernel come with them', async () => {
      node.write(REUSE, '0\n');
      node.write('proc/sys/net/core/somaxconn', '128\n');
      const running = keep(['net.core.somaxconn=1024', '--kernel', '6.1.0-57-amd64', `${KEY}=1`]);
      await running.says(`net.core.somaxconn was 128, set to 1024 (correction 1)\n${KEY} was 0, set to 1 (correction 1)\n`);
    });

    test('on another kernel nothing is written, that is said once, and the node is not ready', async () => {
      node.write(REUSE, '0\n');
      node.write('proc/sys/kernel/osrelease', '6.1.0-58-amd64\n');
      const running = keep(['net.core.somaxconn=1024', ...settings]);
      await running.says('kernel 6.1.0-58-amd64 of this node is not among those that values were decided for: nothing is written; ');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(running.output.split('\n')).toHaveLength(2);
      expect(value()).toBe('0');
      expect(check(...settings)).toEqual({ status: 1, output: 'kernel 6.1.0-58-amd64 is not among those that values were decided for\n' });
      expect((await running.stop()).status).toBe(0);
    });

    test('a kernel for which nothing was to be set is ready', async () => {
      const running = keep(['--kernel', '6.1.0-57-amd64', '--kernel', '6.8.0-31-generic', `${KEY}=0`]);
      await running.says('nothing to keep on kernel 6.1.0-57-amd64\n');
      expect(check('--kernel', '6.1.0-57-amd64')).toEqual({ status: 0, output: '' });
    });

    test.each([['--kernel'], [`--kernel|${KEY}=1`], ['--kernel|6.1;reboot'], ['--kernel|'], [`--kernel|6.1.0|${KEY}`], ['--kernel|-n'], ['--kernels|6.1.0']])(
      'refuses %s before it touches anything', (args) => {
        expect(check(...args.split('|'))).toMatchObject({ status: 2, output: expect.stringMatching(/^reconcile-sysctls: /) });
      },
    );
  });

  test('a missing mount is an error', () => {
    expect(node.run('reconcile-sysctls.sh', ['keep', `${KEY}=1`], { env: { SYSCTL_ROOT: node.path('nowhere') } })).toMatchObject({
      status: 2, output: expect.stringContaining("nowhere does not exist; mount the node's /proc/sys/net there"),
    });
  });
});

describeUnless(whyNot('root', 'setpriv'), 'reconcile-sysctls.sh without any capability', () => {
  let node: FakeNode;
  beforeEach(() => { node = new FakeNode(); });
  afterEach(() => node.discard());

  test('writes what root owns', async () => {
    node.write(REUSE, '0\n');
    const running = node.start('reconcile-sysctls.sh', ['keep', `${KEY}=1`], { env: QUICK, wrapper: without('all') });
    await running.says('set to 1 (correction 1)');
  });

  test('says that a read-only key cannot be set, once', async () => {
    node.write(REUSE, '0\n', 0o444);
    const running = node.start('reconcile-sysctls.sh', ['keep', `${KEY}=1`], { env: QUICK, wrapper: without('all') });
    await running.says(`cannot set ${KEY} to 1: it is 0 after writing; `);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(running.output).toContain('Permission denied');
    expect(running.output.match(/cannot set/g)).toHaveLength(1);
  });
});

describeUnless(whyNot('root', 'unshare', 'sysctls'), 'reconcile-sysctls.sh on the sysctls of a real kernel', () => {
  const PORTS = 'net.ipv4.ip_local_port_range';
  const ARP = 'net.ipv4.conf.all.arp_ignore';
  const inNetwork = (commands: string) => ['/usr/bin/unshare', '--net', 'sh', '-c', commands, '-'];
  const env = { ...QUICK, SYSCTL_ROOT: '/proc/sys/net' };
  let node: FakeNode;
  beforeEach(() => { node = new FakeNode(); });
  afterEach(() => node.discard());

  test('keeps values of one and of several numbers', async () => {
    const disturb = 'trap \'kill $!; wait\' TERM; "$@" & sleep 0.5; echo 2 >/proc/sys/net/ipv4/conf/all/arp_ignore; wait';
    const running = node.start('reconcile-sysctls.sh', ['keep', `${PORTS}=20000 60000`, `${ARP}=1`], { env, wrapper: inNetwork(disturb) });
    await running.says(`${PORTS} was 32768 60999, set to 20000 60000 (correction 1)\n${ARP} was 0, set to 1 (correction 1)\n`);
    await running.says(`${ARP} was 2, set to 1 (correction 2)\n`);
    expect(running.output.match(/correction/g)).toHaveLength(3);
  });

  test('reads what the kernel tells', () => {
    const check = (...settings: string[]) => (
      node.run('reconcile-sysctls.sh', ['check', ...settings], { env, wrapper: inNetwork('echo 8 >/proc/sys/net/ipv4/conf/all/arp_ignore; exec "$@"') })
    );
    expect(check(`${PORTS}=32768 60999`, `${ARP}=8`)).toEqual({ status: 0, output: '' });
    expect(check(`${PORTS}=3`, `${ARP}=1`)).toEqual({ status: 1, output: `${PORTS} is 32768 60999, wanted 3\n${ARP} is 8, wanted 1\n` });
  });

  test('says what the kernel does not take', async () => {
    const running = node.start('reconcile-sysctls.sh', ['keep', `${PORTS}=60000 20000`], { env, wrapper: inNetwork('exec "$@"') });
    await running.says(`cannot set ${PORTS} to 60000 20000: it is 32768 60999 after writing`);
    await running.says('Invalid argument');
  });
});
