import type { ServiceDeclaration } from '../../declaration/workloads';

type Handling = NonNullable<ServiceDeclaration['balancerHandles']>;

interface BalancerAnnotation {
  readonly annotation: string;
  readonly what: Handling['what'];
  /** Values with which the balancer does it. */
  readonly values: RegExp;
}

const TRUE = /^true$/i;
const SOME_VERSION = /^(?:true|v?[12])/i;
const ANYTHING = /\S/;

/**
 * Annotations by which a cloud's load balancer speaks the PROXY protocol or ends TLS, from the documents of their controllers. Balancers
 * that are published by host name alone (AWS) are not here: kube-proxy binds only addresses, so pods reach those through the balancer.
 */
const ANNOTATIONS: readonly BalancerAnnotation[] = [
  // digitalocean/digitalocean-cloud-controller-manager docs/controllers/services/annotations.md
  { annotation: 'service.beta.kubernetes.io/do-loadbalancer-enable-proxy-protocol', what: 'PROXY protocol', values: TRUE },
  { annotation: 'service.beta.kubernetes.io/do-loadbalancer-certificate-id', what: 'TLS', values: ANYTHING },
  // hetznercloud/hcloud-cloud-controller-manager docs/reference/load_balancer_annotations.md
  { annotation: 'load-balancer.hetzner.cloud/uses-proxyprotocol', what: 'PROXY protocol', values: TRUE },
  { annotation: 'load-balancer.hetzner.cloud/http-certificates', what: 'TLS', values: ANYTHING },
  // scaleway/scaleway-cloud-controller-manager docs/loadbalancer-annotations.md
  { annotation: 'service.beta.kubernetes.io/scw-loadbalancer-proxy-protocol-v1', what: 'PROXY protocol', values: /^(?:true|\*|[\d,]+)$/ },
  { annotation: 'service.beta.kubernetes.io/scw-loadbalancer-proxy-protocol-v2', what: 'PROXY protocol', values: /^(?:true|\*|[\d,]+)$/ },
  { annotation: 'service.beta.kubernetes.io/scw-loadbalancer-certificate-ids', what: 'TLS', values: ANYTHING },
  // OVHcloud: Managed Kubernetes before 1.31; from then on as OpenStack
  { annotation: 'service.beta.kubernetes.io/ovh-loadbalancer-proxy-protocol', what: 'PROXY protocol', values: SOME_VERSION },
  // kubernetes/cloud-provider-openstack docs/openstack-cloud-controller-manager/expose-applications-using-loadbalancer-type-service.md
  { annotation: 'loadbalancer.openstack.org/proxy-protocol', what: 'PROXY protocol', values: SOME_VERSION },
  { annotation: 'loadbalancer.openstack.org/default-tls-container-ref', what: 'TLS', values: ANYTHING },
  // linode/linode-cloud-controller-manager docs/configuration/annotations.md
  { annotation: 'service.beta.kubernetes.io/linode-loadbalancer-default-proxy-protocol', what: 'PROXY protocol', values: SOME_VERSION },
  // vultr/vultr-cloud-controller-manager docs/load-balancers.md
  { annotation: 'service.beta.kubernetes.io/vultr-loadbalancer-proxy-protocol', what: 'PROXY protocol', values: SOME_VERSION },
  { annotation: 'service.beta.kubernetes.io/vultr-loadbalancer-ssl', what: 'TLS', values: ANYTHING },
  // oracle/oci-cloud-controller-manager docs/load-balancer-annotations.md
  { annotation: 'service.beta.kubernetes.io/oci-load-balancer-connection-proxy-protocol-version', what: 'PROXY protocol', values: SOME_VERSION },
  { annotation: 'service.beta.kubernetes.io/oci-load-balancer-ssl-ports', what: 'TLS', values: ANYTHING },
  // Alibaba Cloud ACK, NLB and CLB
  { annotation: 'service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol', what: 'PROXY protocol', values: /^(?:on|true)$/i },
  { annotation: 'service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id', what: 'TLS', values: ANYTHING },
  // NAVER Cloud Platform NKS
  { annotation: 'service.beta.kubernetes.io/ncloud-load-balancer-proxy-protocol', what: 'PROXY protocol', values: TRUE },
  { annotation: 'service.beta.kubernetes.io/ncloud-load-balancer-ssl-cert', what: 'TLS', values: ANYTHING },
  // Huawei Cloud CCE
  { annotation: 'kubernetes.io/elb.cert-id', what: 'TLS', values: ANYTHING },
];

/** Annotations that make a controller publish the balancer by host name, the usual way out before `ipMode`. */
const BY_HOST_NAME = [
  'service.beta.kubernetes.io/do-loadbalancer-hostname',
  'load-balancer.hetzner.cloud/hostname',
  'loadbalancer.openstack.org/hostname',
  'service.beta.kubernetes.io/scw-loadbalancer-use-hostname',
  'service.beta.kubernetes.io/linode-loadbalancer-hostname-only-ingress',
  'service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname',
];

/** What the balancer of a Service does that a pod, going to the address straight, would miss. */
export function balancerHandling(annotations: Readonly<Record<string, string>>): Handling | undefined {
  if (BY_HOST_NAME.some((annotation) => ANYTHING.test(annotations[annotation] ?? '') && annotations[annotation] !== 'false')) {
    return undefined;
  }
  const found = ANNOTATIONS.find(({ annotation, values }) => values.test(annotations[annotation] ?? ''));
  return found && { what: found.what, annotation: found.annotation };
}
