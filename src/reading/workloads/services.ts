import type { Resource } from '../../kubernetes/resource';
import { listOf, recordOf, textOf, textRecordOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { ServiceDeclaration, ServicePort } from '../../declaration/workloads';
import { balancerHandling } from './load-balancer-annotations';

const TYPES = ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'] as const;
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'] as const;
const FAMILIES = ['IPv4', 'IPv6'] as const;

/** A Service, or `undefined` for any other object. */
export function serviceOf(resource: Resource): ServiceDeclaration | undefined {
  const { kind, apiVersion, metadata } = resource.object;
  if (kind !== 'Service' || apiVersion !== 'v1') {
    return undefined;
  }
  const spec = recordOf(resource.object.spec);
  const annotations = textRecordOf(metadata.annotations);
  return {
    namespace: metadata.namespace ?? 'default',
    name: metadata.name ?? '',
    resource: resource.name,
    locate: resource.locate,
    type: TYPES.find((type) => type === spec.type) ?? 'ClusterIP',
    headless: spec.clusterIP === 'None',
    ports: listOf(spec.ports).flatMap((port) => servicePort(recordOf(port))),
    clusterIps: addresses([spec.clusterIP, ...listOf(spec.clusterIPs)]),
    externalIps: addresses(listOf(spec.externalIPs)),
    loadBalancerIps: addresses([spec.loadBalancerIP, ...ingresses(resource).map(({ ip }) => ip)]),
    ipMode: ipModeOf(resource),
    ipFamilies: FAMILIES.filter((family) => listOf(spec.ipFamilies).includes(family)),
    ipFamilyPolicy: textOf(spec.ipFamilyPolicy),
    hasClientIpAffinity: textOf(spec.sessionAffinity) === 'ClientIP',
    annotations,
    balancerHandles: isByHostName(resource) ? undefined : balancerHandling(annotations),
  };
}

function servicePort(port: UntypedRecord): ServicePort[] {
  const number = Number(port.port);
  if (!Number.isInteger(number)) {
    return [];
  }
  return [{
    name: textOf(port.name),
    port: number,
    protocol: protocolOf(port.protocol),
    nodePort: Number.isInteger(port.nodePort) && port.nodePort !== 0 ? Number(port.nodePort) : undefined,
    appProtocol: textOf(port.appProtocol),
  }];
}

export function protocolOf(value: unknown): ServicePort['protocol'] {
  return PROTOCOLS.find((protocol) => protocol === value) ?? 'TCP';
}

function addresses(values: readonly unknown[]): string[] {
  return [...new Set(textsOf(values).filter((address) => address !== '' && address !== 'None'))];
}

function ingresses(resource: Resource): UntypedRecord[] {
  return listOf(recordOf(recordOf(resource.object.status).loadBalancer).ingress).map(recordOf);
}

/** Whether the balancer has been published, and by host name alone. */
function isByHostName(resource: Resource): boolean {
  const found = ingresses(resource);
  return found.length > 0 && found.every(({ ip }) => ip === undefined);
}

/** By an annotation (oracle/oci-cloud-controller-manager docs/load-balancer-annotations.md), else by the status: `Proxy` as soon as one ingress says so. */
function ipModeOf(resource: Resource): 'Proxy' | 'VIP' | undefined {
  const wanted = textRecordOf(resource.object.metadata.annotations)['oci.oraclecloud.com/ingress-ip-mode'];
  const modes = wanted === undefined ? ingresses(resource).map(({ ipMode }) => textOf(ipMode)) : [wanted];
  return (['Proxy', 'VIP'] as const).find((mode) => modes.some((found) => found?.toLowerCase() === mode.toLowerCase()));
}
