import { udpStaleEndpoint } from '../../../src/rules/sysctls/udp-stale-endpoint';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const service = (spec: string) => `apiVersion: v1\nkind: Service\nmetadata: {name: dns, namespace: net}\nspec: ${spec}\n`;
const files = { 'kube-proxy.yaml': ipvsConfigMap(), 'dns.yaml': service('{ports: [{name: dns, port: 53, protocol: UDP}]}') };
const pool = (kubeProxyVersion: string) => [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion }];

testRule(udpStaleEndpoint, {
  valid: [
    { name: 'the first release of the 1.14 line without the fault', pools: pool('v1.14.4'), files },
    { name: 'a recent release', pools: pool('v1.30.4'), files },
    { name: 'before graceful termination', pools: pool('v1.12.1'), files },
    { name: 'TCP only', pools: pool('v1.14.3'), files: { ...files, 'dns.yaml': service('{ports: [{port: 53}]}') } },
    { name: 'headless', pools: pool('v1.14.3'), files: { ...files, 'dns.yaml': service('{clusterIP: None, ports: [{port: 53, protocol: UDP}]}') } },
    { name: 'iptables mode', pools: pool('v1.14.3'), files: { ...files, 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
  ],
  invalid: [
    {
      name: 'the last release of the 1.14 line with the fault',
      pools: pool('v1.14.3'),
      files,
      findings: [{
        severity: 'warning', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy',
        message: /^ConfigMap kube-system\/kube-proxy: kube-proxy v1\.14\.3 keeps sending UDP/, because: /^in IPVS mode graceful termination keeps a removed UDP server .*UDP Services: net\/dns$/, remedy: /v1\.14\.4/,
      }],
    },
    {
      name: 'once for all pools of one kube-proxy',
      pools: [...pool('v1.15.0'), { ...pool('v1.15.0')[0], name: 'more' }],
      files,
      findings: [{ severity: 'warning', pool: undefined, message: /v1\.15\.0 keeps sending UDP/ }],
    },
  ],
});
