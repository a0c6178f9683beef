import type { Location } from '../kubernetes/location';
import type { PoolSelector } from '../cluster/pool-selector';

/** One port of a Service. */
export interface ServicePort {
  /** As in the Service; `undefined` for a port without a name. */
  readonly name: string | undefined;
  /** Port of the Service. */
  readonly port: number;
  /** As stated, else TCP. */
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  /** Port on every node; `undefined` where none is stated. */
  readonly nodePort: number | undefined;
  /** Protocol above TCP, as stated: `https`, `kubernetes.io/h2c`. */
  readonly appProtocol: string | undefined;
}

/** A Service, reduced to what the rules read. */
export interface ServiceDeclaration {
  /** `default` where the object names none. */
  readonly namespace: string;
  /** `metadata.name`. */
  readonly name: string;
  /** `Service namespace/name`. */
  readonly resource: string;
  /** The place of a field, as near as it can be told; without a path, of the Service. */
  readonly locate: (path?: readonly (string | number)[]) => Location | undefined;
  /** `spec.type`; ClusterIP where it is not stated. */
  readonly type: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';
  /** Whether `clusterIP` is None: kube-proxy passes it over. */
  readonly headless: boolean;
  /** Its ports, in their order. */
  readonly ports: readonly ServicePort[];
  /** Cluster addresses that are stated, without None. */
  readonly clusterIps: readonly string[];
  /** `spec.externalIPs`. */
  readonly externalIps: readonly string[];
  /** Addresses of its load balancer: asked for, or in the status. */
  readonly loadBalancerIps: readonly string[];
  /** `Proxy` or `VIP`, as `status.loadBalancer.ingress[].ipMode` or a cloud annotation states. */
  readonly ipMode: 'Proxy' | 'VIP' | undefined;
  /** `spec.ipFamilies`; empty where it is not stated. */
  readonly ipFamilies: readonly ('IPv4' | 'IPv6')[];
  /** `spec.ipFamilyPolicy`, as stated. */
  readonly ipFamilyPolicy: string | undefined;
  /** Whether `sessionAffinity` is ClientIP. */
  readonly hasClientIpAffinity: boolean;
  /** `metadata.annotations`. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Whether the balancer speaks the PROXY protocol or ends TLS, as far as its annotations tell; the annotation that says so. */
  readonly balancerHandles: { readonly what: 'PROXY protocol' | 'TLS'; readonly annotation: string } | undefined;
}

/** A hostPort (or a port of a hostNetwork pod) that a workload claims. */
export interface HostPort {
  /** `kind namespace/name` of the workload. */
  readonly resource: string;
  /** Where the port is declared; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** Port on the node. */
  readonly port: number;
  /** As stated, else TCP. */
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  /** The one address of the node that it binds; `undefined` for all. */
  readonly hostIp: string | undefined;
  /** True for `hostPort` through the CNI's portmap, false for a hostNetwork pod's own port. */
  readonly throughPortmap: boolean;
  /** Pools on whose nodes the pods may run. */
  readonly pools: PoolSelector;
}

/** Something that answers ARP for service addresses: MetalLB L2, kube-vip ARP, OpenELB L2. */
export interface ArpAnnouncer {
  /** Name for people: `MetalLB`. */
  readonly product: string;
  /** `kind namespace/name` of the object that shows it. */
  readonly resource: string;
  /** Where that stands; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
}

/** Another user of IPVS on the node: keepalived, lvscare, kube-vip's IPVS balancer. */
export interface ForeignVirtualServer {
  /** Name for people: `keepalived`. */
  readonly product: string;
  /** `kind namespace/name` of the workload. */
  readonly resource: string;
  /** Where it is declared; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** Pools on whose nodes it runs. */
  readonly pools: PoolSelector;
  /** Addresses of its virtual servers, where the input tells. */
  readonly addresses: readonly string[];
}

/** A range from which Services of type LoadBalancer get their addresses. */
export interface AddressPool {
  /** `kind namespace/name` of the object that states it. */
  readonly resource: string;
  /** Where the range stands; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** `192.0.2.0/24`, `192.0.2.10-192.0.2.20` or one address. */
  readonly range: string;
}

/** NodeLocal DNSCache. */
export interface NodeLocalDns {
  /** `kind namespace/name` of its workload. */
  readonly resource: string;
  /** Where its addresses stand; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** Addresses that it binds. */
  readonly addresses: readonly string[];
  /** Set where it binds the address of the DNS Service as well, whatever that is: how to keep it from that. */
  readonly keepFromDnsService?: string;
  /** Pools on whose nodes it runs. */
  readonly pools: PoolSelector;
}

/** What kubelets give to pods as the address of the cluster's DNS. */
export interface KubeletDns {
  /** Name of the object with the configuration; `KubeletConfiguration` for a document of its own. */
  readonly resource: string;
  /** Where the addresses stand; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** `clusterDNS` of the KubeletConfiguration. */
  readonly addresses: readonly string[];
}

/** A feature that breaks with strictARP, such as Antrea's Egress. */
export interface StrictArpVictim {
  /** Name for people: `Antrea Egress`. */
  readonly product: string;
  /** `kind namespace/name` of the object that turns it on. */
  readonly resource: string;
  /** Where that stands; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** Of the product, as its image tells; `undefined` when not known. */
  readonly version: string | undefined;
}

/** Something that relies on a NodePort at 127.0.0.1: a mirror configuration, an annotation, a probe. */
export interface LocalhostNodePortUse {
  /** `kind namespace/name` of what relies on it, or the file. */
  readonly resource: string;
  /** Where it does; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** The port; `undefined` when the input does not tell which. */
  readonly nodePort: number | undefined;
  /** One clause: what points there. */
  readonly because: string;
}

/** A network policy engine that its vendor does not support beside IPVS mode. */
export interface NetworkPolicyEngine {
  /** Name for people: `Azure NPM`. */
  readonly product: string;
  /** `kind namespace/name` of its workload. */
  readonly resource: string;
  /** Where it is declared; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** Pools on whose nodes it runs. */
  readonly pools: PoolSelector;
}

/** What the workloads of the input mean for kube-proxy. */
export interface Workloads {
  /** All Services. */
  readonly services: readonly ServiceDeclaration[];
  /** Ports that workloads claim on their nodes. */
  readonly hostPorts: readonly HostPort[];
  /** What needs strictARP to work beside IPVS mode. */
  readonly arpAnnouncers: readonly ArpAnnouncer[];
  /** Other users of IPVS on the nodes. */
  readonly foreignVirtualServers: readonly ForeignVirtualServer[];
  /** Where addresses of load balancers come from. */
  readonly addressPools: readonly AddressPool[];
  /** Caches of NodeLocal DNSCache. */
  readonly nodeLocalDns: readonly NodeLocalDns[];
  /** What pods are told as their DNS server. */
  readonly kubeletDns: readonly KubeletDns[];
  /** What breaks with strictARP. */
  readonly strictArpVictims: readonly StrictArpVictim[];
  /** Policy engines that are not supported beside IPVS mode. */
  readonly ipvsIncompatiblePolicies: readonly NetworkPolicyEngine[];
  /** What relies on NodePorts at 127.0.0.1. */
  readonly localhostNodePortUses: readonly LocalhostNodePortUse[];
  /** Number of endpoints that the workloads' replica counts add up to, at least. */
  readonly endpoints: number;
}
