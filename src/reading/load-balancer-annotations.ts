import type { ServiceDeclaration } from '../declaration/workloads';

type Handling = NonNullable<ServiceDeclaration['balancerHandles']>;

interface BalancerAnnotation {
  readonly annotation: string;
  readonly what: Handling['what'];
  /** Values with which the balancer does it. */
  readonly values: RegExp;
}

const ON = /^(?:true|yes|on|1|enabled)$/i;
const SET = /\S/;

/** Annotations by which a cloud's load balancer speaks the PROXY protocol or ends TLS, from the documents of their controllers. */
const ANNOTATIONS: readonly BalancerAnnotation[] = [
  { annotation: 'service.beta.kubernetes.io/aws-load-balancer-proxy-protocol', what: 'PROXY protocol', values: /^\*$/ },
  { annotation: 'service.beta.kubernetes.io/aws-load-balancer-ssl-cert', what: 'TLS', values: SET },
  { annotation: 'service.beta.kubernetes.io/do-loadbalancer-enable-proxy-protocol', what: 'PROXY protocol', values: ON },
  { annotation: 'service.beta.kubernetes.io/do-loadbalancer-certificate-id', what: 'TLS', values: SET },
  { annotation: 'load-balancer.hetzner.cloud/uses-proxyprotocol', what: 'PROXY protocol', values: ON },
  { annotation: 'load-balancer.hetzner.cloud/http-certificates', what: 'TLS', values: SET },
  { annotation: 'service.beta.kubernetes.io/scw-loadbalancer-proxy-protocol-v1', what: 'PROXY protocol', values: /^(?:true|\*|[\d,]+)$/ },
  { annotation: 'service.beta.kubernetes.io/scw-loadbalancer-proxy-protocol-v2', what: 'PROXY protocol', values: /^(?:true|\*|[\d,]+)$/ },
  { annotation: 'service.beta.kubernetes.io/scw-loadbalancer-certificate-ids', what: 'TLS', values: SET },
  { annotation: 'service.beta.kubernetes.io/ovh-loadbalancer-proxy-protocol', what: 'PROXY protocol', values: /^v[12]/ },
  { annotation: 'loadbalancer.openstack.org/proxy-protocol', what: 'PROXY protocol', values: /^(?:true|v[12])$/i },
  { annotation: 'loadbalancer.openstack.org/default-tls-container-ref', what: 'TLS', values: SET },
  { annotation: 'loadbalancer.ovhcloud.com/proxy-protocol', what: 'PROXY protocol', values: /^(?:true|v[12])/i },
  { annotation: 'service.beta.kubernetes.io/linode-loadbalancer-default-proxy-protocol', what: 'PROXY protocol', values: /^v[12]$/ },
  { annotation: 'service.beta.kubernetes.io/linode-loadbalancer-proxy-protocol', what: 'PROXY protocol', values: /^v[12]$/ },
  { annotation: 'service.beta.kubernetes.io/vultr-loadbalancer-proxy-protocol', what: 'PROXY protocol', values: ON },
  { annotation: 'service.beta.kubernetes.io/vultr-loadbalancer-ssl', what: 'TLS', values: SET },
  { annotation: 'service.beta.kubernetes.io/oci-load-balancer-ssl-ports', what: 'TLS', values: SET },
  { annotation: 'oci.oraclecloud.com/ssl-ports', what: 'TLS', values: SET },
  { annotation: 'service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id', what: 'TLS', values: SET },
  { annotation: 'service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol', what: 'PROXY protocol', values: ON },
  { annotation: 'service.kubernetes.io/ibm-load-balancer-cloud-provider-enable-features', what: 'PROXY protocol', values: /proxy-protocol/ },
  { annotation: 'service.beta.kubernetes.io/brightbox-load-balancer-listener-proxy-protocol', what: 'PROXY protocol', values: /^v[12]/ },
  { annotation: 'service.beta.kubernetes.io/brightbox-load-balancer-ssl-domains', what: 'TLS', values: SET },
  { annotation: 'kubernetes.io/elb.cert-id', what: 'TLS', values: SET },
];

/** What the balancer of a Service does that a pod, going to the address straight, would miss. */
export function balancerHandling(annotations: Readonly<Record<string, string>>): Handling | undefined {
  const found = ANNOTATIONS.find(({ annotation, values }) => Object.hasOwn(annotations, annotation) && values.test(annotations[annotation]));
  return found && { what: found.what, annotation: found.annotation };
}
