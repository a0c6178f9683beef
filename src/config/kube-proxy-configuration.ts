/**
 * Settings for the configuration of kube-proxy, named as in `KubeProxyConfiguration` of `kubeproxy.config.k8s.io/v1alpha1`.
 * Durations are Go strings: `30s`, `15m`, `1h30m`. What is left out keeps kube-proxy's own default.
 */
export interface KubeProxyConfigurationProps {
  /** Feature gates to turn on or off. kube-proxy exits over a name that its release does not have. @default - every gate at its default */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** How to reach the API server. */
  readonly clientConnection?: ClientConnectionProps;
  /** Format and verbosity of the log. From v1.28. */
  readonly logging?: LoggingProps;
  /** Name of the Node object. The flag of this name wins over it. @default - the host name */
  readonly hostnameOverride?: string;
  /** Address of the node; its family decides the default addresses and which family is the primary one. @default '0.0.0.0' */
  readonly bindAddress?: string;
  /** Address and port of the health check. @default '0.0.0.0:10256', or '[::]:10256' with an IPv6 bindAddress */
  readonly healthzBindAddress?: string;
  /** Address and port of metrics and profiling. @default '127.0.0.1:10249', or '[::1]:10249' with an IPv6 bindAddress */
  readonly metricsBindAddress?: string;
  /** Whether kube-proxy exits when it cannot bind one of these ports. From v1.19. @default false */
  readonly bindAddressHardFail?: boolean;
  /** Serve /debug/pprof beside the metrics. @default false */
  readonly enableProfiling?: boolean;
  /** The previous minor release (`1.36`), to see metrics that were hidden since. From v1.18. @default - hidden metrics stay hidden */
  readonly showHiddenMetricsForVersion?: string;
  /** Talk to the Windows service control manager. From v1.31. @default false */
  readonly windowsRunAsService?: boolean;
  /** Proxy mode. `nftables` from v1.29 with a gate and from v1.31 without; `ipvs` is deprecated since v1.35. @default - the release's own: iptables up to v1.39 */
  readonly mode?: 'iptables' | 'ipvs' | 'nftables' | 'kernelspace' | 'userspace';
  /** Settings of iptables mode, some of which IPVS mode uses, too. */
  readonly iptables?: IptablesProps;
  /** Settings of IPVS mode. */
  readonly ipvs?: IpvsProps;
  /** Settings of nftables mode. From v1.29. */
  readonly nftables?: NftablesProps;
  /** Settings of kernelspace mode, on Windows. From v1.14. */
  readonly winkernel?: WinkernelProps;
  /** How to tell traffic of local pods. From v1.18; the last two from v1.24. @default 'ClusterCIDR' */
  readonly detectLocalMode?: 'ClusterCIDR' | 'NodeCIDR' | 'BridgeInterface' | 'InterfaceNamePrefix';
  /** What the chosen detectLocalMode needs. From v1.24. */
  readonly detectLocal?: DetectLocalProps;
  /** Range of the pods, or one of each family with a comma between them. @default - none: traffic from pods is not told from other traffic */
  readonly clusterCIDR?: string;
  /** Ranges of node addresses that serve NodePorts; `primary` from v1.31, `localhost` and `all` from v1.37. @default - all addresses, in nftables mode the primary ones */
  readonly nodePortAddresses?: readonly string[];
  /** oom_score_adj of kube-proxy, -1000 to 1000. @default -999 */
  readonly oomScoreAdj?: number;
  /** Size and timeouts of connection tracking, in every mode on Linux. */
  readonly conntrack?: ConntrackProps;
  /** Time between two refreshes of everything from the API server. @default '15m' */
  readonly configSyncPeriod?: string;
  /** Host ports that userspace mode may take (`300-2000`). @deprecated nothing uses it since v1.26. @default - any */
  readonly portRange?: string;
  /** Absolute name of the container (cgroup) that kube-proxy runs in. @deprecated removed in v1.16. @default '/kube-proxy' */
  readonly resourceContainer?: string;
  /** How long an idle UDP connection is kept open in userspace mode. @deprecated removed in v1.26. @default '250ms' */
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
  /** Requests a second. @default 5 */
  readonly qps?: number;
  /** Requests beyond `qps` that are let through at once. @default 10 */
  readonly burst?: number;
}

/** The section `logging` of a KubeProxyConfiguration. */
export interface LoggingProps {
  /** Format of the log. @default 'text' */
  readonly format?: 'text' | 'json';
  /** Longest time between two flushes of the log. @default '5s' */
  readonly flushFrequency?: string;
  /** Highest level of messages that are logged. @default 0 */
  readonly verbosity?: number;
  /** Verbosity of single source files, in text format only. @default - none */
  readonly vmodule?: readonly VmoduleProps[];
  /** Settings of single formats; all of them need the feature gate LoggingAlphaOptions. */
  readonly options?: LoggingOptionsProps;
}

/** One entry of `logging.vmodule`. */
export interface VmoduleProps {
  /** Base name of a source file without `.go`, or a glob for such names. */
  readonly filePattern: string;
  /** Highest level of messages that these files log. */
  readonly verbosity: number;
}

/** The section `logging.options` of a KubeProxyConfiguration. */
export interface LoggingOptionsProps {
  /** Settings of the text format. From v1.30. */
  readonly text?: LogStreamProps;
  /** Settings of the JSON format. */
  readonly json?: LogStreamProps;
}

/** Settings of one log format, below `logging.options`. */
export interface LogStreamProps {
  /** Errors to stderr and everything else to stdout. @default false */
  readonly splitStream?: boolean;
  /** Info messages to buffer when streams are split, in bytes (`64Ki`). @default - no buffer */
  readonly infoBufferSize?: string | number;
}

/** The section `iptables` of a KubeProxyConfiguration. */
export interface IptablesProps {
  /** Bit of the packet mark that asks for source NAT, 0 to 31. IPVS mode uses it, too. @default 14 */
  readonly masqueradeBit?: number;
  /** Source NAT for everything that is sent to Service addresses. IPVS mode uses it, too. @default false */
  readonly masqueradeAll?: boolean;
  /** Whether NodePorts answer on 127.0.0.1. From v1.26. @default true */
  readonly localhostNodePorts?: boolean;
  /** Longest time between two full synchronisations of the rules. @default '30s' */
  readonly syncPeriod?: string;
  /** Shortest time between two synchronisations. @default '1s', up to v1.18 '0s' */
  readonly minSyncPeriod?: string;
}

/** The section `ipvs` of a KubeProxyConfiguration. */
export interface IpvsProps {
  /** Longest time between two full synchronisations. @default '30s' */
  readonly syncPeriod?: string;
  /** Shortest time between two synchronisations. @default '0s', for no limit */
  readonly minSyncPeriod?: string;
  /** Scheduler by its kernel name. Up to v1.26 one of rr, wrr, lc, wlc, lblc, lblcr, sh, dh, sed, nq; from v1.27 any that the kernel has. @default 'rr' */
  readonly scheduler?: string;
  /** Ranges of virtual servers that kube-proxy leaves alone when it cleans up. @default - none */
  readonly excludeCIDRs?: readonly string[];
  /** Set arp_ignore to 1 and arp_announce to 2, as MetalLB and kube-vip in ARP mode need it. From v1.13.6, v1.14.2 and v1.15. @default false */
  readonly strictARP?: boolean;
  /** IPVS timeout of idle TCP connections. From v1.18. @default - what the kernel has: 15m */
  readonly tcpTimeout?: string;
  /** IPVS timeout of TCP connections after a FIN. From v1.18. @default - what the kernel has: 2m */
  readonly tcpFinTimeout?: string;
  /** IPVS timeout of UDP. From v1.18. @default - what the kernel has: 5m */
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
  /** Endpoint of the root network namespace on an l2bridge. From v1.24. @default - cbr0 */
  readonly rootHnsEndpointName?: string;
  /** Forward the health check port of Service addresses. From v1.24. @default false */
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
  /** Entries of the connection tracking table, whatever the number of cores. @deprecated removed in v1.15: use maxPerCore and min. @default - scaled by cores */
  readonly max?: number;
  /** Entries of the connection tracking table for each core; 0 leaves the table as it is and ignores `min`. @default 32768 */
  readonly maxPerCore?: number;
  /** Smallest number of entries, whatever `maxPerCore` comes to. @default 131072 */
  readonly min?: number;
  /** Timeout of idle TCP connections; '0s' leaves what the kernel has. @default '24h' */
  readonly tcpEstablishedTimeout?: string;
  /** Timeout of TCP connections in CLOSE_WAIT; '0s' leaves what the kernel has. @default '1h' */
  readonly tcpCloseWaitTimeout?: string;
  /** Accept TCP packets outside the window. From v1.29. @default false */
  readonly tcpBeLiberal?: boolean;
  /** Timeout of UDP that was not answered. From v1.29. @default - what the kernel has */
  readonly udpTimeout?: string;
  /** Timeout of UDP that was answered. From v1.29. @default - what the kernel has */
  readonly udpStreamTimeout?: string;
}
