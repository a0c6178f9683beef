import { loadBalancerIpShortCircuit } from '../../../src/rules/workloads/load-balancer-ip-short-circuit';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool as pool, service } from '../workload-inputs';

const PROXY_PROTOCOL = 'load-balancer.hetzner.cloud/uses-proxyprotocol: "true"';
const TLS = 'service.beta.kubernetes.io/do-loadbalancer-certificate-id: 7a1e';
const balancer = (...annotations: string[]) => service('ingress', '{type: LoadBalancer, ports: [{port: 443, nodePort: 30443}]}', ...annotations);
const published = (ingress: string) => `${balancer(PROXY_PROTOCOL)}status: {loadBalancer: {ingress: [${ingress}]}}\n`;
const files = (text: string, ...config: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(...config), 'ingress.yaml': text });

testRule(loadBalancerIpShortCircuit, {
  valid: [
    { name: 'a balancer that passes everything on', pools: [pool()], files: files(balancer()) },
    { name: 'PROXY protocol turned off', pools: [pool()], files: files(balancer('load-balancer.hetzner.cloud/uses-proxyprotocol: "false"')) },
    { name: 'ipMode Proxy', pools: [pool('v1.30.0')], files: files(published('{ip: 192.0.2.9, ipMode: Proxy}')) },
    { name: 'ipMode Proxy with the gate of 1.29', pools: [pool('v1.29.4')], files: files(published('{ip: 192.0.2.9, ipMode: Proxy}'), 'mode: ipvs', 'featureGates: {LoadBalancerIPMode: true}') },
    { name: 'published by host name', pools: [pool()], files: files(balancer(PROXY_PROTOCOL, 'load-balancer.hetzner.cloud/hostname: lb.example.com')) },
    { name: 'not of type LoadBalancer', pools: [pool()], files: files(service('ingress', '{type: NodePort, ports: [{port: 443}]}', PROXY_PROTOCOL)) },
    { name: 'iptables mode', pools: [pool()], files: files(balancer(PROXY_PROTOCOL), 'mode: iptables') },
  ],
  invalid: [
    {
      name: 'PROXY protocol',
      pools: [pool()],
      files: files(balancer(PROXY_PROTOCOL)),
      findings: [{
        severity: 'warning', pool: 'all', resource: 'Service apps/ingress', detail: 'Service/apps/ingress', at: 'ingress.yaml:7',
        because: /handles PROXY protocol \(load-balancer\.hetzner\.cloud\/uses-proxyprotocol\).*without the PROXY header/, remedy: /^Run kube-proxy v1\.30 or later/,
      }],
    },
    { name: 'TLS, with a kube-proxy that would heed ipMode', pools: [pool('v1.30.0')], files: files(balancer(TLS)), findings: [{ severity: 'warning', because: /handles TLS/, remedy: /^Let the cloud controller publish .* ipMode: Proxy/ }] },
    { name: 'ipMode VIP', pools: [pool('v1.32.0')], files: files(published('{ip: 192.0.2.9, ipMode: VIP}')), findings: [{ severity: 'warning' }] },
    { name: 'ipMode Proxy, not heeded yet', pools: [pool('v1.29.4')], files: files(published('{ip: 192.0.2.9, ipMode: Proxy}')), findings: [{ severity: 'warning', because: /does not heed ipMode: Proxy/ }] },
    { name: 'ipMode Proxy, its gate off', pools: [pool('v1.31.4')], files: files(published('{ip: 192.0.2.9, ipMode: Proxy}'), 'mode: ipvs', 'featureGates: {LoadBalancerIPMode: false}'), findings: [{ severity: 'warning' }] },
    { name: 'each Service, once for all pools', pools: [pool(), pool('v1.28.5', { name: 'more' })], files: files(`${balancer(PROXY_PROTOCOL)}---\n${balancer(TLS).replace('name: ingress', 'name: web')}`), findings: [{ severity: 'warning', pool: undefined }, { severity: 'warning', resource: 'Service apps/web' }] },
  ],
});
