import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { type Benchmark, nodeProcess, wallRatio } from './benchmark';
import { writeNodeList } from './inputs/node-list';
import { inTemporaryFolder } from './inputs/temporary-folder';

const cli = path.join(__dirname, '../lib/cli/main.js');
const POOLS = 50;

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata: {name: kube-proxy, namespace: kube-system}
data:
  config.conf: |
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    kind: KubeProxyConfiguration
    mode: ipvs
`;

/** Pools that differ in kernel and size. */
const INVENTORY = `kubernetesVersion: v1.26.9\nnodes:\n${Array.from({ length: POOLS }, (_, index) =>
  `- {pool: pool-${index}, count: ${index + 1}, kernelVersion: ${index % 2 === 0 ? '4.15.0' : '5.15.0'}-${50 + index}-generic, kubeProxyVersion: v1.26.9, osImage: Ubuntu}\n`).join('')}`;

const benchmarks: Benchmark[] = [
  {
    name: 'plan of 50 pools over 15 releases, against 20 checks',
    budget: 1,
    measure: () => inTemporaryFolder(async (folder) => {
      const [manifest, nodes] = [path.join(folder, 'kube-proxy.yaml'), path.join(folder, 'nodes.yaml')];
      writeFileSync(manifest, CONFIG_MAP);
      writeFileSync(nodes, INVENTORY);
      const { ratio, detail } = await wallRatio(
        nodeProcess(cli, 'plan', manifest, '--nodes', nodes, '--to', '1.40'), nodeProcess(cli, 'check', manifest, '--nodes', nodes, '--fail-on', 'never'), 5,
      );
      return { ratio: ratio / 20, detail: `${detail}; ${(ratio).toFixed(1)} checks` };
    }),
  },
  {
    name: 'plan of 5,000 nodes over 15 releases, against 20 checks',
    budget: 1,
    measure: () => inTemporaryFolder(async (folder) => {
      const [manifest, nodes] = [path.join(folder, 'kube-proxy.yaml'), path.join(folder, 'nodes.json')];
      writeFileSync(manifest, CONFIG_MAP);
      writeNodeList(nodes, 5000);
      const { ratio, detail } = await wallRatio(
        nodeProcess(cli, 'plan', manifest, '--nodes', nodes, '--from', '1.26', '--to', '1.40'),
        nodeProcess(cli, 'check', manifest, '--nodes', nodes, '--fail-on', 'never'), 3,
      );
      return { ratio: ratio / 20, detail: `${detail}; ${(ratio).toFixed(1)} checks` };
    }),
  },
];

export default benchmarks;
