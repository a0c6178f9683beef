/* eslint-disable -- written by `npm run docs` from src/facts/kube-proxy/fields.ts */

/**
 * The configuration that kube-proxy runs with: decoded, defaults applied. Durations in seconds; `undefined` for null where a
 * field can be null. A field that the release does not have is at zero, empty, false or `undefined`.
 */
export interface EffectiveConfiguration {
  /** Feature gates to turn on or off. kube-proxy exits over a name that its release does not have. As written: gates at their default are not here. */
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** How to reach the API server. */
  readonly clientConnection: {
    /** Path of the kubeconfig file. Empty when unset. */
    readonly kubeconfig: string;
    /** Accept header of requests to the API server. Empty when unset. */
    readonly acceptContentTypes: string;
    /** Content type of requests to the API server. */
    readonly contentType: string;
    /** Requests a second to the API server. */
    readonly qps: number;
    /** Requests beyond `qps` that are let through at once. */
    readonly burst: number;
  };
  /** Format and verbosity of the log. From v1.28 on. */
  readonly logging: {
    /** Format of the log: `text` or `json`. */
    readonly format: string;
    /** Longest time between two flushes of the log (written as a plain number: in nanoseconds). In seconds. */
    readonly flushFrequency: number;
    /** Highest level of messages that are logged. */
    readonly verbosity: number;
    /** Verbosity of single source files, in text format only. */
    readonly vmodule: readonly {
      /** Base name of a source file without `.go`, or a glob for such names. */
      readonly filePattern: string;
      /** Highest level of messages that these files log. */
      readonly verbosity: number;
    }[];
    /** Settings of single formats; all of them need the feature gate `LoggingAlphaOptions`. */
    readonly options: {
      /** Settings of the text format. From v1.30 on. */
      readonly text: {
        /** Errors to stderr and everything else to stdout. */
        readonly splitStream: boolean;
        /** Bytes of info messages to buffer when streams are split (`64Ki`). */
        readonly infoBufferSize: number;
      };
      /** Settings of the JSON format. */
      readonly json: {
        /** Errors to stderr and everything else to stdout. */
        readonly splitStream: boolean;
        /** Bytes of info messages to buffer when streams are split (`64Ki`). */
        readonly infoBufferSize: number;
      };
    };
  };
  /** Name of the Node object. The flag of this name wins over it. Empty when unset. */
  readonly hostnameOverride: string;
  /** Address of the node; its family decides the default addresses and which family is the primary one. */
  readonly bindAddress: string;
  /** Address and port of the health check. */
  readonly healthzBindAddress: string;
  /** Address and port of metrics and profiling. */
  readonly metricsBindAddress: string;
  /** Whether kube-proxy exits when it cannot bind one of these ports. From v1.19 on. */
  readonly bindAddressHardFail: boolean;
  /** Serve /debug/pprof beside the metrics. */
  readonly enableProfiling: boolean;
  /** The previous minor release (`1.36`), to see metrics that were hidden since. Empty when unset. From v1.18 on. */
  readonly showHiddenMetricsForVersion: string;
  /** Talk to the Windows service control manager. From v1.31 on. */
  readonly windowsRunAsService: boolean;
  /** Proxy mode, compared exactly. `nftables` from 1.29 on with a feature gate and from 1.31 on without; `ipvs` is deprecated from 1.35 on. Empty when unset. */
  readonly mode: string;
  /** Settings of iptables mode, some of which IPVS mode uses, too. */
  readonly iptables: {
    /** Bit of the packet mark that asks for source NAT, 0 to 31. */
    readonly masqueradeBit: number | undefined;
    /** Source NAT for everything that is sent to Service addresses. */
    readonly masqueradeAll: boolean;
    /** Whether NodePorts answer on 127.0.0.1. From v1.26 on. */
    readonly localhostNodePorts: boolean | undefined;
    /** Longest time between two full synchronisations of the rules. In seconds. */
    readonly syncPeriod: number;
    /** Shortest time between two synchronisations. In seconds. */
    readonly minSyncPeriod: number;
  };
  /** Settings of IPVS mode. */
  readonly ipvs: {
    /** Longest time between two full synchronisations. In seconds. */
    readonly syncPeriod: number;
    /** Shortest time between two synchronisations; 0 for no limit. In seconds. */
    readonly minSyncPeriod: number;
    /** IPVS scheduler, by its kernel name (`rr`, `lc`, `sh`). Empty when unset. */
    readonly scheduler: string;
    /** Ranges of virtual servers that kube-proxy leaves alone when it cleans up. */
    readonly excludeCIDRs: readonly string[];
    /** Set arp_ignore to 1 and arp_announce to 2, so that no node answers ARP for addresses of kube-ipvs0; MetalLB and kube-vip in ARP mode need it. From v1.13.6 and v1.14.2 on. */
    readonly strictARP: boolean;
    /** IPVS timeout of idle TCP connections; 0 leaves what the kernel has. In seconds. From v1.18 on. */
    readonly tcpTimeout: number;
    /** IPVS timeout of TCP connections after a FIN; 0 leaves what the kernel has. In seconds. From v1.18 on. */
    readonly tcpFinTimeout: number;
    /** IPVS timeout of UDP; 0 leaves what the kernel has. In seconds. From v1.18 on. */
    readonly udpTimeout: number;
  };
  /** Settings of nftables mode. From v1.29 on. */
  readonly nftables: {
    /** Bit of the packet mark that asks for source NAT, 0 to 31. */
    readonly masqueradeBit: number | undefined;
    /** Source NAT for everything that is sent to Service addresses. */
    readonly masqueradeAll: boolean;
    /** Longest time between two full synchronisations. In seconds. */
    readonly syncPeriod: number;
    /** Shortest time between two synchronisations. In seconds. */
    readonly minSyncPeriod: number;
  };
  /** Settings of kernelspace mode. From v1.14 on. */
  readonly winkernel: {
    /** Host network (HNS) that endpoints and policies are created in. Empty when unset. */
    readonly networkName: string;
    /** Source address for NAT when load balancing. Empty when unset. */
    readonly sourceVip: string;
    /** Whether host network policies use direct server return. */
    readonly enableDSR: boolean;
    /** Endpoint of the root network namespace on an l2bridge. Empty when unset. From v1.24 on. */
    readonly rootHnsEndpointName: string;
    /** Forward the health check port of Service addresses. From v1.24 on. */
    readonly forwardHealthCheckVip: boolean;
  };
  /** How to tell traffic of local pods: `ClusterCIDR`, `NodeCIDR`, `BridgeInterface` or `InterfaceNamePrefix`. From v1.18 on. */
  readonly detectLocalMode: string;
  /** What the chosen detectLocalMode needs. From v1.24 on. */
  readonly detectLocal: {
    /** Bridge of the pods, for `BridgeInterface`. Empty when unset. */
    readonly bridgeInterface: string;
    /** Start of the names of pod interfaces, for `InterfaceNamePrefix`. Empty when unset. */
    readonly interfaceNamePrefix: string;
  };
  /** Range of the pods, or one of each family with a comma between them. Empty when unset. */
  readonly clusterCIDR: string;
  /** Ranges (from 1.31 also `primary`, from 1.37 also `localhost` and `all`) of node addresses that serve NodePorts. */
  readonly nodePortAddresses: readonly string[];
  /** oom_score_adj of kube-proxy, -1000 to 1000. */
  readonly oomScoreAdj: number | undefined;
  /** Size and timeouts of connection tracking, in every mode on Linux. */
  readonly conntrack: {
    /** Entries of the connection tracking table, whatever the number of cores; 0 leaves it. Before v1.15 only. */
    readonly max: number | undefined;
    /** Entries of the connection tracking table for each core; 0 leaves the table and ignores `min`. */
    readonly maxPerCore: number | undefined;
    /** Smallest number of entries, whatever `maxPerCore` comes to. */
    readonly min: number | undefined;
    /** Timeout of idle TCP connections; 0 leaves what the kernel has. In seconds. */
    readonly tcpEstablishedTimeout: number | undefined;
    /** Timeout of TCP connections in CLOSE_WAIT; 0 leaves what the kernel has. In seconds. */
    readonly tcpCloseWaitTimeout: number | undefined;
    /** Accept TCP packets outside the window. From v1.29 on. */
    readonly tcpBeLiberal: boolean;
    /** Timeout of UDP that was not answered; 0 leaves what the kernel has. In seconds. From v1.29 on. */
    readonly udpTimeout: number;
    /** Timeout of UDP that was answered; 0 leaves what the kernel has. In seconds. From v1.29 on. */
    readonly udpStreamTimeout: number;
  };
  /** Time between two refreshes of everything from the API server. In seconds. */
  readonly configSyncPeriod: number;
  /** Host ports that userspace mode may take (`300-2000`). Nothing checks it since 1.31. Empty when unset. */
  readonly portRange: string;
  /** Absolute name of the container (cgroup) that kube-proxy runs in. Before v1.16 only. */
  readonly resourceContainer: string;
  /** How long an idle UDP connection is kept open. In seconds. Before v1.26 only. */
  readonly udpIdleTimeout: number;
}
