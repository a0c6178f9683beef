import { sysctlTuner, type KernelSysctls, type SysctlTunerOptions } from '../../src/manifests/sysctl-tuner';
import { CHECKSUM_APART, containersOf, podOf } from './daemon-set-parts';

const REUSE = { 'net.ipv4.vs.conn_reuse_mode': 1 };

test('defaults', () => {
  const { daemonSet, configMap } = sysctlTuner({ sysctls: REUSE });
  expect(daemonSet).toMatchSnapshot(CHECKSUM_APART);
  expect(Object.keys(configMap.data as object)).toEqual(['node.sh', 'reconcile-sysctls.sh']);
});

test('is root without any capability, and writes outside of /proc', () => {
  const { daemonSet } = sysctlTuner({ sysctls: REUSE });
  const [tuner] = containersOf(daemonSet);
  expect(tuner.securityContext).toMatchObject({ runAsUser: 0, capabilities: { drop: ['ALL'] } });
  expect(tuner.securityContext.capabilities).not.toHaveProperty('add');
  expect(tuner.volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([{ name: 'proc-sys-net', mountPath: '/host/proc-sys-net' }]);
  expect(podOf(daemonSet).volumes).toContainEqual({ name: 'proc-sys-net', hostPath: { path: '/proc/sys/net', type: 'Directory' } });
});

test('passes values as arguments, and is ready when all are there', () => {
  const sysctls = { 'net/ipv4/vs/conn_reuse_mode': 1, 'net.ipv4.ip_local_port_range': '32768 60999', 'net.ipv4.conf.eth0/100.arp_ignore': '1' };
  const [tuner] = containersOf(sysctlTuner({ sysctls, intervalSeconds: 30 }).daemonSet);
  const settings = ['net.ipv4.conf.eth0/100.arp_ignore=1', 'net.ipv4.ip_local_port_range=32768 60999', 'net.ipv4.vs.conn_reuse_mode=1'];
  expect(tuner.command).toEqual(['sh', '/scripts/reconcile-sysctls.sh', 'keep', ...settings]);
  expect(tuner.readinessProbe).toMatchObject({ exec: { command: ['sh', '/scripts/reconcile-sysctls.sh', 'check', ...settings] }, periodSeconds: 30 });
  expect(tuner.env).toContainEqual({ name: 'INTERVAL_SECONDS', value: '30' });
});

test('passes values of particular kernels behind the name of each', () => {
  const kernels: KernelSysctls[] = [
    { kernel: '5.15.0-91-generic', sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1 } },
    { kernel: '6.1.0-57-amd64', sysctls: {} },
  ];
  const of = (options: SysctlTunerOptions) => containersOf(sysctlTuner(options).daemonSet)[0].command!.slice(3);
  const named = ['--kernel', '5.15.0-91-generic', 'net.ipv4.vs.conn_reuse_mode=1', '--kernel', '6.1.0-57-amd64'];
  expect(of({ kernels })).toEqual(named);
  expect(of({ kernels, sysctls: { 'net.core.somaxconn': 4096 } })).toEqual(['net.core.somaxconn=4096', ...named]);
});

test.each<[SysctlTunerOptions, string]>([
  [{ kernels: [] }, 'kernels is []; allowed: at least one kernel; leave it out for every kernel'],
  [{ kernels: [{ kernel: '6.1; reboot', sysctls: {} }] }, 'kernels[0].kernel is "6.1; reboot"; allowed: the release of a kernel as `uname -r` prints it'],
  [{ kernels: [{ kernel: '', sysctls: {} }] }, 'kernels[0].kernel is ""'],
  [{ kernels: [{ kernel: '-n', sysctls: {} }] }, 'kernels[0].kernel is "-n"'],
  [{ kernels: [{ kernel: '6.1.0', sysctls: {} }, { kernel: '6.1.0', sysctls: {} }] }, 'kernels[1].kernel is "6.1.0"; allowed: each kernel once'],
  [{ kernels: [{ kernel: '6.1.0', sysctls: { 'kernel.panic': 1 } }] }, 'kernels[0].sysctls is "kernel.panic"'],
  [{}, 'sysctls is {}; allowed: at least one sysctl'],
])('refuses %j', (options, message) => {
  expect(() => sysctlTuner(options)).toThrow(message);
});

test.each<[Record<string, string | number>, string]>([
  [{}, 'sysctls is {}; allowed: at least one sysctl'],
  [{ 'net.ipv4.vs.x; reboot': 1 }, 'sysctls is "net.ipv4.vs.x; reboot"; allowed: names of sysctls of the network'],
  [{ 'net.ipv4.vs.x\nkernel.panic': 1 }, 'sysctls is "net.ipv4.vs.x\\nkernel.panic"'],
  [{ 'net.ipv4.../../kernel.panic': 1 }, 'sysctls is "net.ipv4.../../kernel.panic"'],
  [{ 'kernel.panic': 1 }, 'sysctls is "kernel.panic"'],
  [{ net: 1 }, 'sysctls is "net"'],
  [{ 'net.a=b.c': 1 }, 'sysctls is "net.a=b.c"'],
  [{ 'net.a.b': 1, 'net/a/b': 2 }, 'sysctls is "net/a/b"; allowed: each sysctl once; net.a.b is there in another spelling'],
  [{ 'net.a.b': '1; reboot' }, 'sysctls["net.a.b"] is "1; reboot"; allowed: a whole number, or text'],
  [{ 'net.a.b': '1\n2' }, 'sysctls["net.a.b"] is "1\\n2"'],
  [{ 'net.a.b': '' }, 'sysctls["net.a.b"] is ""'],
  [{ 'net.a.b': ' 1' }, 'sysctls["net.a.b"] is " 1"'],
  [{ 'net.a.b': '-n' }, 'sysctls["net.a.b"] is "-n"'],
  [{ 'net.a.b': 1.5 }, 'sysctls["net.a.b"] is 1.5'],
  [{ 'net.a.b': Number.NaN }, 'sysctls["net.a.b"] is NaN'],
  [{ 'net.a.b': 'x'.repeat(257) }, 'up to 256 characters'],
])('refuses %j', (sysctls, message) => {
  expect(() => sysctlTuner({ sysctls })).toThrow(message);
});

test.each([[0], [3601], [1.5], [Number.NaN]])('refuses an interval of %d s', (intervalSeconds) => {
  expect(() => sysctlTuner({ sysctls: REUSE, intervalSeconds })).toThrow(/^intervalSeconds is .*; allowed: a whole number from 1 to 3600$/);
});

test.each([[1], [3600]])('takes an interval of %d s', (intervalSeconds) => {
  expect(() => sysctlTuner({ sysctls: REUSE, intervalSeconds })).not.toThrow();
});
