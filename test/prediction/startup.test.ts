import type { StartupCause, StartupOutcome } from '../../src/prediction/prediction';
import { predictedPool, type PoolSetup } from './predicted-pool';

const UBUNTU = '5.15.0-91-generic';
const BUILT_IN = { ip_vs: 'builtin', ip_vs_rr: 'builtin', ip_vs_wrr: 'builtin', ip_vs_sh: 'builtin', nf_conntrack_ipv4: 'builtin' } as const;

/** Outcome, causes in order, and the mode in force. */
function start(version: string, kernel: string, setup: PoolSetup = {}): [StartupOutcome, StartupCause[], string | undefined] {
  const { startup, modeInForce: mode } = predictedPool(version, kernel, setup);
  return [startup.outcome, startup.reasons.map(({ cause }) => cause), mode];
}

const ipvs = (section: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({ configuration: { mode: 'ipvs', ipvs: section, ...rest } });

describe('what the configuration decides', () => {
  it.each<[string, string, PoolSetup, ReturnType<typeof start>]>([
    ['a mode in capitals', '1.31.3', { configuration: { mode: 'IPVS' } }, ['exits', ['mode-unknown'], undefined]],
    ['no mode', '1.31.3', { configuration: {} }, ['runs', [], 'iptables']],
    ['no mode, default changed', '1.40.0', { configuration: {} }, ['runs', [], 'nftables']],
    ['userspace, last release', '1.25.16', { configuration: { mode: 'userspace' } }, ['runs', [], 'userspace']],
    ['userspace, gone', '1.26.0', { configuration: { mode: 'userspace' } }, ['exits', ['mode-removed'], undefined]],
    ['nftables too early', '1.28.15', { configuration: { mode: 'nftables' } }, ['exits', ['mode-unknown'], undefined]],
    ['nftables behind its gate', '1.29.0', { configuration: { mode: 'nftables' } }, ['exits', ['mode-gated-off'], undefined]],
    ['ipvs, gate off', '1.37.0', ipvs({}, { featureGates: { KubeProxyIPVS: false } }), ['exits', ['mode-gated-off'], undefined]],
    ['ipvs, last release with the gate on', '1.39.0', {}, ['runs', [], 'ipvs']],
    ['ipvs, off by default', '1.40.0', {}, ['exits', ['mode-gated-off'], undefined]],
    ['ipvs, gate on', '1.40.0', ipvs({}, { featureGates: { KubeProxyIPVS: true } }), ['runs', [], 'ipvs']],
    ['ipvs, gone', '1.43.0', {}, ['exits', ['mode-removed'], undefined]],
    ['a removed gate', '1.22.2', ipvs({}, { featureGates: { SupportIPVSProxyMode: true } }), ['exits', ['feature-gate-unknown'], undefined]],
    ['a value out of range', '1.28.5', ipvs({}, { oomScoreAdj: 2000 }), ['exits', ['configuration-invalid'], undefined]],
    ['a wrong type', '1.28.5', ipvs({ syncPeriod: ['30s'] }), ['exits', ['configuration-undecodable'], undefined]],
    ['a scheduler that validation rejects', '1.26.15', ipvs({ scheduler: 'mh' }), ['exits', ['scheduler-unavailable'], undefined]],
    ['a scheduler that no kernel has', '1.27.1', ipvs({ scheduler: 'LeastConnection' }), ['exits', ['scheduler-unavailable'], undefined]],
    ['a scheduler that the kernel has', '1.27.1', ipvs({ scheduler: 'mh' }), ['runs', [], 'ipvs']],
  ])('%s, v%s', (_, version, setup, expected) => {
    expect(start(version, UBUNTU, setup)).toEqual(expected);
  });
});

describe('Windows', () => {
  it.each<[string, string, ReturnType<typeof start>]>([
    ['ipvs', '1.28.5', ['exits', ['mode-unknown'], undefined]],
    ['kernelspace', '1.28.5', ['runs', [], 'kernelspace']],
    ['', '1.28.5', ['runs', [], 'kernelspace']],
    ['', '1.25.16', ['runs', [], 'userspace']],
  ])('mode %j, v%s', (mode, version, expected) => {
    expect(start(version, '10.0.20348.1366', { operatingSystem: 'windows', configuration: { mode } })).toEqual(expected);
  });

  it('writes no sysctls', () => {
    expect([...predictedPool('1.28.5', '10.0.20348.1366', { operatingSystem: 'windows', configuration: {} }).sysctls.keys()]).toEqual([]);
  });
});

describe('what the kernel decides', () => {
  it.each<[string, string, string, ReturnType<typeof start>]>([
    ['no key, and it is written everywhere', '1.18.20', '3.10.107', ['exits', ['sysctl-key-missing'], undefined]],
    ['no key, before it is written', '1.13.0', '4.0.9', ['exits', ['sysctl-key-missing'], undefined]],
    ['no key, left alone', '1.19.0', '3.10.107', ['runs', [], 'ipvs']],
    ['no key, not written yet', '1.12.4', '3.10.107', ['runs', [], 'ipvs']],
    ['the key of a vendor', '1.18.20', '3.10.0-1160.el7.x86_64', ['runs', [], 'ipvs']],
    ['nf_conntrack_ipv4 wanted where it is merged', '1.12.6', '4.19.1', ['falls-back-to-iptables', ['modules-missing'], 'iptables']],
    ['and not noticed any more', '1.12.7', '4.19.1', ['runs', [], 'ipvs']],
    ['wanted of RHEL 8.3, which merged it too', '1.11.8', '4.18.0-240.el8.x86_64', ['falls-back-to-iptables', ['modules-missing'], 'iptables']],
    ['by its number, of RHEL 8.3', '1.25.16', '4.18.0-240.el8.x86_64', ['runs', [], 'ipvs']],
    ['no IPVS in the image, silent', '1.25.16', '5.4.0-1032-kvm', ['falls-back-to-iptables', ['modules-missing'], 'iptables']],
    ['no IPVS in the image, loud', '1.26.0', '5.4.0-1032-kvm', ['exits', ['modules-missing'], undefined]],
    ['no IPVS in the image, probed', '1.30.0', '5.4.0-1032-kvm', ['exits', ['modules-missing'], undefined]],
  ])('%s: v%s on %s', (_, version, kernel, expected) => {
    expect(start(version, kernel)).toEqual(expected);
  });

  it.each<[string, string, PoolSetup, ReturnType<typeof start>]>([
    ['no ip_set, loud', '1.35.3', { modules: { ip_vs: 'loadable', ip_set: 'absent' } }, ['exits', ['modules-missing'], undefined]],
    ['no ip_set, silent', '1.25.16', { modules: { ip_set: 'absent' } }, ['falls-back-to-iptables', ['modules-missing'], 'iptables']],
    ['no ip_set, in another mode', '1.35.3', { modules: { ip_set: 'absent' }, configuration: { mode: 'nftables' } }, ['runs', [], 'nftables']],
    ['no nf_tables', '1.35.3', { modules: { nf_tables: 'absent' }, configuration: { mode: 'nftables' } }, ['exits', ['nftables-module-missing'], undefined]],
    ['no nf_tables, in another mode', '1.35.3', { modules: { nf_tables: 'absent' }, configuration: { mode: 'iptables' } }, ['runs', [], 'iptables']],
    ['no legacy iptables', '1.35.3', { modules: { ip_tables: 'absent' }, configuration: { mode: 'iptables' } }, ['runs', [], 'iptables']],
    ['no iptables at all', '1.35.3', { modules: { ip_tables: 'absent', nf_tables: 'absent' } }, ['exits', ['iptables-unavailable'], undefined]],
  ])('%s, v%s: modules that the input states as absent', (_, version, setup, expected) => {
    expect(start(version, UBUNTU, setup)).toEqual(expected);
  });

  it.each<[string, string, PoolSetup['instance'], ReturnType<typeof start>]>([
    ['1.30.0', '5.12.19', { }, ['exits', ['mode-gated-off'], undefined]],
    ['1.31.0', '5.12.19', {}, ['runs', [], 'nftables']],
    ['1.31.0', '5.12.19', { environment: { KUBE_PROXY_NFTABLES_SKIP_KERNEL_VERSION_CHECK: 'y' } }, ['exits', ['nftables-kernel-too-old'], undefined]],
    ['1.33.0', '5.12.19', {}, ['exits', ['nftables-kernel-too-old'], undefined]],
    ['1.33.0', '5.12.19', { environment: { KUBE_PROXY_NFTABLES_SKIP_KERNEL_VERSION_CHECK: 'y' } }, ['runs', [], 'nftables']],
    ['1.33.0', '5.13.0', {}, ['runs', [], 'nftables']],
  ])('nftables, v%s on %s with %j', (version, kernel, instance, expected) => {
    expect(start(version, kernel, { configuration: { mode: 'nftables' }, instance })).toEqual(expected);
  });
});

describe('what the modules of the nodes decide', () => {
  it.each<[string, string, PoolSetup, ReturnType<typeof start>]>([
    ['built in and not seen', '1.10.2', { modules: BUILT_IN }, ['falls-back-to-iptables', ['modules-missing'], 'iptables']],
    ['built in and seen', '1.11.0', { modules: BUILT_IN }, ['runs', [], 'ipvs']],
    ['built in behind a missing mount', '1.20.0', { modules: BUILT_IN, instance: { mountsLibModules: false } }, ['falls-back-to-iptables', ['modules-missing'], 'iptables']],
    ['loadable behind a missing mount', '1.25.0', { modules: { ip_vs: 'loadable' }, instance: { mountsLibModules: false } }, ['falls-back-to-iptables', ['modules-missing'], 'iptables']],
    ['unknown behind a missing mount', '1.26.0', { instance: { mountsLibModules: false } }, ['runs', [], 'ipvs']],
    ['absent', '1.25.0', { modules: { ip_vs_wrr: 'absent' } }, ['falls-back-to-iptables', ['modules-missing'], 'iptables']],
    ['absent, but not asked for by a probe', '1.27.0', { modules: { ip_vs_wrr: 'absent' } }, ['runs', [], 'ipvs']],
    ['a scheduler that must be loaded', '1.22.0', { ...ipvs({ scheduler: 'lc' }), modules: { ip_vs_lc: 'loadable' } }, ['falls-back-to-iptables', ['scheduler-unavailable'], 'iptables']],
    ['a scheduler that is built in, which is not seen', '1.22.0', { ...ipvs({ scheduler: 'lc' }), modules: { ip_vs_lc: 'builtin' } }, ['falls-back-to-iptables', ['scheduler-unavailable'], 'iptables']],
    ['a scheduler that is loaded', '1.22.0', { ...ipvs({ scheduler: 'lc' }), modules: { ip_vs_lc: 'loaded' } }, ['runs', [], 'ipvs']],
    ['a scheduler that is not looked for yet', '1.19.0', { ...ipvs({ scheduler: 'lc' }), modules: { ip_vs_lc: 'absent' } }, ['runs', [], 'ipvs']],
    ['a scheduler that the kernel does not have', '1.28.0', { ...ipvs({ scheduler: 'lc' }), modules: { ip_vs_lc: 'absent' } }, ['exits', ['scheduler-unavailable'], undefined]],
    ['no IPVS at all is one fault', '1.28.0', { ...ipvs({ scheduler: 'lc' }), modules: { ip_vs: 'absent', ip_vs_lc: 'absent' } }, ['exits', ['modules-missing'], undefined]],
  ])('%s, v%s', (_, version, setup, expected) => {
    expect(start(version, '4.14.40-custom', setup)).toEqual(expected);
  });
});

it('does not come to the sysctls of IPVS mode once it has fallen back', () => {
  expect(start('1.18.20', '3.10.107', { modules: { ip_vs: 'absent' } })).toEqual(['falls-back-to-iptables', ['modules-missing'], 'iptables']);
});

describe('a node that is itself a container', () => {
  const inContainer = (conntrack: Record<string, unknown>, rest: PoolSetup = {}): PoolSetup => (
    { containerizedNode: true, configuration: { conntrack }, ...rest }
  );
  const readOnly: ReturnType<typeof start> = ['exits', ['sysctl-read-only'], undefined];
  const runs: ReturnType<typeof start> = ['runs', [], 'iptables'];

  it.each<[string, string, string, PoolSetup, ReturnType<typeof start>]>([
    ['defaults', '1.20.2', '5.12.2-arch1-1', inContainer({ maxPerCore: null }), readOnly],
    ['defaults, one release before', '1.20.2', '5.12.1-arch1-1', inContainer({}), runs],
    ['stable 5.10', '1.20.2', '5.10.35', inContainer({}), readOnly],
    ['stable 5.10 before', '1.20.2', '5.10.34', inContainer({}), runs],
    ['mainline', '1.30.0', '5.13.0', inContainer({}), readOnly],
    ['stable 5.4', '1.20.2', '5.4.120', inContainer({}), readOnly],
    ['a vendor kernel of which nothing is known', '1.20.2', '4.18.0-553.el8_10.x86_64', inContainer({}), runs],
    ['a backport that is declared for it', '1.20.2', '4.18.0-553.el8_10.x86_64', inContainer({}, { declaredBackports: ['671c54ea8c7f'] }), readOnly],
    ['nothing to write', '1.20.2', '6.1.0-26-amd64', inContainer({ maxPerCore: 0 }), runs],
    ['the value is there already', '1.30.0', '6.1.0-26-amd64', inContainer({}, { cpu: 8, sysctls: { 'net.netfilter.nf_conntrack_max': 262144 } }), runs],
    ['another value is there', '1.30.0', '6.1.0-26-amd64', inContainer({}, { cpu: 8, sysctls: { 'net.netfilter.nf_conntrack_max': 524288 } }), readOnly],
    ['a higher value is there, and is left', '1.28.0', '6.1.0-26-amd64', inContainer({}, { cpu: 8, sysctls: { 'net.netfilter.nf_conntrack_max': 524288 } }), runs],
    ['a real node', '1.30.0', '6.1.0-26-amd64', { configuration: {} }, runs],
  ])('%s: v%s on %s', (_, version, kernel, setup, expected) => {
    expect(start(version, kernel, setup)).toEqual(expected);
  });

  it.each([['1.27.0', ['modules-missing', 'sysctl-read-only']], ['1.28.0', ['sysctl-read-only', 'modules-missing']]])(
    'v%s comes across its faults in the order %j', (version, causes) => {
      const { startup } = predictedPool(version, '6.1.0-26-amd64', { containerizedNode: true, modules: { ip_vs: 'absent' } });
      expect(startup.reasons.map(({ cause }) => cause)).toEqual(causes);
    },
  );

  it('exits over conntrack even when it would fall back to iptables', () => {
    const setup: PoolSetup = { containerizedNode: true, modules: { ip_vs: 'absent' } };
    expect(start('1.25.16', '6.1.0-26-amd64', setup)).toEqual(['exits', ['modules-missing', 'sysctl-read-only'], undefined]);
  });
});

it('says why in clauses that name what was seen', () => {
  const because = (version: string, kernel: string, setup?: PoolSetup) => predictedPool(version, kernel, setup).startup.reasons
    .map((reason) => reason.because);
  expect(because('1.31.3', UBUNTU, { configuration: { mode: 'IPVS' } })).toEqual(['kube-proxy has no mode "IPVS"; names are compared exactly']);
  expect(because('1.40.0', UBUNTU)).toEqual(['mode "ipvs" needs the feature gate KubeProxyIPVS, which is off']);
  expect(because('1.13.4', '3.10.107')).toEqual([
    'kube-proxy v1.13.4 writes net.ipv4.vs.conn_reuse_mode on every kernel, and 3.10.107 has no such key (3.10.107 is before 4.1, and 3.10.y never got it)',
  ]);
});
