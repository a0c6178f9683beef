/** How far a gate has come, from a release on. */
export interface FeatureGateStage {
  readonly from: string;
  readonly stage: 'alpha' | 'beta' | 'ga' | 'deprecated';
  readonly default: boolean;
}

/** A feature gate that changes what kube-proxy does. Others it knows and passes over; see `feature-gate-state`. */
export interface KubeProxyFeatureGate {
  readonly name: string;
  /** First release whose kube-proxy looks at it. */
  readonly from: string;
  /** First release whose kube-proxy no longer does, though it may still know the name. */
  readonly to?: string;
  readonly stages: readonly FeatureGateStage[];
  /** What it turns on. */
  readonly effect: string;
}

/**
 * Verified by the references to feature gates in pkg/proxy and cmd/kube-proxy, and their defaults in pkg/features/kube_features.go, of a
 * late patch release of each minor from v1.11 to v1.37, and of v1.38.0-beta.0, a pre-release.
 */
export const KUBE_PROXY_FEATURE_GATES: readonly KubeProxyFeatureGate[] = [
  {
    name: 'AllowServiceExternalIPs', from: '1.36.0',
    stages: [{ from: '1.36.0', stage: 'ga', default: true }],
    effect: 'Honour the `externalIPs` of Services.',
  },
  {
    name: 'ComponentFlagz', from: '1.33.0',
    stages: [{ from: '1.33.0', stage: 'alpha', default: false }, { from: '1.36.0', stage: 'beta', default: true }],
    effect: 'Serve /flagz.',
  },
  {
    name: 'ComponentSLIs', from: '1.26.0', to: '1.29.0',
    stages: [{ from: '1.26.0', stage: 'alpha', default: false }, { from: '1.27.0', stage: 'beta', default: true }],
    effect: 'Serve /metrics/slis.',
  },
  {
    name: 'ComponentStatusz', from: '1.33.0',
    stages: [{ from: '1.33.0', stage: 'alpha', default: false }, { from: '1.36.0', stage: 'beta', default: true }],
    effect: 'Serve /statusz.',
  },
  {
    name: 'EndpointSlice', from: '1.16.0', to: '1.21.0',
    stages: [{ from: '1.16.0', stage: 'alpha', default: false }, { from: '1.17.0', stage: 'beta', default: false }, { from: '1.20.0', stage: 'beta', default: true }],
    effect: 'Read EndpointSlices instead of Endpoints, in 1.16 and 1.17; in 1.20 IPv6DualStack needs it.',
  },
  {
    name: 'EndpointSliceNodeName', from: '1.20.0', to: '1.21.0',
    stages: [{ from: '1.20.0', stage: 'alpha', default: false }],
    effect: 'Take the node of an endpoint from its `nodeName`.',
  },
  {
    name: 'EndpointSliceProxying', from: '1.18.0', to: '1.22.0',
    stages: [{ from: '1.18.0', stage: 'alpha', default: false }, { from: '1.19.0', stage: 'beta', default: true }],
    effect: 'Read EndpointSlices instead of Endpoints, on Linux.',
  },
  {
    name: 'ExternalPolicyForExternalIP', from: '1.18.0', to: '1.20.0',
    stages: [{ from: '1.18.0', stage: 'ga', default: false }, { from: '1.19.0', stage: 'ga', default: true }],
    effect: 'Apply externalTrafficPolicy to `externalIPs`.',
  },
  {
    name: 'IPv6DualStack', from: '1.16.0', to: '1.23.0',
    stages: [{ from: '1.16.0', stage: 'alpha', default: false }, { from: '1.21.0', stage: 'beta', default: true }],
    effect: 'Serve both IP families.',
  },
  {
    name: 'KubeProxyDrainingTerminatingNodes', from: '1.28.0', to: '1.33.0',
    stages: [{ from: '1.28.0', stage: 'alpha', default: false }, { from: '1.30.0', stage: 'beta', default: true }, { from: '1.31.0', stage: 'ga', default: true }],
    effect: 'Fail the health check of Services with externalTrafficPolicy Cluster on nodes that are about to go.',
  },
  {
    name: 'KubeProxyIPVS', from: '1.37.0',
    stages: [{ from: '1.37.0', stage: 'deprecated', default: true }],
    effect: 'Allow IPVS mode.',
  },
  {
    name: 'KubeProxyNFTablesLocalhostNodePorts', from: '1.37.0',
    stages: [{ from: '1.37.0', stage: 'alpha', default: false }, { from: '1.38.0', stage: 'beta', default: true }],
    effect: 'Serve TCP NodePorts on loopback addresses in nftables mode.',
  },
  {
    name: 'KubeletInUserNamespace', from: '1.22.0', to: '1.26.0',
    stages: [{ from: '1.22.0', stage: 'alpha', default: false }],
    effect: 'Let userspace mode run in a user namespace.',
  },
  {
    name: 'LoadBalancerIPMode', from: '1.29.0', to: '1.35.0',
    stages: [{ from: '1.29.0', stage: 'alpha', default: false }, { from: '1.30.0', stage: 'beta', default: true }, { from: '1.32.0', stage: 'ga', default: true }],
    effect: 'Honour `ipMode: Proxy` of load balancer addresses.',
  },
  {
    name: 'MinimizeIPTablesRestore', from: '1.26.0', to: '1.28.0',
    stages: [{ from: '1.26.0', stage: 'alpha', default: false }, { from: '1.27.0', stage: 'beta', default: true }],
    effect: 'Write only the iptables rules that changed.',
  },
  {
    name: 'MultiCIDRServiceAllocator', from: '1.30.0', to: '1.38.0',
    stages: [{ from: '1.30.0', stage: 'alpha', default: false }, { from: '1.31.0', stage: 'beta', default: false }, { from: '1.33.0', stage: 'ga', default: true }],
    effect: 'Watch ServiceCIDRs.',
  },
  {
    name: 'NFTablesNetlink', from: '1.37.0',
    stages: [{ from: '1.37.0', stage: 'beta', default: true }],
    effect: 'Read the state of nftables over netlink.',
  },
  {
    name: 'NFTablesProxyMode', from: '1.29.0', to: '1.33.0',
    stages: [{ from: '1.29.0', stage: 'alpha', default: false }, { from: '1.31.0', stage: 'beta', default: true }],
    effect: 'Allow nftables mode.',
  },
  {
    name: 'PreferSameTrafficDistribution', from: '1.33.0', to: '1.38.0',
    stages: [{ from: '1.33.0', stage: 'alpha', default: false }, { from: '1.34.0', stage: 'beta', default: true }, { from: '1.35.0', stage: 'ga', default: true }],
    effect: 'Honour `trafficDistribution` PreferSameZone and PreferSameNode.',
  },
  {
    name: 'ProxyTerminatingEndpoints', from: '1.22.0', to: '1.28.0',
    stages: [{ from: '1.22.0', stage: 'alpha', default: false }, { from: '1.26.0', stage: 'beta', default: true }],
    effect: 'Fall back to terminating endpoints when there are no others.',
  },
  {
    name: 'ServiceInternalTrafficPolicy', from: '1.21.0', to: '1.26.0',
    stages: [{ from: '1.21.0', stage: 'alpha', default: false }, { from: '1.22.0', stage: 'beta', default: true }],
    effect: 'Honour internalTrafficPolicy.',
  },
  {
    name: 'ServiceTopology', from: '1.17.0', to: '1.22.0',
    stages: [{ from: '1.17.0', stage: 'alpha', default: false }],
    effect: 'Honour the `topologyKeys` of Services.',
  },
  {
    name: 'ServiceTrafficDistribution', from: '1.30.0', to: '1.33.0',
    stages: [{ from: '1.30.0', stage: 'alpha', default: false }, { from: '1.31.0', stage: 'beta', default: true }],
    effect: 'Honour `trafficDistribution`.',
  },
  {
    name: 'TopologyAwareHints', from: '1.21.0', to: '1.33.0',
    stages: [{ from: '1.21.0', stage: 'alpha', default: false }, { from: '1.23.0', stage: 'beta', default: false }, { from: '1.24.0', stage: 'beta', default: true }],
    effect: 'Prefer the endpoints that hints of EndpointSlices name.',
  },
  {
    name: 'WinDSR', from: '1.14.0', to: '1.38.0',
    stages: [{ from: '1.14.0', stage: 'alpha', default: false }, { from: '1.33.0', stage: 'beta', default: true }, { from: '1.34.0', stage: 'ga', default: true }],
    effect: 'Allow direct server return on Windows.',
  },
  {
    name: 'WinOverlay', from: '1.14.0', to: '1.38.0',
    stages: [{ from: '1.14.0', stage: 'alpha', default: false }, { from: '1.20.0', stage: 'beta', default: true }, { from: '1.34.0', stage: 'ga', default: true }],
    effect: 'Allow overlay networks on Windows.',
  },
  {
    name: 'WindowsEndpointSliceProxying', from: '1.19.0', to: '1.22.0',
    stages: [{ from: '1.19.0', stage: 'alpha', default: false }, { from: '1.21.0', stage: 'beta', default: true }],
    effect: 'Read EndpointSlices instead of Endpoints, on Windows.',
  },
];
