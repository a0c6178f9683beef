import { probeAddressInUse } from '../../../src/rules/workloads/probe-address-in-use';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string, more: object = {}) => ({ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, ...more });
const configMap = { 'kube-proxy.yaml': ipvsConfigMap() };
const service = (spec: string, more = '') => ({ ...configMap, 'web.yaml': `apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\nspec:\n  ports: [{port: 80}]\n  ${spec}\n${more}` });
const onNode = { interfaces: [{ name: 'eth1', addresses: ['198.51.100.0/31'] }] };
const metallb = (addresses: string) => `apiVersion: metallb.io/v1beta1\nkind: IPAddressPool\nmetadata: {name: lan, namespace: metallb-system}\nspec: {addresses: ${addresses}}\n`;

testRule(probeAddressInUse, {
  valid: [
    { name: 'another address of the range', pools: [pool('v1.27.0')], files: service('clusterIP: 198.51.100.1') },
    { name: 'a pool without it', pools: [pool('v1.27.0')], files: { ...configMap, 'pool.yaml': metallb('[198.51.100.1-198.51.100.9, 192.0.2.0/24]') } },
    { name: 'a pool that leaves out such addresses', pools: [pool('v1.27.0')], files: { ...configMap, 'pool.yaml': metallb('[198.51.100.0/24], avoidBuggyIPs: true') } },
    { name: 'before there was a probe', pools: [pool('v1.26.15', onNode)], files: service('clusterIP: 198.51.100.0') },
    { name: 'another mode', pools: [pool('v1.27.0', onNode)], files: { ...service('clusterIP: 198.51.100.0'), 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
  ],
  invalid: [
    {
      name: 'a cluster IP',
      pools: [pool('v1.27.0')],
      files: service('clusterIP: 198.51.100.0'),
      findings: [{
        severity: 'error', pool: undefined, resource: 'Service shop/web', at: 'web.yaml:6', because: /.*v1\.27\.0 makes a virtual server/, remedy: /documentation/,
      }],
    },
    { name: 'an external IP', pools: [pool('v1.30.4')], files: service('externalIPs: [198.51.100.0]'), findings: [{ severity: 'error', message: /external IP/ }] },
    { name: 'a load balancer IP', pools: [pool('v1.30.4')], files: service('loadBalancerIP: 198.51.100.0'), findings: [{ severity: 'error', message: /load balancer IP/ }] },
    {
      name: 'an address that a balancer gave',
      pools: [pool('v1.30.4')],
      files: service('type: LoadBalancer', 'status: {loadBalancer: {ingress: [{ip: 198.51.100.0}]}}\n'),
      findings: [{ severity: 'error', message: /load balancer IP/ }],
    },
    {
      name: 'a pool of MetalLB',
      pools: [pool('v1.30.4')],
      files: { ...configMap, 'pool.yaml': metallb('[192.0.2.0/24, 198.51.100.0/24]') },
      findings: [{
        severity: 'error', resource: 'IPAddressPool metallb-system/lan', at: 'pool.yaml:4', message: /gives Services the address 198\.51\.100\.0,/, because: /its range 198\.51\.100\.0\/24/, remedy: /avoidBuggyIPs: true/,
      }],
    },
    {
      name: 'an interface of the nodes',
      pools: [pool('v1.30.4', onNode), pool('v1.30.4', { name: 'more' })],
      files: configMap,
      findings: [{ severity: 'error', pool: 'all', message: /^pool all: interface eth1 has 198\.51\.100\.0,/ }],
    },
  ],
});
