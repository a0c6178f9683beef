import { stringify } from 'yaml';
import { declared } from '../declared';

const service = (more: object = {}) => declared({ 'a.yaml': stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'shop' }, ...more }) }).workloads.services[0];

test('a Service is reduced to what rules read', () => {
  const found = service({
    spec: {
      type: 'LoadBalancer', clusterIP: '10.96.0.10', clusterIPs: ['10.96.0.10', 'fd00::a'], externalIPs: ['192.0.2.1'], loadBalancerIP: '192.0.2.2',
      ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack',
      ports: [{ name: 'http', port: 80, nodePort: 30080, appProtocol: 'http' }, { port: 53, protocol: 'UDP' }, { port: 'x' }],
    },
    status: { loadBalancer: { ingress: [{ ip: '192.0.2.3', ipMode: 'VIP' }, { ip: '192.0.2.4', ipMode: 'Proxy' }] } },
  });
  expect(found).toMatchObject({
    namespace: 'shop', name: 'web', resource: 'Service shop/web', type: 'LoadBalancer', headless: false,
    clusterIps: ['10.96.0.10', 'fd00::a'], externalIps: ['192.0.2.1'], loadBalancerIps: ['192.0.2.2', '192.0.2.3', '192.0.2.4'], ipMode: 'Proxy',
    ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack', hasClientIpAffinity: false,
    ports: [
      { name: 'http', port: 80, protocol: 'TCP', nodePort: 30080, appProtocol: 'http' },
      { name: undefined, port: 53, protocol: 'UDP', nodePort: undefined, appProtocol: undefined },
    ],
  });
  expect([found.locate()?.line, found.locate(['spec', 'ports', 1])?.line]).toEqual([1, 24]);
});

test.each([['proxy', 'Proxy'], ['VIP', 'VIP'], ['', undefined]])('an annotation may ask for ipMode %s', (value, ipMode) => {
  expect(service({ metadata: { name: 'web', annotations: { 'oci.oraclecloud.com/ingress-ip-mode': value } } }).ipMode).toBe(ipMode);
});

test('a Service without a specification has defaults', () => {
  expect(service()).toMatchObject({ type: 'ClusterIP', headless: false, ports: [], clusterIps: [], ipMode: undefined, balancerHandles: undefined });
  expect(service({ spec: { clusterIP: 'None' } })).toMatchObject({ headless: true, clusterIps: [] });
});

test('only Services of the core are Services', () => {
  expect(declared({ 'a.yaml': 'apiVersion: serving.knative.dev/v1\nkind: Service\nmetadata: {name: a}\n' }).workloads.services).toEqual([]);
});

describe('what a balancer handles', () => {
  const handled = (annotations: object, status: object = {}) => service({ metadata: { name: 'web', annotations }, spec: { type: 'LoadBalancer' }, status }).balancerHandles;

  test.each([
    ['service.beta.kubernetes.io/do-loadbalancer-enable-proxy-protocol', 'true', 'PROXY protocol'],
    ['load-balancer.hetzner.cloud/uses-proxyprotocol', 'true', 'PROXY protocol'],
    ['service.beta.kubernetes.io/scw-loadbalancer-proxy-protocol-v2', '80,443', 'PROXY protocol'],
    ['loadbalancer.openstack.org/proxy-protocol', 'v2', 'PROXY protocol'],
    ['service.beta.kubernetes.io/ovh-loadbalancer-proxy-protocol', 'v2-ssl', 'PROXY protocol'],
    ['service.beta.kubernetes.io/linode-loadbalancer-default-proxy-protocol', 'v1', 'PROXY protocol'],
    ['service.beta.kubernetes.io/oci-load-balancer-connection-proxy-protocol-version', '2', 'PROXY protocol'],
    ['service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol', 'on', 'PROXY protocol'],
    ['loadbalancer.openstack.org/default-tls-container-ref', 'https://keys.example/1', 'TLS'],
    ['kubernetes.io/elb.cert-id', 'b9b0', 'TLS'],
  ])('is told by %s: %s', (annotation, value, what) => {
    expect(handled({ [annotation]: value })).toEqual({ what, annotation });
  });

  test.each([
    ['load-balancer.hetzner.cloud/uses-proxyprotocol', 'false'],
    ['service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol', 'off'],
    ['service.beta.kubernetes.io/linode-loadbalancer-default-proxy-protocol', 'none'],
    // Published by host name alone: kube-proxy binds no address.
    ['service.beta.kubernetes.io/aws-load-balancer-proxy-protocol', '*'],
    ['constructor', 'true'],
  ])('is not told by %s: %s', (annotation, value) => {
    expect(handled({ [annotation]: value })).toBeUndefined();
  });

  test('does not matter when pods go to a host name', () => {
    const proxied = { 'load-balancer.hetzner.cloud/uses-proxyprotocol': 'true' };
    expect(handled({ ...proxied, 'load-balancer.hetzner.cloud/hostname': 'lb.example' })).toBeUndefined();
    expect(handled(proxied, { loadBalancer: { ingress: [{ hostname: 'lb.example' }] } })).toBeUndefined();
    expect(handled(proxied, { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } })).toBeDefined();
  });
});
