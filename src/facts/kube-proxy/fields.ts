import type { VersionRange } from './kube-version';
import type { ReleaseFact } from './releases';
import type { ProxyMode } from './modes';

/**
 * How the value of a field is decoded.
 *
 * - `duration`: a Go duration string (`30s`, `1h15m`); `log-duration`: the same, or a number of nanoseconds
 * - `quantity`: a Kubernetes quantity (`64Ki`)
 * - `strings`: a list of strings; `gates`: a map of booleans
 * - `section`: a map of further fields; `sections`: a list of such maps, whose fields have paths with `[]`
 */
export type FieldType =
  | 'string' | 'boolean' | 'int32' | 'uint32' | 'float32' | 'duration' | 'log-duration' | 'quantity' | 'strings' | 'gates' | 'section' | 'sections';

/** A value that kube-proxy puts in place of an unset one: null where the field can be null, else zero or the empty string. */
export interface DefaultValue {
  /** Durations in seconds. */
  readonly value: string | number | boolean;
  /** @default - every release that has the field */
  readonly releases?: VersionRange;
}

/** A field of `KubeProxyConfiguration` in `kubeproxy.config.k8s.io/v1alpha1`, the only version there ever was. */
export interface ConfigurationField extends ReleaseFact {
  /** `ipvs.strictARP`; a field of a list's items as `logging.vmodule[].verbosity`. */
  readonly path: string;
  readonly type: FieldType;
  /** Whether null is a value of its own (a pointer in Go). In any other field null leaves zero; in a duration it is fatal. */
  readonly nullable: boolean;
  readonly defaults: readonly DefaultValue[];
  /** What holds when it is not set, where `defaults` and zero do not say it all; a phrase. */
  readonly unset: string | undefined;
  /** Why not to set it any more, although the newest release has it, or what to set in place of it; a phrase. */
  readonly deprecated: string | undefined;
  /** Least and greatest number that kube-proxy's validation lets through, where it looks. */
  readonly range: readonly [number, number] | undefined;
  /** Modes that look at it; `every` for what does not depend on the mode. */
  readonly usedBy: 'every' | readonly ProxyMode[];
  /** What it does, its unit, what zero means. */
  readonly description: string;
}

type FieldNotes = Partial<Pick<ConfigurationField, 'nullable' | 'releases' | 'usedBy' | 'range' | 'unset' | 'deprecated'>> & {
  /** A default of every release, or those of each. */
  readonly default?: string | number | boolean | readonly DefaultValue[];
  readonly source?: string;
};

/** The types of v1.11.9 and of each later minor were compared; what is not said otherwise is in all of them. */
const IN_EVERY_RELEASE = 'pkg/proxy/apis/kubeproxyconfig/v1alpha1/types.go of v1.11.9 to staging/src/k8s.io/kube-proxy/config/v1alpha1/types.go of v1.37.2';

function field(path: string, type: ConfigurationField['type'], description: string, notes: FieldNotes = {}): ConfigurationField {
  const { nullable = false, releases = [{ from: '1.0' }], usedBy = 'every', source = IN_EVERY_RELEASE, range, unset, deprecated } = notes;
  const evidence = { source, certainty: 'verified' } as const;
  return { path, type, nullable, releases, usedBy, range, description, defaults: defaultsOf(notes.default), unset, deprecated, evidence };
}

function defaultsOf(given: FieldNotes['default']): readonly DefaultValue[] {
  if (given === undefined) {
    return [];
  }
  return typeof given === 'object' ? given : [{ value: given }];
}

/** The first release with a field, whose types were compared with the release before it. */
const since = (minor: number, pullRequest?: number) => ({
  releases: [{ from: `1.${minor}.0` }],
  source: `config/v1alpha1/types.go of k8s.io/kube-proxy v0.${minor}.0${pullRequest ? `; kubernetes/kubernetes#${pullRequest}` : ''}`,
});

/** The first release without a field. */
const until = (minor: number, source: string) => ({ releases: [{ from: '1.0', to: `1.${minor}.0` }], source });

const LOGGING = { releases: [{ from: '1.28.0' }], source: 'logs/api/v1/types.go of k8s.io/component-base v0.28.15 to v0.37.2' };
const LOGGING_TEXT_OPTIONS = { releases: [{ from: '1.30.0' }], source: 'logs/api/v1/types.go of k8s.io/component-base v0.29.15 and v0.30.14' };

const NOT_NEGATIVE = [0, Infinity] as const;

const IPTABLES_RULES = { usedBy: ['iptables', 'ipvs'] } as const;
const IPTABLES = { usedBy: ['iptables'] } as const;
const IPVS = { usedBy: ['ipvs'] } as const;
const NFTABLES = { usedBy: ['nftables'] } as const;
const WINDOWS = { usedBy: ['kernelspace'] } as const;
const WINKERNEL = { ...WINDOWS, releases: [{ from: '1.14.0' }], source: 'config/v1alpha1/types.go of v1.13.12 and v1.14.10' };
const USERSPACE = { usedBy: ['userspace'] } as const;

/** Every field that any release knows: sections before their fields, otherwise in the order of the documentation. */
export const CONFIGURATION_FIELDS: readonly ConfigurationField[] = [
  field('featureGates', 'gates', 'Feature gates to turn on or off. kube-proxy exits over a name that its release does not have.', { unset: 'every gate at its default' }),

  field('clientConnection', 'section', 'How to reach the API server.'),
  field('clientConnection.kubeconfig', 'string', 'Path of the kubeconfig file.', { unset: 'the service account of the pod' }),
  field('clientConnection.acceptContentTypes', 'string', 'Accept header of requests to the API server.', { unset: 'the content type' }),
  field('clientConnection.contentType', 'string', 'Content type of requests to the API server.', { default: 'application/vnd.kubernetes.protobuf' }),
  field('clientConnection.qps', 'float32', 'Requests a second to the API server.', { default: 5 }),
  field('clientConnection.burst', 'int32', 'Requests beyond `qps` that are let through at once.', { default: 10, range: NOT_NEGATIVE }),

  field('logging', 'section', 'Format and verbosity of the log.', since(28)),
  field('logging.format', 'string', 'Format of the log: `text` or `json`.', { ...LOGGING, default: 'text' }),
  field('logging.flushFrequency', 'log-duration', 'Longest time between two flushes of the log (written as a plain number: in nanoseconds).', { ...LOGGING, default: 5 }),
  field('logging.verbosity', 'uint32', 'Highest level of messages that are logged.', { ...LOGGING, range: [0, 2147483647] }),
  field('logging.vmodule', 'sections', 'Verbosity of single source files, in text format only.', { ...LOGGING, unset: 'none' }),
  field('logging.vmodule[].filePattern', 'string', 'Base name of a source file without `.go`, or a glob for such names.', LOGGING),
  field('logging.vmodule[].verbosity', 'uint32', 'Highest level of messages that these files log.', LOGGING),
  field('logging.options', 'section', 'Settings of single formats; all of them need the feature gate `LoggingAlphaOptions`.', LOGGING),
  field('logging.options.text', 'section', 'Settings of the text format.', LOGGING_TEXT_OPTIONS),
  field('logging.options.text.splitStream', 'boolean', 'Errors to stderr and everything else to stdout.', LOGGING_TEXT_OPTIONS),
  field('logging.options.text.infoBufferSize', 'quantity', 'Bytes of info messages to buffer when streams are split (`64Ki`).', { ...LOGGING_TEXT_OPTIONS, unset: 'no buffer' }),
  field('logging.options.json', 'section', 'Settings of the JSON format.', LOGGING),
  field('logging.options.json.splitStream', 'boolean', 'Errors to stderr and everything else to stdout.', LOGGING),
  field('logging.options.json.infoBufferSize', 'quantity', 'Bytes of info messages to buffer when streams are split (`64Ki`).', { ...LOGGING, unset: 'no buffer' }),

  field('hostnameOverride', 'string', 'Name of the Node object. The flag of this name wins over it.', { unset: 'the host name' }),
  field('bindAddress', 'string', 'Address of the node; its family decides the default addresses and which family is the primary one.', { default: '0.0.0.0' }),
  field('healthzBindAddress', 'string', 'Address and port of the health check.', { unset: 'from 1.15 on [::]:10256 with an IPv6 bindAddress', default: '0.0.0.0:10256' }),
  field('metricsBindAddress', 'string', 'Address and port of metrics and profiling.', { unset: 'from 1.15 on [::1]:10249 with an IPv6 bindAddress', default: '127.0.0.1:10249' }),
  field('bindAddressHardFail', 'boolean', 'Whether kube-proxy exits when it cannot bind one of these ports.', since(19)),
  field('enableProfiling', 'boolean', 'Serve /debug/pprof beside the metrics.'),
  field('showHiddenMetricsForVersion', 'string', 'The previous minor release (`1.36`), to see metrics that were hidden since.', { ...since(18), unset: 'hidden metrics stay hidden' }),
  field('windowsRunAsService', 'boolean', 'Talk to the Windows service control manager.', { ...since(31), ...WINDOWS }),

  field('mode', 'string', 'Proxy mode, compared exactly. `nftables` from 1.29 on with a feature gate and from 1.31 on without; `ipvs` is deprecated from 1.35 on.', { unset: 'that of the release and operating system: on Linux iptables up to 1.39' }),

  field('iptables', 'section', 'Settings of iptables mode, some of which IPVS mode uses, too.'),
  field('iptables.masqueradeBit', 'int32', 'Bit of the packet mark that asks for source NAT, 0 to 31.', { ...IPTABLES_RULES, nullable: true, default: 14, range: [0, 31] }),
  field('iptables.masqueradeAll', 'boolean', 'Source NAT for everything that is sent to Service addresses.', IPTABLES_RULES),
  field('iptables.localhostNodePorts', 'boolean', 'Whether NodePorts answer on 127.0.0.1.', { ...since(26, 108250), ...IPTABLES, nullable: true, default: true }),
  field('iptables.syncPeriod', 'duration', 'Longest time between two full synchronisations of the rules.', { usedBy: ['iptables', 'userspace'], default: 30 }),
  field('iptables.minSyncPeriod', 'duration', 'Shortest time between two synchronisations.', {
    usedBy: ['iptables', 'userspace'], default: [{ value: 1, releases: { from: '1.19.0' } }],
  }),

  field('ipvs', 'section', 'Settings of IPVS mode.'),
  field('ipvs.syncPeriod', 'duration', 'Longest time between two full synchronisations.', { ...IPVS, default: 30 }),
  field('ipvs.minSyncPeriod', 'duration', 'Shortest time between two synchronisations; 0 for no limit.', IPVS),
  field('ipvs.scheduler', 'string', 'IPVS scheduler, by its kernel name (`rr`, `lc`, `sh`).', { ...IPVS, unset: 'rr' }),
  field('ipvs.excludeCIDRs', 'strings', 'Ranges of virtual servers that kube-proxy leaves alone when it cleans up.', { ...IPVS, unset: 'none' }),
  field('ipvs.strictARP', 'boolean', 'Set arp_ignore to 1 and arp_announce to 2, so that no node answers ARP for addresses of kube-ipvs0; MetalLB and kube-vip in ARP mode need it.', {
    ...IPVS,
    releases: [{ from: '1.13.6', to: '1.14.0' }, { from: '1.14.2' }],
    source: 'kubernetes/kubernetes#75295, picked as #75719; the tags of kubernetes/kube-proxy; types.go of v1.12.10, v1.13.12 and v1.14.10',
  }),
  field('ipvs.tcpTimeout', 'duration', 'IPVS timeout of idle TCP connections; 0 leaves what the kernel has.', { unset: 'what the kernel has: 15m', ...since(18, 85517), ...IPVS }),
  field('ipvs.tcpFinTimeout', 'duration', 'IPVS timeout of TCP connections after a FIN; 0 leaves what the kernel has.', { unset: 'what the kernel has: 2m', ...since(18, 85517), ...IPVS }),
  field('ipvs.udpTimeout', 'duration', 'IPVS timeout of UDP; 0 leaves what the kernel has.', { unset: 'what the kernel has: 5m', ...since(18, 85517), ...IPVS }),

  field('nftables', 'section', 'Settings of nftables mode.', since(29)),
  field('nftables.masqueradeBit', 'int32', 'Bit of the packet mark that asks for source NAT, 0 to 31.', { ...since(29), ...NFTABLES, nullable: true, default: 14, range: [0, 31] }),
  field('nftables.masqueradeAll', 'boolean', 'Source NAT for everything that is sent to Service addresses.', { ...since(29), ...NFTABLES }),
  field('nftables.syncPeriod', 'duration', 'Longest time between two full synchronisations.', { ...since(29), ...NFTABLES, default: 30 }),
  field('nftables.minSyncPeriod', 'duration', 'Shortest time between two synchronisations.', { ...since(29), ...NFTABLES, default: 1 }),

  field('winkernel', 'section', 'Settings of kernelspace mode.', WINKERNEL),
  field('winkernel.networkName', 'string', 'Host network (HNS) that endpoints and policies are created in.', { ...WINKERNEL, unset: 'found by kube-proxy' }),
  field('winkernel.sourceVip', 'string', 'Source address for NAT when load balancing.', { ...WINKERNEL, unset: 'none' }),
  field('winkernel.enableDSR', 'boolean', 'Whether host network policies use direct server return.', WINKERNEL),
  field('winkernel.rootHnsEndpointName', 'string', 'Endpoint of the root network namespace on an l2bridge.', { unset: 'cbr0', ...since(24), ...WINDOWS }),
  field('winkernel.forwardHealthCheckVip', 'boolean', 'Forward the health check port of Service addresses.', { ...since(24), ...WINDOWS }),

  field('detectLocalMode', 'string', 'How to tell traffic of local pods: `ClusterCIDR`, `NodeCIDR`, `BridgeInterface` or `InterfaceNamePrefix`.', {
    ...since(18), default: 'ClusterCIDR',
  }),
  field('detectLocal', 'section', 'What the chosen detectLocalMode needs.', since(24)),
  field('detectLocal.bridgeInterface', 'string', 'Bridge of the pods, for `BridgeInterface`.', { ...since(24), unset: 'none' }),
  field('detectLocal.interfaceNamePrefix', 'string', 'Start of the names of pod interfaces, for `InterfaceNamePrefix`.', { ...since(24), unset: 'none' }),
  field('clusterCIDR', 'string', 'Range of the pods, or one of each family with a comma between them.', { unset: 'none: traffic from pods is not told from other traffic' }),
  field('nodePortAddresses', 'strings', 'Ranges (from 1.31 also `primary`, from 1.37 also `localhost` and `all`) of node addresses that serve NodePorts.', { unset: 'all addresses, in nftables mode the primary ones' }),
  field('oomScoreAdj', 'int32', 'oom_score_adj of kube-proxy, -1000 to 1000.', { nullable: true, default: -999, range: [-1000, 1000] }),

  field('conntrack', 'section', 'Size and timeouts of connection tracking, in every mode on Linux.'),
  field('conntrack.max', 'int32', 'Entries of the connection tracking table, whatever the number of cores; 0 leaves it.', {
    unset: 'scaled by cores', deprecated: 'use maxPerCore and min',
    ...until(15, 'config/v1alpha1/types.go of v1.14.10 and of k8s.io/kube-proxy v0.15.7, which does without'),
    nullable: true, range: NOT_NEGATIVE,
  }),
  field('conntrack.maxPerCore', 'int32', 'Entries of the connection tracking table for each core; 0 leaves the table and ignores `min`.', { nullable: true, default: 32768, range: NOT_NEGATIVE }),
  field('conntrack.min', 'int32', 'Smallest number of entries, whatever `maxPerCore` comes to.', { nullable: true, default: 131072, range: NOT_NEGATIVE }),
  field('conntrack.tcpEstablishedTimeout', 'duration', 'Timeout of idle TCP connections; 0 leaves what the kernel has.', { nullable: true, default: 86400 }),
  field('conntrack.tcpCloseWaitTimeout', 'duration', 'Timeout of TCP connections in CLOSE_WAIT; 0 leaves what the kernel has.', { nullable: true, default: 3600 }),
  field('conntrack.tcpBeLiberal', 'boolean', 'Accept TCP packets outside the window.', since(29, 120354)),
  field('conntrack.udpTimeout', 'duration', 'Timeout of UDP that was not answered; 0 leaves what the kernel has.', { ...since(29, 120808), unset: 'what the kernel has' }),
  field('conntrack.udpStreamTimeout', 'duration', 'Timeout of UDP that was answered; 0 leaves what the kernel has.', { ...since(29, 120808), unset: 'what the kernel has' }),

  field('configSyncPeriod', 'duration', 'Time between two refreshes of everything from the API server.', { default: 900 }),
  field('portRange', 'string', 'Host ports that userspace mode may take (`300-2000`). Nothing checks it since 1.31.', { ...USERSPACE, unset: 'any', deprecated: 'nothing uses it since 1.26' }),
  field('resourceContainer', 'string', 'Absolute name of the container (cgroup) that kube-proxy runs in.', {
    ...until(16, 'config/v1alpha1/types.go of k8s.io/kube-proxy v0.15.12 and v0.16.15, which does without'), default: '/kube-proxy',
  }),
  field('udpIdleTimeout', 'duration', 'How long an idle UDP connection is kept open.', {
    ...until(26, 'config/v1alpha1/types.go of k8s.io/kube-proxy v0.25.0 and v0.26.0; kubernetes/kubernetes#112133'), ...USERSPACE, default: 0.25,
  }),
];

/** The releases that know a field, by its path. */
export function releasesOfField(path: string): readonly VersionRange[] {
  return CONFIGURATION_FIELDS.find((candidate) => candidate.path === path)?.releases ?? [];
}
