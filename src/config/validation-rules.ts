import type { ReleaseFact } from '../facts/kube-proxy-releases';
import type { EffectiveConfiguration } from './decoded-configuration';
import {
  alone, cidrs, clusterCidr, gateNeeds, hostPort, ipAddress, needsGate, notBelowMinimum, notEmpty, notNegative, notRepeated, numberWithin, oneOf,
  portRange, positive, previousMinor, vmodule, type Check,
} from './validation-checks';

/** A rule of kube-proxy's own validation, which runs after defaulting. Mode, feature gates and logging have rules of their own. */
export interface ValidationRule extends ReleaseFact {
  readonly path: string;
  /** Where kube-proxy says that the fault is, below `KubeProxyConfiguration`; `undefined` for what it finds only later. */
  readonly reportedAs: string | undefined;
  /** When the rule is applied. @default - always */
  readonly when?: (configuration: EffectiveConfiguration) => boolean;
  readonly check: Check;
}

interface Bounds extends Pick<ValidationRule, 'when'> {
  readonly from?: string;
  readonly to?: string;
  readonly source?: string;
}

/** The file was read in v1.11.9 and in a release of each minor from v1.12 to v1.37; bounds follow from comparing them. */
const VALIDATION = 'pkg/proxy/apis/config/validation/validation.go';

function rule(path: string, reportedAs: string | undefined, check: Check, { from, to, when, source }: Bounds = {}): ValidationRule {
  const read = `${VALIDATION} of ${from === undefined ? 'v1.11.9' : `v${from}`} to ${to === undefined ? 'v1.37.2' : `before v${to}`}`;
  return { path, reportedAs, check, when, releases: [{ from: from ?? '1.0', to }], evidence: { source: source ?? read, certainty: 'verified' } };
}

const inMode = (mode: string) => (configuration: EffectiveConfiguration) => configuration.mode === mode;
const inOtherModes = ({ mode }: EffectiveConfiguration) => mode !== 'ipvs' && mode !== 'nftables';

const IPVS = { when: inMode('ipvs') };
const NFTABLES = { when: inMode('nftables'), from: '1.29' };

/** The synchronisation periods of a section. */
function periods(section: 'iptables' | 'ipvs' | 'nftables', below: string, bounds: Bounds): readonly ValidationRule[] {
  return [
    rule(`${section}.syncPeriod`, `${below}SyncPeriod`, positive((configuration) => configuration[section].syncPeriod), bounds),
    rule(`${section}.minSyncPeriod`, `${below}MinSyncPeriod`, notNegative((configuration) => configuration[section].minSyncPeriod), bounds),
    rule(`${section}.syncPeriod`, `${below}SyncPeriod`, notBelowMinimum((configuration) => configuration[section]), bounds),
  ];
}

/** Fields that moved below KubeProxyLinuxConfiguration in 1.31. */
function moved(path: string, reportedAs: string, check: Check): readonly ValidationRule[] {
  return [rule(path, reportedAs, check, { to: '1.31' }), rule(path, `KubeProxyLinuxConfiguration.${reportedAs}`, check, { from: '1.31' })];
}

const conntrack = (name: string, reportedAs: string, check: Check) => moved(`conntrack.${name}`, `KubeProxyConntrackConfiguration.${reportedAs}`, check);

/** Dual-stack ranges were behind a gate that is off by default up to 1.20 and on in 1.21 and 1.22. */
const DUAL_STACK_GATE = 'IPv6DualStack';
const dualStack = (byDefault: boolean) => ({ featureGates }: EffectiveConfiguration) => featureGates[DUAL_STACK_GATE] ?? byDefault;
const singleStack = (byDefault: boolean) => (configuration: EffectiveConfiguration) => !dualStack(byDefault)(configuration);

const SCHEDULERS = ['rr', 'wrr', 'lc', 'wlc', 'lblc', 'lblcr', 'sh', 'dh', 'sed', 'nq'];
const LOCAL_MODES = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'];

const LOCAL_MODE = 'way to detect local traffic';
const NODE_PORT_KEYWORDS = ['primary', 'localhost', 'all'];

const LOGGING: Bounds = { from: '1.28', source: 'logs/api/v1/options.go of k8s.io/component-base v0.28.15 to v0.37.2' };

function detectLocal(name: 'bridgeInterface' | 'interfaceNamePrefix', reportedAs: string, mode: string): readonly ValidationRule[] {
  const check = notEmpty(({ detectLocal: settings }) => settings[name], `must be set for detectLocalMode ${mode}`);
  const when = ({ detectLocalMode }: EffectiveConfiguration) => detectLocalMode === mode;
  return [
    rule(`detectLocal.${name}`, reportedAs, check, { from: '1.24', to: '1.31', when }),
    rule(`detectLocal.${name}`, `DetectLocalConfiguration.${reportedAs}`, check, { from: '1.31', when }),
  ];
}

export const VALIDATION_RULES: readonly ValidationRule[] = [
  rule('iptables.masqueradeBit', 'KubeProxyIPTablesConfiguration.MasqueradeBit', numberWithin(({ iptables }) => iptables.masqueradeBit, 0, 31)),
  ...periods('iptables', 'KubeProxyIPTablesConfiguration.', { to: '1.31' }),
  ...periods('ipvs', 'KubeProxyIPVSConfiguration.', { ...IPVS, to: '1.31' }),
  ...periods('nftables', 'KubeProxyNFTablesConfiguration.', { ...NFTABLES, to: '1.31' }),
  ...periods('iptables', '', { from: '1.31', when: inOtherModes }),
  ...periods('ipvs', '', { ...IPVS, from: '1.31' }),
  ...periods('nftables', '', { ...NFTABLES, from: '1.31' }),

  rule('ipvs.scheduler', 'KubeProxyIPVSConfiguration.Scheduler.Scheduler', oneOf(({ ipvs }) => ipvs.scheduler, SCHEDULERS, 'scheduler of this release'), { ...IPVS, to: '1.27' }),
  rule('ipvs.excludeCIDRs', 'KubeProxyIPVSConfiguration.ExcludeCidrs', cidrs(({ ipvs }) => ipvs.excludeCIDRs), IPVS),
  rule('ipvs.tcpTimeout', 'KubeProxyIPVSConfiguration.TCPTimeout', notNegative(({ ipvs }) => ipvs.tcpTimeout), { ...IPVS, from: '1.18' }),
  rule('ipvs.tcpFinTimeout', 'KubeProxyIPVSConfiguration.TCPFinTimeout', notNegative(({ ipvs }) => ipvs.tcpFinTimeout), { ...IPVS, from: '1.18' }),
  rule('ipvs.udpTimeout', 'KubeProxyIPVSConfiguration.UDPTimeout', notNegative(({ ipvs }) => ipvs.udpTimeout), { ...IPVS, from: '1.18' }),

  rule('nftables.masqueradeBit', 'KubeProxyNFTablesConfiguration.MasqueradeBit', numberWithin(({ nftables }) => nftables.masqueradeBit, 0, 31), NFTABLES),

  rule('conntrack.max', 'KubeProxyConntrackConfiguration.Max', numberWithin((configuration) => configuration.conntrack.max, 0), { to: '1.15' }),
  ...conntrack('maxPerCore', 'MaxPerCore', numberWithin((configuration) => configuration.conntrack.maxPerCore, 0)),
  ...conntrack('min', 'Min', numberWithin((configuration) => configuration.conntrack.min, 0)),
  ...conntrack('tcpEstablishedTimeout', 'TCPEstablishedTimeout', notNegative((configuration) => configuration.conntrack.tcpEstablishedTimeout)),
  ...conntrack('tcpCloseWaitTimeout', 'TCPCloseWaitTimeout', notNegative((configuration) => configuration.conntrack.tcpCloseWaitTimeout)),
  ...conntrack('udpTimeout', 'UDPTimeout', notNegative((configuration) => configuration.conntrack.udpTimeout)),
  ...conntrack('udpStreamTimeout', 'UDPStreamTimeout', notNegative((configuration) => configuration.conntrack.udpStreamTimeout)),

  rule('clientConnection.burst', 'ClientConnection.Burst', numberWithin(({ clientConnection }) => clientConnection.burst, 0)),
  ...moved('oomScoreAdj', 'OOMScoreAdj', numberWithin(({ oomScoreAdj }) => oomScoreAdj, -1000, 1000)),
  rule('udpIdleTimeout', 'UDPIdleTimeout', positive(({ udpIdleTimeout }) => udpIdleTimeout), { to: '1.26' }),
  rule('configSyncPeriod', 'ConfigSyncPeriod', positive(({ configSyncPeriod }) => configSyncPeriod)),
  rule('bindAddress', 'BindAddress', ipAddress(({ bindAddress }) => bindAddress)),
  rule('healthzBindAddress', 'HealthzBindAddress', hostPort(({ healthzBindAddress }) => healthzBindAddress, { mayBeEmpty: true })),
  rule('metricsBindAddress', 'MetricsBindAddress', hostPort(({ metricsBindAddress }) => metricsBindAddress, { mayBeEmpty: false })),

  rule('clusterCIDR', 'ClusterCIDR', clusterCidr('one'), { to: '1.16' }),
  rule('clusterCIDR', 'ClusterCIDR', clusterCidr('list'), { from: '1.16', to: '1.18', when: dualStack(false) }),
  rule('clusterCIDR', 'ClusterCIDR', clusterCidr('one'), { from: '1.16', to: '1.21', when: singleStack(false) }),
  rule('clusterCIDR', 'ClusterCIDR', clusterCidr('one or a pair'), { from: '1.18', to: '1.21', when: dualStack(false) }),
  rule('clusterCIDR', 'ClusterCIDR', clusterCidr('one'), { from: '1.21', to: '1.23', when: singleStack(true) }),
  rule('clusterCIDR', 'ClusterCIDR', clusterCidr('one or a pair'), { from: '1.21', to: '1.23', when: dualStack(true) }),
  rule('clusterCIDR', 'ClusterCIDR', clusterCidr('one or a pair'), { from: '1.23', to: '1.31' }),
  rule('clusterCIDR', 'DetectLocalConfiguration.ClusterCIDRs', clusterCidr('one or a pair'), {
    from: '1.31', when: ({ detectLocalMode }) => detectLocalMode === 'ClusterCIDR',
  }),

  rule('portRange', 'PortRange', portRange((configuration) => configuration.portRange), { to: '1.31' }),

  rule('nodePortAddresses', 'NodePortAddresses', cidrs(({ nodePortAddresses }) => nodePortAddresses), { to: '1.31' }),
  rule('nodePortAddresses', 'NodePortAddresses', cidrs(({ nodePortAddresses }) => nodePortAddresses, ['primary']), { from: '1.31', to: '1.37' }),
  rule('nodePortAddresses', 'NodePortAddresses', alone(({ nodePortAddresses }) => nodePortAddresses, 'primary'), { from: '1.31', to: '1.37' }),
  rule('nodePortAddresses', 'NodePortAddresses', cidrs(({ nodePortAddresses }) => nodePortAddresses, NODE_PORT_KEYWORDS), { from: '1.37' }),
  rule('nodePortAddresses', 'NodePortAddresses', notRepeated(({ nodePortAddresses }) => nodePortAddresses, NODE_PORT_KEYWORDS), { from: '1.37' }),

  rule('showHiddenMetricsForVersion', 'ShowHiddenMetricsForVersion', previousMinor(({ showHiddenMetricsForVersion }) => showHiddenMetricsForVersion), {
    from: '1.18',
  }),
  rule('featureGates', 'FeatureGates', gateNeeds('IPv6DualStack', 'EndpointSlice'), { from: '1.20', to: '1.21' }),

  ...([['1.18', '1.24', ['ClusterCIDR', 'NodeCIDR']], ['1.24', '1.28', LOCAL_MODES]] as const).map(([from, to, modes]) =>
    rule('detectLocalMode', undefined, oneOf(({ detectLocalMode }) => detectLocalMode, modes, LOCAL_MODE), {
      from, to, source: 'getDetectLocalMode in cmd/kube-proxy/app/server_others.go of v1.18.20 to v1.27.16',
    })),
  rule('detectLocalMode', 'DetectLocalMode', oneOf(({ detectLocalMode }) => detectLocalMode, LOCAL_MODES, LOCAL_MODE), { from: '1.28' }),
  ...detectLocal('bridgeInterface', 'InterfaceName', 'BridgeInterface'),
  ...detectLocal('interfaceNamePrefix', 'InterfacePrefix', 'InterfaceNamePrefix'),

  rule('logging.flushFrequency', 'logging.flushFrequency', positive(({ logging }) => logging.flushFrequency), { ...LOGGING, from: '1.35' }),
  rule('logging.format', 'logging.format', oneOf(({ logging }) => logging.format, ['text', 'json'], 'log format'), LOGGING),
  rule('logging.verbosity', 'logging.verbosity', numberWithin(({ logging }) => logging.verbosity, 0, 2147483647), LOGGING),
  rule('logging.vmodule', 'logging.vmodule', vmodule, LOGGING),
  ...(['text', 'json'] as const).flatMap((format) => [
    rule(`logging.options.${format}.splitStream`, `logging.options.${format}.splitStream`,
      needsGate('LoggingAlphaOptions', ({ logging }) => logging.options[format].splitStream), LOGGING),
    rule(`logging.options.${format}.infoBufferSize`, `logging.options.${format}.infoBufferSize`,
      needsGate('LoggingAlphaOptions', ({ logging }) => logging.options[format].infoBufferSize), LOGGING),
  ]),
];
