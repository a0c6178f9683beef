import { operandsOf, withoutPrefix } from '../../../src/shell/wrapped-command';
import { enterNamespaces, modprobeCall, sleepSeconds, sysctlCall } from '../../../src/writers/script/command-arguments';
import { OUTSIDE, type Chamber } from '../../../src/writers/script/script-effects';

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

it.each<[string, string[], string]>([
  ['ip_vs', ['ip_vs'], ''],
  ['ip_vs conn_tab_bits=20', ['ip_vs'], ''],
  ['-a ip_vs ip_vs_rr', ['ip_vs', 'ip_vs_rr'], ''],
  ['--all ip_vs ip_vs_rr', ['ip_vs', 'ip_vs_rr'], ''],
  ['ip_vs ip_vs_rr -a', ['ip_vs', 'ip_vs_rr'], ''],
  ['-qva -- ip_vs ip_vs_rr', ['ip_vs', 'ip_vs_rr'], ''],
  ['-d /host ip_vs', ['ip_vs'], '/host'],
  ['--dirname=/host/ ip_vs', ['ip_vs'], '/host'],
  ['-C /etc/modprobe.d -S 5.4 ip_vs', ['ip_vs'], ''],
  ['-r ip_vs', [], ''],
  ['--remove ip_vs', [], ''],
  ['-nv ip_vs', [], ''],
  ['--show-depends ip_vs', [], ''],
  ['-V', [], ''],
  ['', [], ''],
])('modprobe %s', (args, modules, directory) => expect(modprobeCall(words(args))).toEqual({ modules, directory }));

it.each<[string, Partial<ReturnType<typeof sysctlCall>>]>([
  ['-w a.b=1', { writes: [{ key: 'a.b', value: '1' }] }],
  ['-qw a.b=1 c.d=2=3', { writes: [{ key: 'a.b', value: '1' }, { key: 'c.d', value: '2=3' }] }],
  ['-n a.b', { reads: ['a.b'] }],
  ['-p', { files: ['/etc/sysctl.conf'] }],
  ['-p /a /b', { files: ['/a', '/b'] }],
  ['-p/a', { files: ['/a'] }],
  ['--load=/a', { files: ['/a'] }],
  ['-e -p /a', { files: ['/a'] }],
  ['--system', { system: true }],
  ['-a', {}],
])('sysctl %s', (args, expected) => expect(sysctlCall(words(args))).toEqual({ writes: [], reads: [], files: [], system: false, ...expected }));

describe('nsenter', () => {
  const MOUNTS: Partial<Chamber> = { nodeMounts: true };
  const NETWORK: Partial<Chamber> = { nodeNetwork: true };
  const BY_ID: Partial<Chamber> = { byProcessId: true };

  it.each<[string, Partial<Chamber>]>([
    ['-t 1 -m x y', { ...MOUNTS, ...BY_ID }],
    ['-t1 -m -- x y', { ...MOUNTS, ...BY_ID }],
    ['--target 1 --mount --uts --ipc --net --pid x y', { ...MOUNTS, ...NETWORK, ...BY_ID }],
    ['--target=1 --net -- x y', { ...NETWORK, ...BY_ID }],
    ['-t 1 -a x y', { ...MOUNTS, ...NETWORK, ...BY_ID }],
    ['-mn -t 1 x y', { ...MOUNTS, ...NETWORK, ...BY_ID }],
    ['-t 1 -m -S 0 -G 0 x y', { ...MOUNTS, ...BY_ID }],
    ['--mount=/host/proc/1/ns/mnt x y', MOUNTS],
    ['-n/host/proc/1/ns/net x y', NETWORK],
    ['--net=/rootfs/proc/1/ns/net -- x y', NETWORK],
    ['-t 4711 -m -n x y', {}],
    ['-m x y', {}],
  ])('%s', (args, chamber) => {
    expect(enterNamespaces(words(args), { ...OUTSIDE, root: '/r' })).toEqual({
      chamber: { ...OUTSIDE, root: chamber.nodeMounts ? '' : '/r', ...chamber }, command: ['x', 'y'],
    });
  });
});

it.each<[string, string]>([
  ['sudo -u root x -y', 'x -y'],
  ['timeout -k 5 -s KILL 30 x', 'x'],
  ['env -i A=b C=d x E=f', 'x E=f'],
  ['nice -n 10 ionice -c 3 x', 'x'],
  ['/usr/bin/nohup busybox x', 'x'],
  ['command x', 'x'],
  ['command -v x', ''],
  ['env A=b', ''],
  ['tini -- x', 'x'],
  ['', ''],
])('%s runs %s', (argv, expected) => expect(withoutPrefix(words(argv))).toEqual(words(expected)));

it.each<[string, number]>([['5', 5], ['0.5s', 0.5], ['1m 30s', 90], ['2h', 7200], ['1d', 86400], ['x', NaN], ['5x', NaN]])('sleep %s', (args, seconds) => {
  expect(sleepSeconds(words(args))).toBe(seconds);
});

it('operands come after options, and after a double dash', () => {
  expect(operandsOf(words('-a -b x -c y'), 'b')).toEqual(['y']);
  expect(operandsOf(words('-a -- -b'))).toEqual(['-b']);
  expect(operandsOf(words('- x'))).toEqual(['-', 'x']);
});
