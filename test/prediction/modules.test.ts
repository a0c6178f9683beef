import type { Writer, WriteMoment } from '../../src/declaration/writer';
import { madeWriter } from './made-writer';
import { predictedPool, type PoolSetup } from './predicted-pool';

const CUSTOM = '4.14.40-custom';

function found(version: string, kernel: string, setup: PoolSetup = {}) {
  return predictedPool(version, kernel, setup).modules.map(({ name, neededAs, state, satisfied }) => [name, neededAs, state, satisfied]);
}

function loader(moment: WriteMoment, modules: readonly string[], changes: Partial<Writer> = {}): Writer {
  return madeWriter({
    name: 'DaemonSet kube-system/ipvs-modules', moment, loading: { tool: 'host', seesHostModules: true, mayLoad: true },
    modules: modules.map((module) => ({ module, tolerant: false, location: undefined })),
    ...changes,
  });
}

describe('the modules that are needed', () => {
  it.each<[string, string, string, [string, string][]]>([
    ['1.19.16', '4.18.0-553.el8_10.x86_64', '', [['ip_vs', 'listed'], ['ip_vs_rr', 'listed'], ['ip_vs_wrr', 'listed'], ['ip_vs_sh', 'listed'], ['nf_conntrack_ipv4', 'listed']]],
    ['1.19.16', '5.4.0-122-generic', 'lc', [
      ['ip_vs', 'listed'], ['ip_vs_rr', 'listed'], ['ip_vs_wrr', 'listed'], ['ip_vs_sh', 'listed'], ['nf_conntrack', 'listed'], ['ip_vs_lc', 'scheduler'],
    ]],
    ['1.26.15', '5.4.0-122-generic', 'sh', [['ip_vs', 'listed'], ['ip_vs_rr', 'listed'], ['ip_vs_wrr', 'listed'], ['ip_vs_sh', 'listed'], ['nf_conntrack', 'listed']]],
    ['1.27.0', '5.4.0-122-generic', '', [['ip_vs', 'kernel'], ['ip_vs_rr', 'scheduler']]],
    ['1.37.2', '5.4.0-122-generic', 'mh', [['ip_vs', 'kernel'], ['ip_vs_mh', 'scheduler']]],
  ])('v%s on %s with scheduler %j', (version, kernel, scheduler, expected) => {
    const { modules } = predictedPool(version, kernel, { configuration: { mode: 'ipvs', ipvs: { scheduler } } });
    expect(modules.map(({ name, neededAs }) => [name, neededAs])).toEqual(expected);
  });

  it('are none outside IPVS mode', () => {
    expect(found('1.28.0', '5.4.0-122-generic', { configuration: { mode: 'iptables' } })).toEqual([]);
  });
});

describe('where the state of a module is from', () => {
  const ipVs = (setup: PoolSetup, kernel = CUSTOM) => found('1.28.0', kernel, setup)[0];

  it.each<[string, PoolSetup, string, string, boolean | 'unknown']>([
    ['nowhere', {}, CUSTOM, 'unknown', 'unknown'],
    ['the operating system', {}, '5.15.0-91-generic', 'loadable', true],
    ['the inventory', { modules: { ip_vs: 'builtin' } }, CUSTOM, 'builtin', true],
    ['the inventory, before the operating system', { modules: { ip_vs: 'absent' } }, '5.15.0-91-generic', 'absent', false],
    ['a loader, after an inventory that says loadable', { modules: { ip_vs: 'loadable' }, writers: [loader('boot', ['ip_vs'])] }, CUSTOM, 'loaded', true],
    ['a loader that brings it along', { writers: [loader('boot', ['ip_vs_sh'])] }, CUSTOM, 'loaded', true],
    ['the inventory, against a loader of what is not there', { modules: { ip_vs: 'absent' }, writers: [loader('boot', ['ip_vs'])] }, CUSTOM, 'absent', false],
    ['the operating system, against a loader of what is not there', { writers: [loader('boot', ['ip_vs'])] }, '5.4.0-1032-kvm', 'absent', false],
    ['the operating system that has it built in, loader or not', { writers: [loader('boot', ['ip_vs'])], osImage: 'Talos (v1.5.0)' }, '6.1.45-talos', 'builtin', true],
    ['the operating system, out of reach of kube-proxy', { instance: { mountsLibModules: false } }, '5.15.0-91-generic', 'loadable', 'unknown'],
    ['the operating system, which loads what is listed only', { osImage: 'Talos (v1.14.0)' }, '6.18.44-talos', 'loadable', 'unknown'],
    ['such a list', { writers: [loader('boot', ['ip_vs'])], osImage: 'Talos (v1.14.0)' }, '6.18.44-talos', 'loaded', true],
    ['not a loader that cannot work', { writers: [loader('boot', ['ip_vs'], { cannotWork: 'no privilege' })] }, CUSTOM, 'unknown', 'unknown'],
    ['not a loader without the modules', {
      writers: [loader('boot', ['ip_vs'], { loading: { tool: 'container', seesHostModules: false, mayLoad: true } })],
    }, CUSTOM, 'unknown', 'unknown'],
  ])('%s', (_, setup, kernel, state, satisfied) => {
    expect(ipVs(setup, kernel)).toEqual(['ip_vs', 'kernel', state, satisfied]);
  });
});

describe('a scheduler that kube-proxy does not load itself', () => {
  const scheduler = (version: string, moment: WriteMoment) => found(version, CUSTOM, {
    configuration: { mode: 'ipvs', ipvs: { scheduler: 'lc' } }, modules: { ip_vs_lc: 'loadable' }, writers: [loader(moment, ['ip_vs_lc'])],
  }).at(-1)?.[3];

  it.each<[string, WriteMoment, boolean | 'unknown']>([
    ['1.25.16', 'boot', true], ['1.25.16', 'before-kube-proxy', true], ['1.25.16', 'any-time', 'unknown'],
    ['1.26.0', 'any-time', true],
  ])('v%s finds it when it is loaded at %s: %s', (version, moment, satisfied) => {
    expect(scheduler(version, moment)).toBe(satisfied);
  });

  it('does not hang on the loader when kube-proxy loads it itself', () => {
    const setup = (mountsLibModules: boolean): PoolSetup => ({ modules: { ip_vs: 'loadable' }, writers: [loader('any-time', ['ip_vs'])], instance: { mountsLibModules } });
    expect(found('1.25.16', CUSTOM, setup(true))[0]).toEqual(['ip_vs', 'listed', 'loaded', true]);
    expect(found('1.25.16', CUSTOM, setup(false))[0]).toEqual(['ip_vs', 'listed', 'loaded', 'unknown']);
  });

  it('is not held against an operating system that ships it', () => {
    expect(found('1.22.0', '5.15.0-91-generic', { configuration: { mode: 'ipvs', ipvs: { scheduler: 'lc' } } }).at(-1)).toEqual(['ip_vs_lc', 'scheduler', 'loadable', 'unknown']);
  });
});

it('says why in a clause', () => {
  const { modules } = predictedPool('1.10.2', CUSTOM, { modules: { ip_vs: 'builtin' } });
  expect(modules[0].because).toBe('ip_vs is stated as builtin on pool workers, and this kube-proxy looks for loaded modules only');
});
