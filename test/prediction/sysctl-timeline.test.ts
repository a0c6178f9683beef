import { sysctlTimeline } from '../../src/prediction/sysctl-timeline';
import type { TimedWrite } from '../../src/prediction/timed-writes';
import type { WriteFrequency, WriteMoment } from '../../src/declaration/writer';
import { madeWriter } from './made-writer';

const KEY = 'net.ipv4.vs.conn_reuse_mode';
const DEFAULT = { observed: undefined, kernelDefault: '1' };

function write(moment: WriteMoment, frequency: WriteFrequency, value: string | undefined, changes: Partial<TimedWrite> = {}): TimedWrite {
  const by = madeWriter({ kind: 'systemd-unit', moment, frequency });
  return { by, value, rule: 'if-different', moment, frequency, lands: 'yes', because: '', ...changes };
}

const kubeProxy = (value: string | undefined, changes: Partial<TimedWrite> = {}): TimedWrite =>
  write('kube-proxy-start', 'every-kube-proxy-start', value, { by: 'kube-proxy', ...changes });

function values(writes: readonly TimedWrite[], standing: { observed: string | undefined; kernelDefault: string | undefined } = DEFAULT) {
  const { value, afterKubeProxyRestart, afterReboot } = sysctlTimeline(KEY, standing, writes);
  return [value, afterKubeProxyRestart, afterReboot];
}

describe('one other writer of 1 beside a kube-proxy that writes 0', () => {
  it.each<[WriteMoment, WriteFrequency, (string | undefined)[]]>([
    ['boot-before-modules', 'once', ['0', '0', '0']],
    ['boot', 'once', ['0', '0', '0']],
    ['any-time', 'once', [undefined, '0', undefined]],
    ['any-time', 'loop', ['1', '1', '1']],
    ['any-time', 'reconcile', ['1', '1', '1']],
    ['before-kube-proxy', 'once', ['0', '0', '0']],
    ['before-kube-proxy', 'every-kube-proxy-start', ['0', '0', '0']],
    ['kube-proxy-start-unordered', 'once', [undefined, '0', undefined]],
    ['kube-proxy-start-unordered', 'every-kube-proxy-start', [undefined, undefined, undefined]],
    ['after-kube-proxy', 'once', ['1', '0', '1']],
    ['after-kube-proxy', 'every-kube-proxy-start', ['1', '1', '1']],
    ['after-kube-proxy', 'loop', ['1', '1', '1']],
    ['after-kube-proxy', 'reconcile', ['1', '1', '1']],
  ])('%s, %s: value, after a restart of kube-proxy, after a reboot', (moment, frequency, expected) => {
    expect(values([write(moment, frequency, '1'), kubeProxy('0')])).toEqual(expected);
  });
});

describe('one other writer of 0 where kube-proxy leaves the key alone', () => {
  it.each<[WriteMoment, WriteFrequency]>([
    ['boot-before-modules', 'once'], ['boot', 'once'], ['any-time', 'once'], ['any-time', 'loop'], ['before-kube-proxy', 'every-kube-proxy-start'],
    ['kube-proxy-start-unordered', 'every-kube-proxy-start'], ['after-kube-proxy', 'once'], ['after-kube-proxy', 'reconcile'],
  ])('%s, %s: it stays', (moment, frequency) => {
    expect(values([write(moment, frequency, '0')])).toEqual(['0', '0', '0']);
  });
});

describe('a race', () => {
  it('does not matter when both write the same', () => {
    expect(values([write('any-time', 'once', '0'), kubeProxy('0')])).toEqual(['0', '0', '0']);
  });

  it('says what may come out', () => {
    expect(sysctlTimeline(KEY, DEFAULT, [write('any-time', 'once', '1'), kubeProxy('0')]).possible).toEqual(['0', '1']);
  });

  it('is lost for good by two that both write again and again', () => {
    const writes = [write('any-time', 'loop', '1'), write('after-kube-proxy', 'reconcile', '0'), kubeProxy('0')];
    expect(values(writes)).toEqual([undefined, undefined, undefined]);
    expect(sysctlTimeline(KEY, DEFAULT, writes).possible).toEqual(['0', '1']);
  });

  it('is none for one that writes again and again, against one that writes once', () => {
    expect(values([write('after-kube-proxy', 'once', '0'), write('any-time', 'reconcile', '1')])).toEqual(['1', '1', '1']);
  });
});

describe('writes that do not get there', () => {
  it('change nothing when they are lost', () => {
    expect(values([write('boot-before-modules', 'once', '0', { lands: 'no' })])).toEqual(['1', '1', '1']);
    expect(values([write('any-time', 'loop', '0', { lands: 'no' })])).toEqual(['1', '1', '1']);
  });

  it('leave it open when nobody knows', () => {
    expect(values([write('boot-before-modules', 'once', '0', { lands: 'unknown' })])).toEqual([undefined, undefined, undefined]);
    expect(values([write('boot-before-modules', 'once', '1', { lands: 'unknown' })])).toEqual(['1', '1', '1']);
  });

  it('get there at the restart of kube-proxy, which has loaded the module', () => {
    const hook = write('before-kube-proxy', 'every-kube-proxy-start', '0', { lands: 'unknown' });
    expect(values([hook])).toEqual([undefined, '0', undefined]);
  });
});

describe('the value that stands', () => {
  it('is the one seen on the nodes, which came after boot', () => {
    expect(values([], { observed: '0', kernelDefault: '1' })).toEqual(['0', '0', undefined]);
    expect(values([write('boot', 'once', '1')], { observed: '0', kernelDefault: '1' })).toEqual(['0', '0', '1']);
  });

  it('loses against kube-proxy', () => {
    expect(values([kubeProxy('0')], { observed: '1', kernelDefault: '1' })).toEqual(['0', '0', '0']);
  });

  it('is gone after a reboot when somebody in the input explains it', () => {
    expect(values([write('any-time', 'once', '0')], { observed: '0', kernelDefault: '1' })).toEqual(['0', '0', '0']);
    expect(values([write('any-time', 'once', '0', { by: madeWriter({ kind: 'job' }) })], { observed: '0', kernelDefault: '1' })).toEqual(['0', '0', '1']);
  });

  it('is not known without a default', () => {
    expect(values([], { observed: undefined, kernelDefault: undefined })).toEqual([undefined, undefined, undefined]);
    expect(sysctlTimeline(KEY, { observed: undefined, kernelDefault: undefined }, []).possible).toEqual([]);
  });
});

describe('a Job', () => {
  it('does not run again after a reboot', () => {
    const job = write('after-kube-proxy', 'once', '1', { by: madeWriter({ kind: 'job' }) });
    expect(values([job, kubeProxy('0')])).toEqual(['1', '0', '0']);
  });
});

describe('sysctl.d', () => {
  it('applies files by their names, whatever the folder', () => {
    const file = (name: string, value: string) => write('boot-before-modules', 'once', value, { by: madeWriter({ kind: 'sysctl.d', name }) });
    expect(values([file('etc/sysctl.d/99-late.conf', '0'), file('usr/lib/sysctl.d/10-early.conf', '3')])).toEqual(['0', '0', '0']);
    expect(values([file('sysctl.d/99_a.conf', '0'), file('sysctl.d/99-z.conf', '3'), file('sysctl.d/99-Z.conf', '3')])).toEqual(['0', '0', '0']);
    expect(values([file('/etc/sysctl.d/50.conf', '0'), file('/usr/lib/sysctl.d/50.conf', '3')])).toEqual(['0', '0', '0']);
  });
});

describe('a kube-proxy that only raises', () => {
  const raises = (value: string | undefined) => kubeProxy(value, { rule: 'if-lower' });
  it.each([
    ['131072', '262144', '262144'], ['524288', '262144', '524288'], ['262144', '262144', '262144'], [undefined, '262144', undefined],
  ])('to %s from %s', (wanted, standing, expected) => {
    expect(values([raises(wanted)], { observed: standing, kernelDefault: undefined })[0]).toBe(expected);
  });
});

describe('the steps', () => {
  const who = (writes: readonly TimedWrite[], observed?: string) => sysctlTimeline(KEY, { observed, kernelDefault: '1' }, writes).steps
    .map(({ by, value, lands }) => [typeof by === 'string' ? by : by.name, value, lands]);
  const named = (name: string, moment: WriteMoment, value: string) => write(moment, 'once', value, { by: madeWriter({ name }) });

  it('come in the order in which they act', () => {
    const writes = [named('health', 'after-kube-proxy', '3'), kubeProxy('0'), named('hook', 'kube-proxy-start-unordered', '2'), named('boot', 'boot', '4')];
    expect(who(writes)).toEqual([['node', '1', 'yes'], ['boot', '4', 'yes'], ['kube-proxy', '0', 'yes'], ['health', '3', 'yes'], ['hook', '2', 'yes']]);
  });

  it.each<[string, TimedWrite, boolean, boolean]>([
    ['kube-proxy', kubeProxy('0'), true, true],
    ['a hook of kube-proxy', write('kube-proxy-start-unordered', 'every-kube-proxy-start', '0'), true, true],
    ['one that reconciles', write('after-kube-proxy', 'reconcile', '0'), true, true],
    ['one at boot', write('boot', 'once', '0'), false, true],
    ['a Job', write('any-time', 'once', '0', { by: madeWriter({ kind: 'job' }) }), false, false],
  ])('say when %s acts again', (_, made, onKubeProxyRestart, onReboot) => {
    expect(sysctlTimeline(KEY, { observed: undefined, kernelDefault: '1' }, [made]).steps.map(({ again }) => again)).toEqual([
      { onKubeProxyRestart: false, onReboot: true }, { onKubeProxyRestart, onReboot },
    ]);
  });

  it('put what was seen on the nodes after what happened at boot', () => {
    expect(who([kubeProxy('0'), named('boot', 'boot', '4')], '1')).toEqual([['boot', '4', 'yes'], ['node', '1', 'yes'], ['kube-proxy', '0', 'yes']]);
  });
});
