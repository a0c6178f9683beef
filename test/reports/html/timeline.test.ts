import type { PoolPrediction, ReuseVerdict, SysctlPrediction } from '../../../src/prediction/prediction';
import { sysctlTimelines } from '../../../src/reports/html/timeline';
import { madePool, madeSysctl, madeWriter, mixedCluster, presence } from '../made-assessment';

const REUSE_MODE = 'net.ipv4.vs.conn_reuse_mode';
const job = madeWriter({ kind: 'job', name: 'the job' });
const daemon = madeWriter({ kind: 'daemon-set', name: 'the daemon' });
const byKubeProxy = { by: 'kube-proxy' as const, value: '0', because: 'at each start' };

const poolWith = (sysctl: SysctlPrediction, changes: Partial<PoolPrediction> = {}, name = 'a') =>
  madePool(name, '5.4.0', { sysctls: new Map([[sysctl.key, sysctl]]), ...changes });
const timelineOf = (sysctl: SysctlPrediction, changes: Partial<PoolPrediction> = {}) => sysctlTimelines({ pools: [poolWith(sysctl, changes)] })[0];
const lanesOf = ({ lanes, phases }: NonNullable<ReturnType<typeof timelineOf>>) =>
  phases.map(({ events }) => events.map(({ lane }) => lanes[lane].title));

it('tells of conn_reuse_mode first, then of keys to which different values are written, and of nothing else', () => {
  expect(sysctlTimelines(mixedCluster.prediction).map(({ key, pools }) => [key, ...pools])).toEqual([
    [REUSE_MODE, 'old'], [REUSE_MODE, 'tuned'], ['net.netfilter.nf_conntrack_max', 'tuned'],
  ]);
});

it('tells apart what a key is after the first start, a restart of kube-proxy, and a reboot', () => {
  const sysctl = madeSysctl(REUSE_MODE, [byKubeProxy], { value: '1', possible: ['1'], afterKubeProxyRestart: '0', afterReboot: undefined });
  expect(timelineOf(sysctl).phases.map(({ title, after }) => [title, after.text])).toEqual([['First start', '1'], ['kube-proxy restarts', '0'], ['Node reboots', '?']]);
});

it.each([
  ['different values', '8', 1],
  ['the same value', '9', 0],
  ['a value that is not known', undefined, 0],
])('counts another key to which two write %s', (_, value, timelines) => {
  const key = 'net.netfilter.nf_conntrack_max';
  const sysctl = madeSysctl(key, [{ by: job, value: '9', because: '' }, { ...byKubeProxy, value }]);
  expect(sysctlTimelines({ pools: [poolWith(sysctl)] })).toHaveLength(timelines);
});

describe('conn_reuse_mode that nobody writes', () => {
  const untouched = madeSysctl(REUSE_MODE, [{ by: 'node', value: '1', because: "the kernel's default" }]);
  const on = (kernel: string, verdict: ReuseVerdict, changes: Partial<PoolPrediction> = {}) => sysctlTimelines({
    pools: [{ ...madePool('a', kernel, { sysctls: new Map([[REUSE_MODE, untouched]]), ...changes }), reuse: { ...madePool('a', kernel).reuse, verdict } }],
  });

  it.each<[string, ReuseVerdict, Partial<PoolPrediction>, number]>([
    ['told where it does harm', 'syn-drop-delay', {}, 1],
    ['told where what it does is not known', 'unknown', {}, 1],
    ['left out where it is safe', 'safe', {}, 0],
    ['left out outside IPVS mode', 'not-ipvs', { modeInForce: 'iptables' }, 0],
    ['left out where the kernel lacks it', 'stale-real-server', { fixes: { ...madePool('a', '3.10.0').fixes, reuseModeKey: presence('absent', 'older') } }, 0],
  ])('is %s', (_, verdict, changes, timelines) => {
    expect(on('3.10.0-1160.95.1.el7.x86_64', verdict, changes)).toHaveLength(timelines);
  });

  it('comes with why kube-proxy leaves it alone, in a lane without a write', () => {
    const [timeline] = on('3.10.0-1160.95.1.el7.x86_64', 'syn-drop-delay');
    expect(timeline.leftAlone).toBe('this release leaves it alone on kernels below 4.1');
    expect(timeline.lanes.map(({ title }) => title)).toEqual(['node', 'kube-proxy']);
    expect(lanesOf(timeline)).toEqual([['node'], [], ['node']]);
  });
});

it('does not say why kube-proxy leaves conn_reuse_mode alone where it writes it', () => {
  expect(timelineOf(madeSysctl(REUSE_MODE, [byKubeProxy]))!.leftAlone).toBeUndefined();
});

it('takes pools together where all goes alike', () => {
  const alike = madeSysctl(REUSE_MODE, [byKubeProxy]);
  const other = madeSysctl(REUSE_MODE, [{ ...byKubeProxy, value: '1' }]);
  const pools = [poolWith(alike, {}, 'a'), poolWith(other, {}, 'b'), poolWith(alike, {}, 'c')];
  expect(sysctlTimelines({ pools }).map((timeline) => timeline.pools)).toEqual([['a', 'c'], ['b']]);
});

it('shows at a restart of kube-proxy and at a reboot who acts again', () => {
  const again = (onKubeProxyRestart: boolean, onReboot: boolean) => ({ onKubeProxyRestart, onReboot });
  const steps = [
    { by: job, value: '1', because: '', again: again(false, false) }, { by: daemon, value: '1', because: '', again: again(false, true) },
    { ...byKubeProxy, again: again(true, true) },
  ];
  expect(lanesOf(timelineOf(madeSysctl(REUSE_MODE, steps))!)).toEqual([['the job', 'the daemon', 'kube-proxy'], ['kube-proxy'], ['the daemon', 'kube-proxy']]);
});

it.each([
  ['good where this kernel is safe with it', '1', 'safe', 'good'],
  ['bad where it is not', '1', 'syn-drop-delay', 'bad'],
  ['doubtful where it spreads unevenly', '1', 'uneven', 'doubtful'],
  ['unknown where that is not known', '1', 'unknown', 'unknown'],
  ['judged as 1 when it is more', '2', 'safe', 'good'],
] as const)('calls a value of conn_reuse_mode %s', (_, value, one, tone) => {
  const reuse = { verdict: one, connReuseMode: value, expireNodestConn: '1', because: '', ifMode: { zero: 'stale-real-server', one } } as const;
  expect(timelineOf(madeSysctl(REUSE_MODE, [{ ...byKubeProxy, value }]), { reuse })!.phases[0].after).toEqual({ text: value, tone });
});

it('shows every value that may be left, the worst tone among them', () => {
  const sysctl = madeSysctl(REUSE_MODE, [byKubeProxy, { by: daemon, value: '1', because: '', lands: 'unknown' }], { value: undefined, possible: ['0', '1'] });
  const reuse = { verdict: 'unknown', connReuseMode: undefined, expireNodestConn: '1', because: '', ifMode: { zero: 'stale-real-server', one: 'safe' } } as const;
  expect(timelineOf(sysctl, { reuse })!.phases[0].after).toEqual({ text: '0 or 1', tone: 'bad' });
});

it('marks the values of other keys that are not the ones that everything settles on', () => {
  const { phases } = timelineOf(madeSysctl('net.netfilter.nf_conntrack_max', [{ by: job, value: '9', because: '' }, byKubeProxy], { afterKubeProxyRestart: '7' }))!;
  expect(phases[0].events.map(({ value }) => value.tone)).toEqual(['doubtful', 'neutral']);
  expect(phases[1].after).toEqual({ text: '7', tone: 'doubtful' });
});
