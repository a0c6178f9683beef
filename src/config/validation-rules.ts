import type { ReleaseFact } from '../facts/kube-proxy/releases';
import type { EffectiveConfiguration } from './decoded-configuration';
import {
  alone, CIDR_LIST, cidrs, gateNeeds, HOST_PORT, HOST_PORT_OR_EMPTY, inRange, IP_ADDRESS, needsAlphaGate, NOT_BELOW_MINIMUM, NOT_NEGATIVE,
  notEmpty, once, ONE_CIDR, ONE_CIDR_OR_PAIR, oneOf, PORT_RANGE, POSITIVE, PREVIOUS_MINOR, VMODULE, type Check,
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

/** The file was read in v1.11.9 and in a release of each later minor; bounds follow from comparing them. */
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
    rule(`${section}.syncPeriod`, `${below}SyncPeriod`, POSITIVE, bounds),
    rule(`${section}.minSyncPeriod`, `${below}MinSyncPeriod`, NOT_NEGATIVE, bounds),
    rule(`${section}.syncPeriod`, `${below}SyncPeriod`, NOT_BELOW_MINIMUM, bounds),
  ];
}

/** Fields that moved below KubeProxyLinuxConfiguration in 1.31. */
function moved(path: string, reportedAs: string, check: Check, from?: string): readonly ValidationRule[] {
  return [rule(path, reportedAs, check, { from, to: '1.31' }), rule(path, `KubeProxyLinuxConfiguration.${reportedAs}`, check, { from: '1.31' })];
}

const conntrack = (name: string, reportedAs: string, check: Check, from?: string) =>
  moved(`conntrack.${name}`, `KubeProxyConntrackConfiguration.${reportedAs}`, check, from);

/** Dual-stack ranges were behind a gate that is off by default up to 1.20 and on in 1.21 and 1.22. */
const DUAL_STACK_GATE = 'IPv6DualStack';
const dualStack = (byDefault: boolean) => ({ featureGates }: EffectiveConfiguration) => featureGates[DUAL_STACK_GATE] ?? byDefault;
const singleStack = (byDefault: boolean) => (configuration: EffectiveConfiguration) => !dualStack(byDefault)(configuration);

const SCHEDULERS = ['rr', 'wrr', 'lc', 'wlc', 'lblc', 'lblcr', 'sh', 'dh', 'sed', 'nq'];
const LOCAL_MODES = ['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'];

const NODE_PORT_KEYWORDS = ['primary', 'localhost', 'all'];

const LOGGING: Bounds = { from: '1.28', source: 'logs/api/v1/options.go of k8s.io/component-base v0.28.15 to v0.37.2' };

function detectLocal(name: 'bridgeInterface' | 'interfaceNamePrefix', reportedAs: string, mode: string): readonly ValidationRule[] {
  const check = notEmpty(`detectLocalMode ${mode}`);
  const when = ({ detectLocalMode }: EffectiveConfiguration) => detectLocalMode === mode;
  return [
    rule(`detectLocal.${name}`, reportedAs, check, { from: '1.24', to: '1.31', when }),
    rule(`detectLocal.${name}`, `DetectLocalConfiguration.${reportedAs}`, check, { from: '1.31', when }),
  ];
}

function logOptions(format: 'text' | 'json', bounds: Bounds): readonly ValidationRule[] {
  return ['splitStream', 'infoBufferSize'].map((name) => {
    const path = `logging.options.${format}.${name}`;
    return rule(path, path, needsAlphaGate('LoggingAlphaOptions'), bounds);
  });
}

export const VALIDATION_RULES: readonly ValidationRule[] = [
  rule('iptables.masqueradeBit', 'KubeProxyIPTablesConfiguration.MasqueradeBit', inRange('iptables.masqueradeBit')),
  ...periods('iptables', 'KubeProxyIPTablesConfiguration.', { to: '1.31' }),
  ...periods('ipvs', 'KubeProxyIPVSConfiguration.', { ...IPVS, to: '1.31' }),
  ...periods('nftables', 'KubeProxyNFTablesConfiguration.', { ...NFTABLES, to: '1.31' }),
  ...periods('iptables', '', { from: '1.31', when: inOtherModes }),
  ...periods('ipvs', '', { ...IPVS, from: '1.31' }),
  ...periods('nftables', '', { ...NFTABLES, from: '1.31' }),

  rule('ipvs.scheduler', 'KubeProxyIPVSConfiguration.Scheduler.Scheduler', oneOf(SCHEDULERS), { ...IPVS, to: '1.27' }),
  rule('ipvs.excludeCIDRs', 'KubeProxyIPVSConfiguration.ExcludeCidrs', cidrs(), IPVS),
  rule('ipvs.tcpTimeout', 'KubeProxyIPVSConfiguration.TCPTimeout', NOT_NEGATIVE, { ...IPVS, from: '1.18' }),
  rule('ipvs.tcpFinTimeout', 'KubeProxyIPVSConfiguration.TCPFinTimeout', NOT_NEGATIVE, { ...IPVS, from: '1.18' }),
  rule('ipvs.udpTimeout', 'KubeProxyIPVSConfiguration.UDPTimeout', NOT_NEGATIVE, { ...IPVS, from: '1.18' }),

  rule('nftables.masqueradeBit', 'KubeProxyNFTablesConfiguration.MasqueradeBit', inRange('nftables.masqueradeBit'), NFTABLES),

  rule('conntrack.max', 'KubeProxyConntrackConfiguration.Max', inRange('conntrack.max'), { to: '1.15' }),
  ...conntrack('maxPerCore', 'MaxPerCore', inRange('conntrack.maxPerCore')),
  ...conntrack('min', 'Min', inRange('conntrack.min')),
  ...conntrack('tcpEstablishedTimeout', 'TCPEstablishedTimeout', NOT_NEGATIVE),
  ...conntrack('tcpCloseWaitTimeout', 'TCPCloseWaitTimeout', NOT_NEGATIVE),
  ...conntrack('udpTimeout', 'UDPTimeout', NOT_NEGATIVE, '1.29'),
  ...conntrack('udpStreamTimeout', 'UDPStreamTimeout', NOT_NEGATIVE, '1.29'),

  rule('clientConnection.burst', 'ClientConnection.Burst', inRange('clientConnection.burst')),
  ...moved('oomScoreAdj', 'OOMScoreAdj', inRange('oomScoreAdj')),
  rule('udpIdleTimeout', 'UDPIdleTimeout', POSITIVE, { to: '1.26' }),
  rule('configSyncPeriod', 'ConfigSyncPeriod', POSITIVE),
  rule('bindAddress', 'BindAddress', IP_ADDRESS),
  rule('healthzBindAddress', 'HealthzBindAddress', HOST_PORT_OR_EMPTY),
  rule('metricsBindAddress', 'MetricsBindAddress', HOST_PORT),

  rule('clusterCIDR', 'ClusterCIDR', ONE_CIDR, { to: '1.16' }),
  rule('clusterCIDR', 'ClusterCIDR', CIDR_LIST, { from: '1.16', to: '1.18', when: dualStack(false) }),
  rule('clusterCIDR', 'ClusterCIDR', ONE_CIDR, { from: '1.16', to: '1.21', when: singleStack(false) }),
  rule('clusterCIDR', 'ClusterCIDR', ONE_CIDR_OR_PAIR, { from: '1.18', to: '1.21', when: dualStack(false) }),
  rule('clusterCIDR', 'ClusterCIDR', ONE_CIDR, { from: '1.21', to: '1.23', when: singleStack(true) }),
  rule('clusterCIDR', 'ClusterCIDR', ONE_CIDR_OR_PAIR, { from: '1.21', to: '1.23', when: dualStack(true) }),
  rule('clusterCIDR', 'ClusterCIDR', ONE_CIDR_OR_PAIR, { from: '1.23', to: '1.31' }),
  rule('clusterCIDR', 'DetectLocalConfiguration.ClusterCIDRs', ONE_CIDR_OR_PAIR, {
    from: '1.31', when: ({ detectLocalMode }) => detectLocalMode === 'ClusterCIDR',
  }),

  rule('portRange', 'PortRange', PORT_RANGE, { to: '1.31' }),

  rule('nodePortAddresses', 'NodePortAddresses', cidrs(), { to: '1.31' }),
  rule('nodePortAddresses', 'NodePortAddresses', cidrs('primary'), { from: '1.31', to: '1.37' }),
  rule('nodePortAddresses', 'NodePortAddresses', alone('primary'), { from: '1.31', to: '1.37' }),
  rule('nodePortAddresses', 'NodePortAddresses', cidrs(...NODE_PORT_KEYWORDS), { from: '1.37' }),
  rule('nodePortAddresses', 'NodePortAddresses', once(...NODE_PORT_KEYWORDS), { from: '1.37' }),

  rule('showHiddenMetricsForVersion', 'ShowHiddenMetricsForVersion', PREVIOUS_MINOR, { from: '1.18' }),
  rule('featureGates', 'FeatureGates', gateNeeds('IPv6DualStack', 'EndpointSlice'), { from: '1.20', to: '1.21' }),

  ...([['1.18', '1.24', ['ClusterCIDR', 'NodeCIDR']], ['1.24', '1.28', LOCAL_MODES]] as const).map(([from, to, modes]) =>
    rule('detectLocalMode', undefined, oneOf(modes), {
      from, to, source: 'getDetectLocalMode in cmd/kube-proxy/app/server_others.go of v1.18.20 to v1.27.16',
    })),
  rule('detectLocalMode', 'DetectLocalMode', oneOf(LOCAL_MODES), { from: '1.28' }),
  ...detectLocal('bridgeInterface', 'InterfaceName', 'BridgeInterface'),
  ...detectLocal('interfaceNamePrefix', 'InterfacePrefix', 'InterfaceNamePrefix'),

  rule('logging.flushFrequency', 'logging.flushFrequency', POSITIVE, { ...LOGGING, from: '1.35' }),
  rule('logging.format', 'logging.format', oneOf(['text', 'json']), LOGGING),
  rule('logging.verbosity', 'logging.verbosity', inRange('logging.verbosity'), LOGGING),
  rule('logging.vmodule', 'logging.vmodule', VMODULE, LOGGING),
  ...logOptions('text', { ...LOGGING, from: '1.30' }),
  ...logOptions('json', LOGGING),
];
