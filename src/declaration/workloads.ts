import type { Location } from '../kubernetes/location';
import type { PoolSelector } from '../cluster/pool-selector';

/** One port of a Service. */
export interface ServicePort {
  readonly name: string | undefined;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly nodePort: number | undefined;
  readonly appProtocol: string | undefined;
}

/** A Service, reduced to what the rules read. */
export interface ServiceDeclaration {
  readonly namespace: string;
  readonly name: string;
  readonly resource: string;
  readonly locate: (path?: readonly (string | number)[]) => Location | undefined;
  readonly type: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';
  readonly headless: boolean;
  readonly ports: readonly ServicePort[];
  readonly clusterIps: readonly string[];
  readonly externalIps: readonly string[];
  readonly loadBalancerIps: readonly string[];
  /** `Proxy` or `VIP`, as `status.loadBalancer.ingress[].ipMode` or a cloud annotation states. */
  readonly ipMode: 'Proxy' | 'VIP' | undefined;
  readonly ipFamilies: readonly ('IPv4' | 'IPv6')[];
  readonly ipFamilyPolicy: string | undefined;
  /** Whether `sessionAffinity` is ClientIP. */
  readonly hasClientIpAffinity: boolean;
  readonly annotations: Readonly<Record<string, string>>;
  /** Whether the balancer speaks the PROXY protocol or ends TLS, as far as its annotations tell; the annotation that says so. */
  readonly balancerHandles: { readonly what: 'PROXY protocol' | 'TLS'; readonly annotation: string } | undefined;
}

/** A hostPort (or a port of a hostNetwork pod) that a workload claims. */
export interface HostPort {
  readonly resource: string;
  readonly location: Location | undefined;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly hostIp: string | undefined;
  /** True for `hostPort` through the CNI's portmap, false for a hostNetwork pod's own port. */
  readonly throughPortmap: boolean;
  readonly pools: PoolSelector;
}

/** Something that answers ARP for service addresses: MetalLB L2, kube-vip ARP, OpenELB L2. */
export interface ArpAnnouncer {
  readonly product: string;
  readonly resource: string;
  readonly location: Location | undefined;
}

/** Another user of IPVS on the node: keepalived, lvscare, kube-vip's IPVS balancer. */
export interface ForeignVirtualServer {
  readonly product: string;
  readonly resource: string;
  readonly location: Location | undefined;
  readonly pools: PoolSelector;
  /** Addresses of its virtual servers, where the input tells. */
  readonly addresses: readonly string[];
}

/** A range from which Services of type LoadBalancer get their addresses. */
export interface AddressPool {
  readonly resource: string;
  readonly location: Location | undefined;
  /** `192.0.2.0/24`, `192.0.2.10-192.0.2.20` or one address. */
  readonly range: string;
}

/** NodeLocal DNSCache. */
export interface NodeLocalDns {
  readonly resource: string;
  readonly location: Location | undefined;
  /** Addresses that it binds. */
  readonly addresses: readonly string[];
  /** Set where it binds the address of the DNS Service as well, whatever that is: how to keep it from that. */
  readonly keepFromDnsService?: string;
  readonly pools: PoolSelector;
}

/** What kubelets give to pods as the address of the cluster's DNS. */
export interface KubeletDns {
  readonly resource: string;
  readonly location: Location | undefined;
  readonly addresses: readonly string[];
}

/** A feature that breaks with strictARP, such as Antrea's Egress. */
export interface StrictArpVictim {
  readonly product: string;
  readonly resource: string;
  readonly location: Location | undefined;
  readonly version: string | undefined;
}

/** Something that relies on a NodePort at 127.0.0.1: a mirror configuration, an annotation, a probe. */
export interface LocalhostNodePortUse {
  readonly resource: string;
  readonly location: Location | undefined;
  readonly nodePort: number | undefined;
  /** One clause: what points there. */
  readonly because: string;
}

/** A network policy engine that its vendor does not support beside IPVS mode. */
export interface NetworkPolicyEngine {
  readonly product: string;
  readonly resource: string;
  readonly location: Location | undefined;
  readonly pools: PoolSelector;
}

/** What the workloads of the input mean for kube-proxy. */
export interface Workloads {
  readonly services: readonly ServiceDeclaration[];
  readonly hostPorts: readonly HostPort[];
  readonly arpAnnouncers: readonly ArpAnnouncer[];
  readonly foreignVirtualServers: readonly ForeignVirtualServer[];
  readonly addressPools: readonly AddressPool[];
  readonly nodeLocalDns: readonly NodeLocalDns[];
  readonly kubeletDns: readonly KubeletDns[];
  readonly strictArpVictims: readonly StrictArpVictim[];
  readonly ipvsIncompatiblePolicies: readonly NetworkPolicyEngine[];
  readonly localhostNodePortUses: readonly LocalhostNodePortUse[];
  /** Number of endpoints that the workloads' replica counts add up to, at least. */
  readonly endpoints: number;
}
