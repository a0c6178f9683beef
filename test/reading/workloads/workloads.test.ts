import { stringify } from 'yaml';
import type { Workloads } from '../../../src/declaration/workloads';
import { declared } from '../declared';

const objects = (...list: readonly object[]): Workloads => declared({ 'a.yaml': list.map((object) => stringify(object)).join('---\n') }).workloads;
const pod = (spec: object, more: object = {}): object => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns' }, spec, ...more });
const service = (spec: object, more: object = {}): object => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'ns', ...more }, spec });

describe('host ports', () => {
  const ports = (spec: object) => objects(pod(spec)).hostPorts
    .map(({ port, protocol, hostIp, throughPortmap }) => [port, protocol, hostIp, throughPortmap]);

  test('are those that portmap serves, and those of pods in the node\'s network', () => {
    expect(ports({ containers: [{ ports: [{ containerPort: 8080 }, { containerPort: 443, hostPort: 443 }, { containerPort: 53, hostPort: 53, protocol: 'UDP', hostIP: '10.0.0.1' }] }] }))
      .toEqual([[443, 'TCP', undefined, true], [53, 'UDP', '10.0.0.1', true]]);
    expect(ports({ hostNetwork: true, containers: [{ ports: [{ containerPort: 9100 }, { containerPort: 80, hostPort: 80 }] }] }))
      .toEqual([[9100, 'TCP', undefined, false], [80, 'TCP', undefined, false]]);
  });

  test('of init containers count when they are sidecars', () => {
    const init = (restartPolicy?: string) => ports({ initContainers: [{ restartPolicy, ports: [{ containerPort: 1, hostPort: 1 }] }] });
    expect([init('Always').length, init().length]).toEqual([1, 0]);
  });

  test('know where their pods run, and where they are written', () => {
    const [port] = objects(pod({ nodeSelector: { a: 'b' }, containers: [{ ports: [{ hostPort: 443, containerPort: 443 }] }] })).hostPorts;
    expect(port).toMatchObject({ resource: 'Pod ns/p', pools: { terms: [[{ key: 'a' }]] }, location: { file: 'a.yaml', line: 11 } });
  });
});

describe('who answers ARP for addresses of Services', () => {
  const kubeVip = (container: object) => pod({ containers: [{ name: 'kube-vip', image: 'ghcr.io/kube-vip/kube-vip:v0.8.0', ...container }] });

  test.each<[string, object, string | undefined]>([
    ['MetalLB', { apiVersion: 'metallb.io/v1beta1', kind: 'L2Advertisement', metadata: { name: 'lan' } }, 'MetalLB in layer 2 mode'],
    ['MetalLB\'s older pools', { apiVersion: 'metallb.io/v1beta1', kind: 'AddressPool', metadata: { name: 'lan' }, spec: { protocol: 'layer2' } }, 'MetalLB in layer 2 mode'],
    ['MetalLB before 0.13', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config', namespace: 'metallb-system' }, data: { config: 'address-pools:\n- name: x\n  protocol: layer2\n' } }, 'MetalLB in layer 2 mode'],
    ['MetalLB before 0.13, in one line', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' }, data: { config: 'address-pools: [{name: x, protocol: layer2, addresses: [10.0.0.0/24]}]\n' } }, 'MetalLB in layer 2 mode'],
    ['MetalLB before 0.13 with BGP', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' }, data: { config: 'address-pools:\n- name: x\n  # protocol: layer2\n  protocol: bgp\n' } }, undefined],
    ['MetalLB with BGP', { apiVersion: 'metallb.io/v1beta1', kind: 'AddressPool', metadata: { name: 'lan' }, spec: { protocol: 'bgp' } }, undefined],
    ['MetalLB with BGP, advertised', { apiVersion: 'metallb.io/v1beta1', kind: 'BGPAdvertisement', metadata: { name: 'lan' } }, undefined],
    ['OpenELB', { apiVersion: 'network.kubesphere.io/v1alpha2', kind: 'Eip', metadata: { name: 'e' }, spec: { protocol: 'layer2' } }, 'OpenELB in layer 2 mode'],
    ['OpenELB with BGP', { apiVersion: 'network.kubesphere.io/v1alpha2', kind: 'Eip', metadata: { name: 'e' }, spec: { protocol: 'bgp' } }, undefined],
    ['OpenELB by annotation', service({}, { annotations: { 'protocol.openelb.kubesphere.io/v1alpha1': 'layer2' } }), 'OpenELB in layer 2 mode'],
    ['Antrea', service({}, { annotations: { 'service.antrea.io/external-ip-pool': 'lan' } }), 'Antrea ServiceExternalIP'],
    ['kube-vip by variable', kubeVip({ args: ['manager'], env: [{ name: 'vip_arp', value: 'true' }] }), 'kube-vip in ARP mode'],
    ['kube-vip by flag', kubeVip({ args: ['manager', '--arp'] }), 'kube-vip in ARP mode'],
    ['kube-vip for Services alone', kubeVip({ args: ['manager'], env: [{ name: 'vip_arp', value: 'true' }, { name: 'svc_enable', value: 'true' }] }), 'kube-vip in ARP mode'],
    ['kube-vip for both', kubeVip({ args: ['manager', '--arp', '--controlplane', '--services'] }), 'kube-vip in ARP mode'],
    ['kube-vip for the API server alone', kubeVip({ args: ['manager'], env: [{ name: 'vip_arp', value: 'true' }, { name: 'cp_enable', value: 'true' }] }), undefined],
    ['kube-vip without Services', kubeVip({ args: ['manager'], env: [{ name: 'vip_arp', value: 'true' }, { name: 'svc_enable', value: 'false' }] }), undefined],
    ['kube-vip with BGP', kubeVip({ args: ['manager'], env: [{ name: 'bgp_enable', value: 'true' }, { name: 'vip_arp', value: 'false' }] }), undefined],
  ])('%s', (_, object, product) => {
    expect(objects(object).arpAnnouncers.map((found) => found.product)).toEqual(product === undefined ? [] : [product]);
  });
});

describe('other users of IPVS', () => {
  const container = (image: string, more: object) => pod({ containers: [{ name: 'x', image, ...more }] });

  test.each<[string, object, string, readonly string[]]>([
    ['lvscare', container('ghcr.io/labring/lvscare:v4.3.7', { command: ['/usr/bin/lvscare'], args: ['care', '--vs', '10.103.97.2:6443', '--rs', '10.0.0.1:6443'] }), 'lvscare', ['10.103.97.2']],
    ['lvscare with IPv6', container('lvscare', { args: ['care', '--vs=[fd00::1]:6443'] }), 'lvscare', ['fd00::1']],
    ['kube-vip', container('kube-vip:v0.8', { env: [{ name: 'lb_enable', value: 'true' }, { name: 'address', value: '192.0.2.10' }] }), "kube-vip's load balancer", ['192.0.2.10']],
    ['kube-router', container('cloudnativelabs/kube-router:v2', { args: ['--run-router=true'] }), "kube-router's service proxy", []],
  ])('%s is found by its container', (_, object, product, addresses) => {
    expect(objects(object).foreignVirtualServers).toMatchObject([{ product, addresses, resource: 'Pod ns/p' }]);
  });

  test('kube-keepalived-vip has its addresses in a ConfigMap', () => {
    expect(objects(
      container('kube-keepalived-vip:0.35', { args: ['--services-configmap=ns/vips'] }),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'vips', namespace: 'ns' }, data: { '10.4.0.50': 'default/echo', '10.4.0.51-80': 'default/web', 'note': 'x' } },
    ).foreignVirtualServers).toMatchObject([{ product: 'kube-keepalived-vip', addresses: ['10.4.0.50', '10.4.0.51'] }]);
  });

  test('keepalived is one when it has virtual servers, in a map or in a file', () => {
    const conf = 'vrrp_instance V {\n}\nvirtual_server 10.0.0.9 443 {\n  lb_algo rr\n}\n  virtual_server fd00::9 443 {\n}\n';
    expect(objects({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'k' }, data: { 'keepalived.conf': conf } }).foreignVirtualServers)
      .toMatchObject([{ product: 'keepalived', resource: 'ConfigMap k', addresses: ['10.0.0.9', 'fd00::9'] }]);
    expect(declared({ 'etc/keepalived/keepalived.conf': conf }).workloads.foreignVirtualServers).toMatchObject([{ resource: 'etc/keepalived/keepalived.conf', addresses: ['10.0.0.9', 'fd00::9'] }]);
  });

  test.each<[string, object]>([
    ['keepalived with VRRP alone', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'k' }, data: { 'keepalived.conf': 'vrrp_instance V {\n}\n' } }],
    ['kube-vip without a load balancer', container('kube-vip:v0.8', { env: [{ name: 'vip_arp', value: 'true' }] })],
    ['kube-router without a service proxy', container('cloudnativelabs/kube-router:v2', { args: ['--run-service-proxy=false'] })],
  ])('%s is none', (_, object) => {
    expect(objects(object).foreignVirtualServers).toEqual([]);
  });
});

test.each<[string, object, readonly string[]]>([
  ['IPAddressPool', { apiVersion: 'metallb.io/v1beta1', spec: { addresses: ['192.0.2.0/28', '192.0.2.20-192.0.2.30'] } }, ['192.0.2.0/28', '192.0.2.20-192.0.2.30']],
  ['IPAddressPool', { apiVersion: 'metallb.io/v1beta1', spec: { addresses: ['192.0.2.0/28'], avoidBuggyIPs: true } }, []],
  ['AddressPool', { apiVersion: 'metallb.io/v1alpha1', spec: { protocol: 'bgp', addresses: ['192.0.2.0/28'] } }, ['192.0.2.0/28']],
  ['Eip', { apiVersion: 'network.kubesphere.io/v1alpha2', spec: { address: '192.0.2.91-192.0.2.100' } }, ['192.0.2.91-192.0.2.100']],
  ['IPAddressPool', { apiVersion: 'other.example/v1', spec: { addresses: ['192.0.2.0/28'] } }, []],
])('%s %j gives the ranges %j', (kind, object, ranges) => {
  expect(objects({ kind, metadata: { name: 'lan' }, ...object }).addressPools.map(({ range }) => range)).toEqual(ranges);
});

test('NodeLocal DNSCache is known with the addresses that it binds', () => {
  const cache = (args: string[]) => objects(pod({ hostNetwork: true, containers: [{ name: 'node-cache', image: 'registry.k8s.io/dns/k8s-dns-node-cache:1.23.0', args }] })).nodeLocalDns;
  expect(cache(['-localip', '169.254.20.10,10.96.0.10', '-conf', '/etc/Corefile'])).toMatchObject([{ resource: 'Pod ns/p', addresses: ['169.254.20.10', '10.96.0.10'] }]);
  expect(cache(['-localip=169.254.20.10'])).toMatchObject([{ addresses: ['169.254.20.10'] }]);
  expect(cache([])).toEqual([]);
});

test('uses of Antrea\'s Egress name the version of Antrea', () => {
  const egress = { apiVersion: 'crd.antrea.io/v1beta1', kind: 'Egress', metadata: { name: 'e' } };
  const agent = pod({ containers: [{ name: 'antrea-agent', image: 'antrea/antrea-ubuntu:v1.6.1' }] });
  expect(objects(egress, agent).strictArpVictims).toMatchObject([{ product: 'Antrea Egress', resource: 'Egress e', version: 'v1.6.1' }]);
  expect(objects(egress).strictArpVictims).toMatchObject([{ version: undefined }]);
  expect(objects({ ...egress, apiVersion: 'k8s.ovn.org/v1' }, agent).strictArpVictims).toEqual([]);
});

describe('who relies on a NodePort at localhost', () => {
  const registry = service({ type: 'NodePort', ports: [{ port: 5000, nodePort: 30338 }] });
  const uses = (object: object) => objects(registry, object).localhostNodePortUses.map(({ nodePort, resource }) => [nodePort, resource]);

  test.each<[string, object]>([
    ['an argument', pod({ hostNetwork: true, containers: [{ name: 'x', args: ['--registry=127.0.0.1:30338'] }] })],
    ['a variable', pod({ hostNetwork: true, containers: [{ name: 'x', env: [{ name: 'URL', value: 'http://localhost:30338/v2' }] }] })],
    ['an image', pod({ containers: [{ name: 'x', image: 'localhost:30338/app:1' }] })],
    ['a probe', pod({ containers: [{ name: 'x', livenessProbe: { httpGet: { host: '127.0.0.1', port: 30338 } } }] })],
    ['IPv6', pod({ hostNetwork: true, containers: [{ name: 'x', args: ['http://[::1]:30338'] }] })],
    ['an annotation of the pods', pod({ containers: [] }, { metadata: { name: 'p', namespace: 'ns', annotations: { registry: '127.0.0.1:30338' } } })],
  ])('%s', (_, object) => {
    expect(uses(object)).toEqual([[30338, 'Pod ns/p']]);
  });

  test('a mirror in a ConfigMap', () => {
    const toml = '[host."http://127.0.0.1:30338"]\n';
    expect(uses({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mirrors' }, data: { 'hosts.toml': toml } })).toEqual([[30338, 'ConfigMap mirrors']]);
  });

  test.each<[string, string, number]>([
    ['etc/containerd/certs.d/registry/hosts.toml', 'server = "https://registry"\n[host."http://127.0.0.1:30338"]\n', 2],
    ['etc/rancher/k3s/registries.yaml', 'mirrors:\n  docker.io:\n    endpoint:\n    - http://127.0.0.1:30338\n', 4],
    ['etc/docker/daemon.json', '{"registry-mirrors": ["http://localhost:30338"]}', 1],
  ])('a mirror in %s', (file, text, line) => {
    expect(declared({ 'a.yaml': stringify(registry), [file]: text }).workloads.localhostNodePortUses)
      .toMatchObject([{ resource: file, nodePort: 30338, location: { file, line } }]);
  });

  test.each([
    ['README.md', 'The registry is at localhost:30338.\n'],
    ['hosts.toml', '# [host."http://127.0.0.1:30338"]\n'],
    ['values.yaml', 'url: http://localhost:30338\n'],
  ])('not %s: %s', (file, text) => {
    expect(declared({ 'a.yaml': stringify(registry), [file]: text }).workloads.localhostNodePortUses).toEqual([]);
  });

  test.each<[string, object]>([
    ['what is the pod\'s own loopback', pod({ containers: [{ name: 'x', args: ['127.0.0.1:30338'], env: [{ name: 'URL', value: 'localhost:30338' }] }] })],
    ['another port', pod({ containers: [{ name: 'x', args: ['127.0.0.1:30339', '127.0.0.1:303389'] }] })],
    ['another address', pod({ containers: [{ name: 'x', args: ['192.0.2.1:30338', '1127.0.0.1:30338', 'mylocalhost:30338', 'db.localhost:30338'] }] })],
    ['a probe of the pod itself', pod({ containers: [{ name: 'x', livenessProbe: { httpGet: { port: 30338 } } }] })],
  ])('not %s', (_, object) => {
    expect(uses(object)).toEqual([]);
  });
});

describe('endpoints', () => {
  const container = { name: 'c', ports: [{ containerPort: 8080 }] };
  const workload = (kind: string, spec: object, more: object = {}) => ({
    apiVersion: 'apps/v1', kind, metadata: { name: 'w', ...more }, spec: { template: { spec: { containers: [container] } }, ...spec },
  });
  const hosting = { template: { spec: { hostNetwork: true, containers: [container] } } };

  test.each<[string, object, number]>([
    ['the replicas of a workload with ports', workload('Deployment', { replicas: 3 }), 3],
    ['one, where they are not stated', workload('StatefulSet', {}), 1],
    ['one for a DaemonSet', workload('DaemonSet', {}), 1],
    ['none without ports', workload('Deployment', { replicas: 3, template: { spec: { containers: [{ name: 'c' }] } } }), 0],
    ['none of what something else owns', workload('ReplicaSet', { replicas: 3 }, { ownerReferences: [{ kind: 'Deployment' }] }), 0],
    ['none for a Job', workload('Job', {}), 0],
    ['those of a workload that is read for other reasons', workload('Deployment', { replicas: 4, ...hosting }), 4],
    ['none for other kinds', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }, 0],
  ])('are %s', (_, object, endpoints) => {
    expect(objects(object, object).endpoints).toBe(2 * endpoints);
    expect(declared({ 'a.json': JSON.stringify(object) }).workloads.endpoints).toBe(endpoints);
  });
});
