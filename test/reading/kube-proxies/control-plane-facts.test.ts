import { declared } from '../declared';

const pod = (component: string, args: readonly string[]) => JSON.stringify({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: `${component}-node-1`, namespace: 'kube-system' },
  spec: { containers: [{ name: component, image: `registry.k8s.io/${component}:v1.29.4`, command: [component, ...args] }] },
});

test.each<[string, string, readonly string[], object]>([
  ['the range of NodePorts', 'kube-apiserver', ['--service-node-port-range=20000-20999', '--service-node-port-range=30000-30999'], { nodePortRange: [30000, 30999] }],
  ['the addresses of Services', 'kube-apiserver', ['--service-cluster-ip-range=10.1.0.0/16', '--service-cluster-ip-range=10.2.0.0/16'], { serviceCidrs: ['10.2.0.0/16'] }],
  ['the addresses of pods', 'kube-controller-manager', ['--cluster-cidr=10.3.0.0/16', '--cluster-cidr=10.4.0.0/16'], { podCidrs: ['10.4.0.0/16'] }],
])('of several flags for %s the last counts', (_, component, args, network) => {
  expect(declared({ 'pod.json': pod(component, args) }).cluster.network).toMatchObject(network);
});
