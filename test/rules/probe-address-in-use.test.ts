import { probeAddressInUse } from '../../src/rules/probe-address-in-use';
import { ipvsConfigMap } from './inputs';
import { testRule } from './rule-tester';

const pool = (kubeProxyVersion: string, more: object = {}) => ({ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, ...more });
const configMap = { 'kube-proxy.yaml': ipvsConfigMap() };
const service = (spec: string, more = '') => ({ ...configMap, 'web.yaml': `apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\nspec:\n  ports: [{port: 80}]\n  ${spec}\n${more}` });
const onNode = { interfaces: [{ name: 'eth1', addresses: ['198.51.100.0/31'] }] };

testRule(probeAddressInUse, {
  valid: [
    { name: 'another address of the range', pools: [pool('v1.27.0')], files: service('clusterIP: 198.51.100.1') },
    { name: 'before there was a probe', pools: [pool('v1.26.15', onNode)], files: service('clusterIP: 198.51.100.0') },
    { name: 'another mode', pools: [pool('v1.27.0', onNode)], files: { ...service('clusterIP: 198.51.100.0'), 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
  ],
  invalid: [
    {
      name: 'a cluster IP',
      pools: [pool('v1.27.0')],
      files: service('clusterIP: 198.51.100.0'),
      findings: [{
        severity: 'error', pool: undefined, resource: 'Service shop/web', at: 'web.yaml:6', message: /^Service shop\/web has the cluster IP 198\.51\.100\.0: .*v1\.27\.0 makes a virtual server/, remedy: /documentation/,
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
      name: 'an interface of the nodes',
      pools: [pool('v1.30.4', onNode), pool('v1.30.4', { name: 'more' })],
      files: configMap,
      findings: [{ severity: 'error', pool: 'all', message: /^pool all: interface eth1 has the address/ }],
    },
  ],
});
