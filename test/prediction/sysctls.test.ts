import type { Writer } from '../../src/declaration/writer';
import { madeWriter } from './made-writer';
import { predictedPool, type PoolSetup } from './predicted-pool';

const REUSE_MODE = 'net.ipv4.vs.conn_reuse_mode';
const UBUNTU = '5.15.0-91-generic';
const EULEROS = '4.18.0-147.5.1.6.h686.eulerosv2r9.x86_64';

function writer(value: string, changes: Partial<Writer> = {}, key = REUSE_MODE): Writer {
  return madeWriter({ sysctls: [{ key, value, location: undefined }], ...changes });
}

/** `undefined` for what is not known or depends on who comes last. */
function reuseMode(version: string, kernel: string, setup: PoolSetup) {
  const sysctl = predictedPool(version, kernel, setup).sysctls.get(REUSE_MODE);
  return [sysctl?.value, sysctl?.afterKubeProxyRestart, sysctl?.afterReboot];
}

describe('a sysctl.d file', () => {
  const sysctlD = writer('0', { kind: 'sysctl.d', name: 'sysctl.d/90-ipvs.conf', moment: 'boot-before-modules' });
  const modulesLoad = madeWriter({
    kind: 'modules-load.d', name: 'modules-load.d/ipvs.conf', moment: 'boot', modules: [{ module: 'ip_vs_rr', tolerant: true, location: undefined }],
  });

  it.each<[string, PoolSetup, (string | undefined)[]]>([
    ['is lost when nothing loads the module before', { writers: [sysctlD] }, ['1', '1', '1']],
    ['holds with modules-load.d', { writers: [sysctlD, modulesLoad] }, ['0', '0', '0']],
    ['holds when the module is built in', { writers: [sysctlD], modules: { ip_vs: 'builtin' } }, ['0', '0', '0']],
    ['may hold when the module is loaded, nobody says when', { writers: [sysctlD], modules: { ip_vs: 'loaded' } }, [undefined, undefined, undefined]],
    ['was read before the value was seen', { writers: [sysctlD, modulesLoad], sysctls: { [REUSE_MODE]: 1 } }, ['1', '1', '0']],
  ])('%s', (_, setup, expected) => {
    expect(reuseMode('1.28.5', UBUNTU, setup)).toEqual(expected);
  });

  it('says so in its step', () => {
    const { sysctls } = predictedPool('1.28.5', UBUNTU, { writers: [sysctlD] });
    expect(sysctls.get(REUSE_MODE)?.steps.map(({ value, lands, because }) => [value, lands, because])).toEqual([
      ['1', 'yes', "the kernel's default"],
      ['0', 'no', 'writes 0 at boot, once, but nothing has loaded ip_vs by then, so it is lost'],
    ]);
  });
});

describe('a tuner beside a kube-proxy that writes 0', () => {
  const tuner = writer('1', { kind: 'sysctl-tuner', moment: 'after-kube-proxy', frequency: 'reconcile', intervalSeconds: 5, waitsForKey: true });

  it('wins, with the verdict of its value', () => {
    const { sysctls, reuse } = predictedPool('1.27.4', EULEROS, { writers: [tuner] });
    expect(sysctls.get(REUSE_MODE)).toMatchObject({ value: '1', afterKubeProxyRestart: '1', afterReboot: '1', kubeProxyWrites: '0' });
    expect(reuse).toMatchObject({ verdict: 'safe', connReuseMode: '1', ifMode: { zero: 'unknown', one: 'safe' } });
  });

  it.each<[string, Partial<Writer>]>([
    ['its own network namespace', { reachesNode: false }],
    ['no right to write', { cannotWork: 'its root is read-only' }],
  ])('loses with %s', (_, changes) => {
    expect(reuseMode('1.27.4', EULEROS, { writers: [{ ...tuner, ...changes }] })).toEqual(['0', '0', '0']);
  });

  it('does not concern other pools', () => {
    const elsewhere = { ...tuner, pools: { terms: [[{ key: 'pool', operator: 'In', values: ['other'] } as const]] } };
    const { writers, sysctls } = predictedPool('1.27.4', EULEROS, { writers: [elsewhere], labels: { pool: 'old' } });
    expect([writers, sysctls.get(REUSE_MODE)?.value]).toEqual([[], '0']);
  });
});

describe('a write before the module is there', () => {
  const inPods = (changes: Partial<Writer>): PoolSetup => ({ writers: [writer('0', changes)] });

  it.each<[string, Partial<Writer>, PoolSetup, string | undefined]>([
    ['fails or not, nobody knows', {}, {}, undefined],
    ['waits for the key', { waitsForKey: true }, {}, '0'],
    ['loads the module first', { modules: [{ module: 'ip_vs', tolerant: false, location: undefined }] }, {}, '0'],
    ['cannot load the module first', {
      modules: [{ module: 'ip_vs', tolerant: false, location: undefined }], loading: { tool: 'container', seesHostModules: false, mayLoad: true },
    }, {}, undefined],
    ['finds it loaded', {}, { modules: { ip_vs: 'loaded' } }, '0'],
    ['comes after kube-proxy, which has loaded it', { moment: 'after-kube-proxy' }, {}, '0'],
    ['comes after a kube-proxy that has not loaded it', { moment: 'after-kube-proxy' }, { configuration: { mode: 'iptables' } }, undefined],
    ['comes again and again', { frequency: 'loop' }, {}, '0'],
  ])('%s', (_, changes, setup, value) => {
    expect(reuseMode('1.28.5', UBUNTU, { ...inPods(changes), ...setup })[0]).toBe(value);
  });
});

describe('a writer that may run on this pool', () => {
  const somewhere = writer('1', {
    name: 'DaemonSet kube-system/tuner', moment: 'after-kube-proxy', frequency: 'reconcile', pools: { terms: [[{ key: 'pool', operator: 'In', values: ['old'] }]] },
  });

  it('leaves the value open', () => {
    const { sysctls, reuse } = predictedPool('1.27.4', EULEROS, { writers: [somewhere] });
    expect(sysctls.get(REUSE_MODE)).toMatchObject({ value: undefined, possible: ['0', '1'] });
    expect(reuse.because).toBe(`${REUSE_MODE} ends up as 0 or 1, since it is open whether DaemonSet kube-system/tuner gets to write it`);
  });
});

describe('a kernel without the key', () => {
  it('takes no value from anybody', () => {
    const { sysctls, reuse } = predictedPool('1.23.17', '3.10.107', { writers: [writer('1', { frequency: 'reconcile' })] });
    expect(sysctls.get(REUSE_MODE)).toMatchObject({ value: undefined, possible: [], afterKubeProxyRestart: undefined, afterReboot: undefined });
    expect(sysctls.get(REUSE_MODE)?.steps.map(({ lands, because }) => [lands, because])).toEqual([
      ['yes', 'this kernel has no such key'],
      ['no', 'writes 1 when it starts, in no order against kube-proxy, and again whenever it finds another value, but this kernel has no such key'],
    ]);
    expect(reuse).toMatchObject({ verdict: 'lost-conntrack', connReuseMode: undefined });
    expect(reuse.because).toMatch(/^the kernel has no net\.ipv4\.vs\.conn_reuse_mode and acts as with 0: /);
  });
});

describe('a race over the value', () => {
  const racing = [writer('1', { waitsForKey: true })];

  it('has no verdict where the values differ', () => {
    const { sysctls, reuse } = predictedPool('1.27.4', EULEROS, { writers: racing });
    expect(sysctls.get(REUSE_MODE)).toMatchObject({ value: undefined, possible: ['0', '1'], afterKubeProxyRestart: '0' });
    expect(reuse).toMatchObject({ verdict: 'unknown', connReuseMode: undefined, because: `${REUSE_MODE} ends up as 0 or 1, whoever writes last` });
  });

  it('has the graver verdict where either value is a fault', () => {
    const { reuse } = predictedPool('1.18.9', '5.4.49+', { writers: racing });
    expect(reuse).toMatchObject({ verdict: 'stale-real-server', connReuseMode: undefined });
    expect(reuse.because).toMatch(/^with 0 a reused source port stays .*c95c07836fa4.*, and with 1 the kernel drops the first SYN .*f0a5e4d7a594/);
  });

  it('has the verdict that both values give', () => {
    const { reuse } = predictedPool('1.27.4', EULEROS, { writers: [writer('1'), writer('3', { moment: 'after-kube-proxy' })] });
    expect(reuse).toMatchObject({ verdict: 'safe', connReuseMode: undefined });
  });
});

describe('values other than 0 and 1', () => {
  it.each([['2', 'syn-drop-delay'], ['-1', 'syn-drop-delay'], ['0', 'stale-real-server']])('%s gives %s', (value, verdict) => {
    const kernel = '4.15.0-58-generic';
    expect(predictedPool('1.15.3', kernel, { writers: [writer(value, { moment: 'after-kube-proxy', frequency: 'reconcile' })] }).reuse.verdict).toBe(verdict);
  });
});

describe('a kernel that may have the key', () => {
  const kernel = '3.10.0-327.62.59.83.h128.x86_64';
  it('has a verdict only where it does not matter', () => {
    expect(predictedPool('1.23.17', kernel).reuse).toMatchObject({ verdict: 'unknown', because: expect.stringContaining('is not known') });
    expect(predictedPool('1.13.1', kernel).reuse).toMatchObject({ verdict: 'stale-real-server', connReuseMode: '0' });
  });
});

describe('the switches beside it', () => {
  const with_ = (key: string, value: string) => ({ writers: [writer(value, { moment: 'after-kube-proxy', frequency: 'reconcile' }, key)] });

  it('give no delay without conntrack', () => {
    expect(predictedPool('1.23.17', '3.10.0-1160.el7.x86_64', with_('net.ipv4.vs.conntrack', '0')).reuse.verdict).toBe('safe');
  });

  it('leave stale servers without expire_nodest_conn, whoever took it away', () => {
    const kernel = '4.18.0-553.66.1.el8_10.x86_64';
    expect(predictedPool('1.19.16', kernel).reuse.verdict).toBe('uneven');
    expect(predictedPool('1.19.16', kernel, with_('net.ipv4.vs.expire_nodest_conn', '0')).reuse).toMatchObject({ verdict: 'stale-real-server', expireNodestConn: '0' });
    expect(predictedPool('1.13.1', kernel).reuse).toMatchObject({ verdict: 'stale-real-server', expireNodestConn: '0' });
    expect(predictedPool('1.13.2', kernel).reuse).toMatchObject({ verdict: 'uneven', expireNodestConn: '1' });
  });

  it('count for what IPVS mode would bring, too', () => {
    const zero = (version: string) => predictedPool(version, '4.18.0-553.66.1.el8_10.x86_64', { configuration: { mode: 'iptables' } }).reuse.ifMode.zero;
    expect([zero('1.13.1'), zero('1.13.2')]).toEqual(['stale-real-server', 'uneven']);
  });
});

describe('conntrack', () => {
  const ESTABLISHED = 'net.netfilter.nf_conntrack_tcp_timeout_established';
  const MAX = 'net.netfilter.nf_conntrack_max';

  it('is raised only from 1.23 to 1.28', () => {
    const value = (version: string) => predictedPool(version, UBUNTU).sysctls.get(ESTABLISHED)?.value;
    expect([value('1.22.17'), value('1.23.0'), value('1.28.15'), value('1.29.0')]).toEqual(['86400', '432000', '432000', '86400']);
  });

  it('depends on the cores', () => {
    expect(predictedPool('1.30.0', UBUNTU, { cpu: 16 }).sysctls.get(MAX)).toMatchObject({ value: '524288', kubeProxyWrites: '524288' });
    const unknown = predictedPool('1.30.0', UBUNTU).sysctls.get(MAX);
    expect(unknown).toMatchObject({ value: undefined, possible: [], kubeProxyWrites: undefined });
    expect(unknown?.steps.at(-1)).toMatchObject({
      by: 'kube-proxy', value: undefined, lands: 'yes', because: 'writes 32768 for each core, at least 131072, at each start (v1.30.0, kernel 5.15.0)',
    });
  });

  it('is left alone when the configuration says so', () => {
    const conntrack = { maxPerCore: 0, min: 131072, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' };
    expect([...predictedPool('1.30.0', UBUNTU, { configuration: { mode: 'nftables', conntrack } }).sysctls.keys()]).toEqual([]);
  });
});

describe('iptables mode', () => {
  const LOCALNET = 'net.ipv4.conf.all.route_localnet';
  it.each<[string, Record<string, unknown>, string | undefined]>([
    ['1.23.0', { nodePortAddresses: ['10.0.0.0/8'] }, '1'],
    ['1.24.0', { nodePortAddresses: ['10.0.0.0/8'] }, undefined],
    ['1.24.0', { nodePortAddresses: ['127.0.0.0/8'] }, '1'],
    ['1.24.0', {}, '1'],
    ['1.26.0', { iptables: { localhostNodePorts: false } }, undefined],
    ['1.26.0', {}, '1'],
    ['1.31.0', { nodePortAddresses: ['primary'] }, undefined],
    ['1.37.0', { nodePortAddresses: ['primary', 'localhost'] }, '1'],
  ])('v%s with %j writes route_localnet %s', (version, configuration, value) => {
    expect(predictedPool(version, UBUNTU, { configuration: { mode: 'iptables', ...configuration } }).sysctls.get(LOCALNET)?.kubeProxyWrites).toBe(value);
  });
});

it('tells of every key that was seen or is written', () => {
  const setup: PoolSetup = { configuration: { mode: 'nftables', conntrack: { maxPerCore: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' } }, sysctls: { 'net.ipv4.tcp_keepalive_time': 600 } };
  const { sysctls } = predictedPool('1.33.4', UBUNTU, { ...setup, writers: [writer('1', {}, 'net.core.somaxconn')] });
  expect([...sysctls.values()].map(({ key, value }) => [key, value])).toEqual([['net.core.somaxconn', '1'], ['net.ipv4.tcp_keepalive_time', '600']]);
});
