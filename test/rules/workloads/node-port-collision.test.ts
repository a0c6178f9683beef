import { nodePortCollision } from '../../../src/rules/workloads/node-port-collision';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pools = [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.27.16' }];
const service = (name: string, spec: string) => `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: shop}\nspec: ${spec}\n`;
const files = (first: string, second: string) => ({ 'kube-proxy.yaml': ipvsConfigMap(), 'a.yaml': service('a', first), 'b.yaml': service('b', second) });
const NODE_PORT = '{type: NodePort, ports: [{port: 80, nodePort: 31000}]}';
const narrow = (range: string) => ({
  'kubeadm.yaml': `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\napiServer: {extraArgs: {service-node-port-range: ${range}}}\n`,
});

testRule(nodePortCollision, {
  valid: [
    { name: 'nobody has that NodePort', pools, files: files('{ports: [{port: 31001}]}', NODE_PORT) },
    { name: 'another protocol', pools, files: files('{ports: [{port: 31000, protocol: UDP}]}', NODE_PORT) },
    { name: 'port and NodePort of one Service', pools, files: files('{type: NodePort, ports: [{port: 31000, nodePort: 31000}]}', '{ports: [{port: 80}]}') },
    { name: 'headless', pools, files: files('{clusterIP: None, ports: [{port: 31000}]}', NODE_PORT) },
    {
      name: 'a Service port below the first of the range',
      pools,
      files: { ...files('{ports: [{port: 19999}]}', '{type: NodePort, ports: [{port: 80, nodePort: 19999}]}'), ...narrow('20000-22767') },
    },
    {
      name: 'a Service port above the last of the range',
      pools,
      files: { ...files('{ports: [{port: 22768}]}', '{type: NodePort, ports: [{port: 80, nodePort: 22768}]}'), ...narrow('20000-22767') },
    },
    { name: 'another mode', pools, files: { ...files('{ports: [{port: 31000}]}', NODE_PORT), 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
  ],
  invalid: [
    {
      name: 'a Service port that is the NodePort of another Service',
      pools,
      files: files('{ports: [{port: 31000}]}', NODE_PORT),
      findings: [{
        severity: 'warning', resource: 'Service shop/a', at: 'a.yaml:4', because: /in IPVS mode/, remedy: /outside the NodePort range/,
      }],
    },
    {
      name: 'several ports in one finding',
      pools,
      files: files('{ports: [{port: 31000}, {port: 31002}]}', '{type: NodePort, ports: [{port: 80, nodePort: 31000}, {port: 81, nodePort: 31002}]}'),
      findings: [{ severity: 'warning', because: /port 31000, .*, and port 31002, / }],
    },
    {
      name: 'the last port of the default range',
      pools,
      files: files('{ports: [{port: 32767}]}', '{type: NodePort, ports: [{port: 80, nodePort: 32767}]}'),
      findings: [{ severity: 'warning', message: /port 32767 / }],
    },
    {
      name: 'the last port of a range of the cluster',
      pools,
      files: { ...files('{ports: [{port: 22767}]}', '{type: NodePort, ports: [{port: 80, nodePort: 22767}]}'), ...narrow('20000-22767') },
      findings: [{ severity: 'warning', message: /port 22767 / }],
    },
    {
      name: 'the first port of a range of the cluster',
      pools,
      files: { ...files('{ports: [{port: 20000}]}', '{type: NodePort, ports: [{port: 80, nodePort: 20000}]}'), ...narrow('20000-22767') },
      findings: [{ severity: 'warning' }],
    },
  ],
});
