import { externalIpIsNodeAddress } from '../../../src/rules/workloads/external-ip-is-node-address';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool, service } from '../workload-inputs';

const interfaces = (...addresses: string[]) => [{ name: 'lo', addresses: ['127.0.0.1'] }, { name: 'ens192', addresses }];
const pool = (...addresses: string[]) => linuxPool('v1.30.5', { interfaces: interfaces(...addresses) });
const external = (...addresses: string[]) => service('ingress', `{externalIPs: [${addresses.join(', ')}], ports: [{port: 80}]}`);
const balanced = (ip: string, more = '') => `${service('ingress', '{type: LoadBalancer, ports: [{port: 80}]}')}status: {loadBalancer: {ingress: [{ip: ${ip}${more}}]}}\n`;
const files = (text: string, ...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(...(lines.length > 0 ? lines : ['mode: ipvs'])), 'service.yaml': text });
const node = (name: string, address: string) => `apiVersion: v1
kind: Node
metadata: {name: ${name}}
status:
  addresses: [{type: InternalIP, address: ${address}}, {type: ExternalIP, address: 203.0.113.9}, {type: Hostname, address: ${name}}]
  nodeInfo: {kernelVersion: 5.15.0-91-generic, osImage: Ubuntu 22.04.3 LTS, kubeletVersion: v1.30.5, operatingSystem: linux}
`;
const nodes = (...addresses: string[]) => ({ 'nodes.yaml': addresses.map((address, index) => node(`n${index}`, address)).join('---\n') });

testRule(externalIpIsNodeAddress, {
  valid: [
    { name: 'an address of nobody', pools: [pool('192.0.2.21')], files: files(external('192.0.2.50')) },
    { name: 'iptables mode', pools: [pool('192.0.2.21')], files: files(external('192.0.2.21'), 'mode: iptables') },
    { name: 'addresses of the nodes are not known', pools: [linuxPool('v1.30.5')], files: files(external('192.0.2.21')) },
    { name: 'the address of a Service, on the interface of IPVS', pools: [linuxPool('v1.30.5', { interfaces: [{ name: 'kube-ipvs0', addresses: ['192.0.2.50/32'] }] })], files: files(external('192.0.2.50')) },
    { name: 'a virtual address beside that of the network', pools: [pool('192.0.2.21/24', '192.0.2.50/32')], files: files(external('192.0.2.50')) },
    { name: 'a cluster of one node', pools: [linuxPool('v1.30.5', { count: 1, interfaces: interfaces('192.0.2.21') })], files: files(external('192.0.2.21')) },
    { name: 'ipMode Proxy', pools: [pool('192.0.2.21')], files: files(balanced('192.0.2.21', ', ipMode: Proxy')) },
    { name: 'externalIPs are switched off', pools: [linuxPool('v1.36.3', { interfaces: interfaces('192.0.2.21') })], files: files(external('192.0.2.21'), 'mode: ipvs', 'featureGates: {AllowServiceExternalIPs: false}') },
    { name: 'the external address of Node objects', files: { ...nodes('192.0.2.21', '192.0.2.22'), ...files(external('203.0.113.9')) } },
    { name: 'no address at all', pools: [pool('192.0.2.21')], files: files(external('node.example')) },
  ],
  invalid: [
    {
      name: 'externalIPs with the address of an interface',
      pools: [pool('192.0.2.21')],
      files: files(external('192.0.2.50', '192.0.2.21')),
      findings: [{
        severity: 'error', pool: 'all', resource: 'Service apps/ingress', detail: 'Service/apps/ingress', at: 'service.yaml:7',
        message: /^Service apps\/ingress: externalIPs include 192\.0\.2\.21, an address of a node of pool all$/, remedy: /MetalLB or kube-vip/,
      }],
    },
    { name: 'one that a cloud gives without its network', pools: [pool('192.0.2.21/32')], files: files(external('192.0.2.21')), findings: [{ severity: 'error' }] },
    { name: 'IPv6 in another spelling', pools: [pool('2001:db8::21/64')], files: files(external('"2001:DB8:0::0021"')), findings: [{ severity: 'error' }] },
    { name: 'the address of a load balancer', pools: [pool('192.0.2.21')], files: files(balanced('192.0.2.21')), findings: [{ severity: 'error', message: /the load balancer addresses include/ }] },
    { name: 'ipMode Proxy in a release that does not heed it', pools: [linuxPool('v1.28.5', { interfaces: interfaces('192.0.2.21') })], files: files(balanced('192.0.2.21', ', ipMode: Proxy')), findings: [{ severity: 'error' }] },
    { name: 'Node objects', files: { ...nodes('192.0.2.21', '192.0.2.22'), ...files(external('192.0.2.22')) }, findings: [{ severity: 'error', pool: 'linux-5.15.0-91-generic' }] },
    {
      name: 'nodes of another pool, in another mode',
      pools: [linuxPool('v1.30.5'), linuxPool('v1.30.5', { name: 'control', interfaces: interfaces('192.0.2.10') })],
      files: files(external('192.0.2.10')),
      findings: [{ severity: 'error', pool: 'control' }],
    },
  ],
});
