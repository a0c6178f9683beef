import type { Certainty } from '../evidence';
import type { KubeVersion } from './kube-version';
import type { ReleaseFact } from './releases';
import type { OperatingSystem } from './modes';

/**
 * How a flag's value is read.
 *
 * - `int32`: decimal, or with 0x, 0o, 0b or a leading 0; `duration`: a Go duration
 * - `strings`: a list with commas, added to by each repetition; `gates`: `Name=true` with commas, merged by each repetition
 * - `patterns`: `file=N` with commas; `any`: taken as it is
 * - `ip`, `ip-port`, `port-range`: checked when the flag is read; an empty one changes nothing
 */
export type FlagType = 'string' | 'boolean' | 'int32' | 'uint32' | 'float32' | 'duration' | 'quantity' | 'strings' | 'gates' | 'ip' | 'ip-port' | 'port-range' | 'patterns' | 'any';

/** A command-line flag of kube-proxy. */
export interface KubeProxyFlag extends ReleaseFact {
  readonly name: string;
  readonly type: FlagType;
  /** The field that it sets; `undefined` for flags of the process, which no configuration replaces. */
  readonly path: string | undefined;
  /** First release in which it wins over the field, beside `--config`. @default - none */
  readonly winsFrom?: string;
  /** The only system whose kube-proxy has it. @default - both */
  readonly operatingSystem?: OperatingSystem;
}

/** Compared between v1.11.9 and a release of each minor from v1.12 on, and with `kube-proxy --help` of v1.16.15, v1.17.17, v1.19.16, v1.22.17, v1.28.15, v1.31.0 and v1.36.3. */
const SOURCE = 'AddFlags in cmd/kube-proxy/app/options.go (server.go before v1.29) of v1.11.9 to v1.37.2';

type FlagNotes = Partial<Pick<KubeProxyFlag, 'winsFrom' | 'operatingSystem'>> & { readonly from?: string; readonly to?: string; readonly source?: string; readonly certainty?: Certainty };

function flag(name: string, type: FlagType, path: string | undefined, { from = '1.0', to, source = SOURCE, certainty = 'verified', ...notes }: FlagNotes = {}): KubeProxyFlag {
  return { name, type, path, ...notes, releases: [{ from, to }], evidence: { source, certainty } };
}

const ADDRESSES_WITH_PORT = '1.18';

const WINDOWS = { from: '1.14', operatingSystem: 'windows', source: 'cmd/kube-proxy/app/init_windows.go of v1.13.12 to v1.37.2' } as const;

/** Logging moved into the configuration in 1.28, and its flags win over it. */
const LOGGING_SOURCE = 'logs/api/v1/options.go of k8s.io/component-base v0.28.15 to v0.37.2; copyLogsFromFlags in cmd/kube-proxy/app/options.go';
const LOGGING = { from: '1.28', winsFrom: '1.28', source: LOGGING_SOURCE };

/** klog's own flags went with KEP-2845. */
const KLOG = { to: '1.26', source: 'klog flags, removed by KEP-2845 in k8s.io/component-base v0.26' };
/** Let through for want of a build of these releases. */
const CREDENTIALS = { to: '1.16', source: 'pkg/credentialprovider of v1.11.10', certainty: 'derived' } as const;

/** Every flag that sets a field. */
const FIELD_FLAGS: readonly KubeProxyFlag[] = [
  flag('bind-address', 'ip', 'bindAddress'),
  flag('bind-address-hard-fail', 'boolean', 'bindAddressHardFail', { from: '1.19' }),
  flag('cluster-cidr', 'string', 'clusterCIDR'),
  flag('config-sync-period', 'duration', 'configSyncPeriod'),
  flag('conntrack-max', 'int32', 'conntrack.max', { to: '1.15' }),
  flag('conntrack-max-per-core', 'int32', 'conntrack.maxPerCore'),
  flag('conntrack-min', 'int32', 'conntrack.min'),
  flag('conntrack-tcp-be-liberal', 'boolean', 'conntrack.tcpBeLiberal', { from: '1.29' }),
  flag('conntrack-tcp-timeout-close-wait', 'duration', 'conntrack.tcpCloseWaitTimeout'),
  flag('conntrack-tcp-timeout-established', 'duration', 'conntrack.tcpEstablishedTimeout'),
  flag('conntrack-udp-timeout', 'duration', 'conntrack.udpTimeout', { from: '1.29' }),
  flag('conntrack-udp-timeout-stream', 'duration', 'conntrack.udpStreamTimeout', { from: '1.29' }),
  flag('detect-local-mode', 'string', 'detectLocalMode', { from: '1.18' }),
  flag('feature-gates', 'gates', 'featureGates'),
  flag('healthz-bind-address', 'ip', 'healthzBindAddress', { to: ADDRESSES_WITH_PORT }),
  flag('healthz-bind-address', 'ip-port', 'healthzBindAddress', { from: ADDRESSES_WITH_PORT }),
  flag('healthz-port', 'int32', 'healthzBindAddress'),
  flag('hostname-override', 'string', 'hostnameOverride', {
    winsFrom: '1.13.0', source: 'kubernetes/kubernetes#69340; processHostnameOverrideFlag in cmd/kube-proxy/app of v1.13.12 to v1.37.2',
  }),
  flag('iptables-localhost-nodeports', 'boolean', 'iptables.localhostNodePorts', { from: '1.26' }),
  flag('iptables-masquerade-bit', 'int32', 'iptables.masqueradeBit'),
  flag('iptables-min-sync-period', 'duration', 'iptables.minSyncPeriod'),
  flag('iptables-sync-period', 'duration', 'iptables.syncPeriod'),
  flag('ipvs-exclude-cidrs', 'strings', 'ipvs.excludeCIDRs'),
  flag('ipvs-min-sync-period', 'duration', 'ipvs.minSyncPeriod'),
  flag('ipvs-scheduler', 'string', 'ipvs.scheduler'),
  {
    name: 'ipvs-strict-arp', type: 'boolean', path: 'ipvs.strictARP',
    releases: [{ from: '1.13.6', to: '1.14.0' }, { from: '1.14.2' }],
    evidence: { source: 'kubernetes/kubernetes#75295, picked as #75719', certainty: 'documented' },
  },
  flag('ipvs-sync-period', 'duration', 'ipvs.syncPeriod'),
  flag('ipvs-tcp-timeout', 'duration', 'ipvs.tcpTimeout', { from: '1.18' }),
  flag('ipvs-tcpfin-timeout', 'duration', 'ipvs.tcpFinTimeout', { from: '1.18' }),
  flag('ipvs-udp-timeout', 'duration', 'ipvs.udpTimeout', { from: '1.18' }),
  flag('kube-api-burst', 'int32', 'clientConnection.burst'),
  flag('kube-api-content-type', 'string', 'clientConnection.contentType'),
  flag('kube-api-qps', 'float32', 'clientConnection.qps'),
  flag('kubeconfig', 'string', 'clientConnection.kubeconfig'),
  flag('masquerade-all', 'boolean', 'iptables.masqueradeAll'),
  flag('metrics-bind-address', 'ip', 'metricsBindAddress', { to: ADDRESSES_WITH_PORT }),
  flag('metrics-bind-address', 'ip-port', 'metricsBindAddress', { from: ADDRESSES_WITH_PORT }),
  flag('metrics-port', 'int32', 'metricsBindAddress'),
  flag('nodeport-addresses', 'strings', 'nodePortAddresses'),
  flag('oom-score-adj', 'int32', 'oomScoreAdj'),
  flag('pod-bridge-interface', 'string', 'detectLocal.bridgeInterface', { from: '1.24' }),
  flag('pod-interface-name-prefix', 'string', 'detectLocal.interfaceNamePrefix', { from: '1.24' }),
  flag('profiling', 'boolean', 'enableProfiling'),
  flag('proxy-mode', 'string', 'mode'),
  flag('proxy-port-range', 'port-range', 'portRange', { to: '1.31', source: 'kubernetes/kubernetes#126293' }),
  flag('resource-container', 'string', 'resourceContainer', { to: '1.16' }),
  flag('show-hidden-metrics-for-version', 'string', 'showHiddenMetricsForVersion', { from: '1.18' }),
  flag('udp-timeout', 'duration', 'udpIdleTimeout', { to: '1.26' }),
  flag('windows-service', 'boolean', 'windowsRunAsService', { ...WINDOWS, from: '1.31' }),
  flag('source-vip', 'string', 'winkernel.sourceVip', WINDOWS),
  flag('network-name', 'string', 'winkernel.networkName', WINDOWS),
  flag('enable-dsr', 'boolean', 'winkernel.enableDSR', WINDOWS),
  flag('root-hnsendpoint-name', 'string', 'winkernel.rootHnsEndpointName', { ...WINDOWS, from: '1.24' }),
  flag('forward-healthcheck-vip', 'boolean', 'winkernel.forwardHealthCheckVip', { ...WINDOWS, from: '1.24' }),
  flag('logging-format', 'string', 'logging.format', LOGGING),
  flag('log-flush-frequency', 'duration', 'logging.flushFrequency', LOGGING),
  flag('v', 'uint32', 'logging.verbosity', LOGGING),
  flag('log-json-split-stream', 'boolean', 'logging.options.json.splitStream', LOGGING),
  flag('log-json-info-buffer-size', 'quantity', 'logging.options.json.infoBufferSize', LOGGING),
  flag('log-text-split-stream', 'boolean', 'logging.options.text.splitStream', { ...LOGGING, from: '1.30' }),
  flag('log-text-info-buffer-size', 'quantity', 'logging.options.text.infoBufferSize', { ...LOGGING, from: '1.30' }),
];

/** Flags of the process, which no field stands for. */
const PROCESS_FLAGS: readonly KubeProxyFlag[] = [
  ...['config', 'write-config-to', 'master'].map((name) => flag(name, 'string', undefined)),
  ...['machine-id-file', 'boot-id-file'].map((name) => flag(name, 'string', undefined, { from: '1.20' })),
  ...['cleanup', 'help', 'version'].map((name) => flag(name, 'boolean', undefined)),
  flag('cleanup-iptables', 'boolean', undefined, { to: '1.15' }),
  flag('cleanup-ipvs', 'boolean', undefined, { to: '1.21' }),
  flag('init-only', 'boolean', undefined, { from: '1.29' }),
  flag('windows-service', 'boolean', undefined, { operatingSystem: 'windows', to: '1.31', source: WINDOWS.source }),
  flag('vmodule', 'patterns', undefined),
  ...['v', 'log-flush-frequency'].map((name) => flag(name, 'any', undefined, { to: '1.28' })),
  ...['add-dir-header', 'alsologtostderr', 'logtostderr', 'skip-headers', 'skip-log-headers'].map((name) => flag(name, 'boolean', undefined, KLOG)),
  flag('one-output', 'boolean', undefined, { ...KLOG, from: '1.20' }),
  ...['log-backtrace-at', 'log-dir', 'log-file', 'log-file-max-size', 'stderrthreshold'].map((name) => flag(name, 'any', undefined, KLOG)),
  ...['azure-container-registry-config', 'google-json-key'].map((name) => flag(name, 'string', undefined, CREDENTIALS)),
];

/** Every flag of every known release. */
export const KUBE_PROXY_FLAGS: readonly KubeProxyFlag[] = [...FIELD_FLAGS, ...PROCESS_FLAGS];

const SHORTHANDS: ReadonlyMap<string, string> = new Map([['h', 'help']]);

/** The flag of that name that a release has. Underscores count as dashes. */
export function kubeProxyFlag(name: string, version: KubeVersion, operatingSystem: OperatingSystem): KubeProxyFlag | undefined {
  const normal = SHORTHANDS.get(name) ?? name.replaceAll('_', '-');
  return KUBE_PROXY_FLAGS.find((candidate) =>
    candidate.name === normal && (candidate.operatingSystem ?? operatingSystem) === operatingSystem && version.within(candidate.releases));
}
