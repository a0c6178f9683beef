/* eslint-disable -- written by `npm run docs` from src/facts/kube-proxy/fields.ts */

/**
 * Settings for the configuration of kube-proxy, named as in `KubeProxyConfiguration` of `kubeproxy.config.k8s.io/v1alpha1`.
 * Durations are Go strings: `30s`, `15m`, `1h30m`. What is left out keeps kube-proxy's own default.
 */
export interface KubeProxyConfigurationProps {
  /** Feature gates to turn on or off. kube-proxy exits over a name that its release does not have. @default - every gate at its default */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** How to reach the API server. */
  readonly clientConnection?: ClientConnectionProps;
  /** Format and verbosity of the log. From v1.28 on. */
  readonly logging?: LoggingProps;
  /** Name of the Node object. The flag of this name wins over it. @default - the host name */
  readonly hostnameOverride?: string;
  /** Address of the node; its family decides the default addresses and which family is the primary one. @default '0.0.0.0' */
  readonly bindAddress?: string;
  /** Address and port of the health check. @default '0.0.0.0:10256'; from 1.15 on [::]:10256 with an IPv6 bindAddress */
  readonly healthzBindAddress?: string;
  /** Address and port of metrics and profiling. @default '127.0.0.1:10249'; from 1.15 on [::1]:10249 with an IPv6 bindAddress */
  readonly metricsBindAddress?: string;
  /** Whether kube-proxy exits when it cannot bind one of these ports. From v1.19 on. @default false */
  readonly bindAddressHardFail?: boolean;
  /** Serve /debug/pprof beside the metrics. @default false */
  readonly enableProfiling?: boolean;
  /** The previous minor release (`1.36`), to see metrics that were hidden since. From v1.18 on. @default - hidden metrics stay hidden */
  readonly showHiddenMetricsForVersion?: string;
  /** Talk to the Windows service control manager. Used in kernelspace mode. From v1.31 on. @default false */
  readonly windowsRunAsService?: boolean;
  /** Proxy mode, compared exactly. `nftables` from 1.29 on with a feature gate and from 1.31 on without; `ipvs` is deprecated from 1.35 on. @default - that of the release and operating system: on Linux iptables up to 1.39 */
  readonly mode?: 'userspace' | 'kernelspace' | 'iptables' | 'ipvs' | 'nftables';
  /** Settings of iptables mode, some of which IPVS mode uses, too. */
  readonly iptables?: IptablesProps;
  /** Settings of IPVS mode. */
  readonly ipvs?: IpvsProps;
  /** Settings of nftables mode. From v1.29 on. */
  readonly nftables?: NftablesProps;
  /** Settings of kernelspace mode. From v1.14 on. */
  readonly winkernel?: WinkernelProps;
  /** How to tell traffic of local pods: `ClusterCIDR`, `NodeCIDR`, `BridgeInterface` or `InterfaceNamePrefix`. From v1.18 on. @default 'ClusterCIDR' */
  readonly detectLocalMode?: 'ClusterCIDR' | 'NodeCIDR' | 'BridgeInterface' | 'InterfaceNamePrefix';
  /** What the chosen detectLocalMode needs. From v1.24 on. */
  readonly detectLocal?: DetectLocalProps;
  /** Range of the pods, or one of each family with a comma between them. @default - none: traffic from pods is not told from other traffic */
  readonly clusterCIDR?: string;
  /** Ranges (from 1.31 also `primary`, from 1.37 also `localhost` and `all`) of node addresses that serve NodePorts. @default - all addresses, in nftables mode the primary ones */
  readonly nodePortAddresses?: readonly string[];
  /** oom_score_adj of kube-proxy, -1000 to 1000. @default -999 */
  readonly oomScoreAdj?: number;
  /** Size and timeouts of connection tracking, in every mode on Linux. */
  readonly conntrack?: ConntrackProps;
  /** Time between two refreshes of everything from the API server. @default '15m' */
  readonly configSyncPeriod?: string;
  /** Host ports that userspace mode may take (`300-2000`). Nothing checks it since 1.31. Used in userspace mode. @deprecated nothing uses it since 1.26. @default - any */
  readonly portRange?: string;
  /** Absolute name of the container (cgroup) that kube-proxy runs in. @deprecated removed in v1.16. @default '/kube-proxy' */
  readonly resourceContainer?: string;
  /** How long an idle UDP connection is kept open. Used in userspace mode. @deprecated removed in v1.26. @default '250ms' */
  readonly udpIdleTimeout?: string;
}

/** The section `clientConnection` of a KubeProxyConfiguration. */
export interface ClientConnectionProps {
  /** Path of the kubeconfig file. @default - the service account of the pod */
  readonly kubeconfig?: string;
  /** Accept header of requests to the API server. @default - the content type */
  readonly acceptContentTypes?: string;
  /** Content type of requests to the API server. @default 'application/vnd.kubernetes.protobuf' */
  readonly contentType?: string;
  /** Requests a second to the API server. @default 5 */
  readonly qps?: number;
  /** Requests beyond `qps` that are let through at once. @default 10 */
  readonly burst?: number;
}

/** The section `logging` of a KubeProxyConfiguration. */
export interface LoggingProps {
  /** Format of the log: `text` or `json`. @default 'text' */
  readonly format?: 'text' | 'json';
  /** Longest time between two flushes of the log (written as a plain number: in nanoseconds). @default '5s' */
  readonly flushFrequency?: string | number;
  /** Highest level of messages that are logged. @default 0 */
  readonly verbosity?: number;
  /** Verbosity of single source files, in text format only. @default - none */
  readonly vmodule?: readonly VmoduleProps[];
  /** Settings of single formats; all of them need the feature gate `LoggingAlphaOptions`. */
  readonly options?: LoggingOptionsProps;
}

/** One entry of `logging.vmodule` of a KubeProxyConfiguration. */
export interface VmoduleProps {
  /** Base name of a source file without `.go`, or a glob for such names. */
  readonly filePattern: string;
  /** Highest level of messages that these files log. */
  readonly verbosity: number;
}

/** The section `logging.options` of a KubeProxyConfiguration. */
export interface LoggingOptionsProps {
  /** Settings of the text format. From v1.30 on. */
  readonly text?: LogStreamProps;
  /** Settings of the JSON format. */
  readonly json?: LogStreamProps;
}

/** The sections `logging.options.text` and `logging.options.json` of a KubeProxyConfiguration. */
export interface LogStreamProps {
  /** Errors to stderr and everything else to stdout. @default false */
  readonly splitStream?: boolean;
  /** Bytes of info messages to buffer when streams are split (`64Ki`). @default - no buffer */
  readonly infoBufferSize?: string | number;
}

/** The section `iptables` of a KubeProxyConfiguration. */
export interface IptablesProps {
  /** Bit of the packet mark that asks for source NAT, 0 to 31. Used in iptables and ipvs mode. @default 14 */
  readonly masqueradeBit?: number;
  /** Source NAT for everything that is sent to Service addresses. Used in iptables and ipvs mode. @default false */
  readonly masqueradeAll?: boolean;
  /** Whether NodePorts answer on 127.0.0.1. From v1.26 on. @default true */
  readonly localhostNodePorts?: boolean;
  /** Longest time between two full synchronisations of the rules. Used in iptables and userspace mode. @default '30s' */
  readonly syncPeriod?: string;
  /** Shortest time between two synchronisations. Used in iptables and userspace mode. @default '1s', before v1.19 '0s' */
  readonly minSyncPeriod?: string;
}

/** The section `ipvs` of a KubeProxyConfiguration. */
export interface IpvsProps {
  /** Longest time between two full synchronisations. @default '30s' */
  readonly syncPeriod?: string;
  /** Shortest time between two synchronisations; 0 for no limit. @default '0s' */
  readonly minSyncPeriod?: string;
  /** IPVS scheduler, by its kernel name (`rr`, `lc`, `sh`). Before v1.27 one of rr, wrr, lc, wlc, lblc, lblcr, sh, dh, sed, nq. @default - rr */
  readonly scheduler?: string;
  /** Ranges of virtual servers that kube-proxy leaves alone when it cleans up. @default - none */
  readonly excludeCIDRs?: readonly string[];
  /** Set arp_ignore to 1 and arp_announce to 2, so that no node answers ARP for addresses of kube-ipvs0; MetalLB and kube-vip in ARP mode need it. From v1.13.6 and v1.14.2 on. @default false */
  readonly strictARP?: boolean;
  /** IPVS timeout of idle TCP connections; 0 leaves what the kernel has. From v1.18 on. @default - what the kernel has: 15m */
  readonly tcpTimeout?: string;
  /** IPVS timeout of TCP connections after a FIN; 0 leaves what the kernel has. From v1.18 on. @default - what the kernel has: 2m */
  readonly tcpFinTimeout?: string;
  /** IPVS timeout of UDP; 0 leaves what the kernel has. From v1.18 on. @default - what the kernel has: 5m */
  readonly udpTimeout?: string;
}

/** The section `nftables` of a KubeProxyConfiguration. */
export interface NftablesProps {
  /** Bit of the packet mark that asks for source NAT, 0 to 31. @default 14 */
  readonly masqueradeBit?: number;
  /** Source NAT for everything that is sent to Service addresses. @default false */
  readonly masqueradeAll?: boolean;
  /** Longest time between two full synchronisations. @default '30s' */
  readonly syncPeriod?: string;
  /** Shortest time between two synchronisations. @default '1s' */
  readonly minSyncPeriod?: string;
}

/** The section `winkernel` of a KubeProxyConfiguration. */
export interface WinkernelProps {
  /** Host network (HNS) that endpoints and policies are created in. @default - found by kube-proxy */
  readonly networkName?: string;
  /** Source address for NAT when load balancing. @default - none */
  readonly sourceVip?: string;
  /** Whether host network policies use direct server return. @default false */
  readonly enableDSR?: boolean;
  /** Endpoint of the root network namespace on an l2bridge. From v1.24 on. @default - cbr0 */
  readonly rootHnsEndpointName?: string;
  /** Forward the health check port of Service addresses. From v1.24 on. @default false */
  readonly forwardHealthCheckVip?: boolean;
}

/** The section `detectLocal` of a KubeProxyConfiguration. */
export interface DetectLocalProps {
  /** Bridge of the pods, for `BridgeInterface`. @default - none */
  readonly bridgeInterface?: string;
  /** Start of the names of pod interfaces, for `InterfaceNamePrefix`. @default - none */
  readonly interfaceNamePrefix?: string;
}

/** The section `conntrack` of a KubeProxyConfiguration. */
export interface ConntrackProps {
  /** Entries of the connection tracking table, whatever the number of cores; 0 leaves it. @deprecated removed in v1.15: use maxPerCore and min. @default - scaled by cores */
  readonly max?: number;
  /** Entries of the connection tracking table for each core; 0 leaves the table and ignores `min`. @default 32768 */
  readonly maxPerCore?: number;
  /** Smallest number of entries, whatever `maxPerCore` comes to. @default 131072 */
  readonly min?: number;
  /** Timeout of idle TCP connections; 0 leaves what the kernel has. @default '24h' */
  readonly tcpEstablishedTimeout?: string;
  /** Timeout of TCP connections in CLOSE_WAIT; 0 leaves what the kernel has. @default '1h' */
  readonly tcpCloseWaitTimeout?: string;
  /** Accept TCP packets outside the window. From v1.29 on. @default false */
  readonly tcpBeLiberal?: boolean;
  /** Timeout of UDP that was not answered; 0 leaves what the kernel has. From v1.29 on. @default - what the kernel has */
  readonly udpTimeout?: string;
  /** Timeout of UDP that was answered; 0 leaves what the kernel has. From v1.29 on. @default - what the kernel has */
  readonly udpStreamTimeout?: string;
}
