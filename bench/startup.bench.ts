import * as fs from 'node:fs';
import * as path from 'node:path';
import { Benchmark, nodeProcess, wallRatio } from './benchmark';
import { inTemporaryFolder } from './inputs/temporary-folder';

const lib = path.join(__dirname, '../lib');
const bareNode = nodeProcess('-e', '0');

const benchmarks: Benchmark[] = [
  {
    name: 'kube-proxy-kit --version, against node -e 0',
    budget: 2.0,
    measure: () => wallRatio(nodeProcess(path.join(lib, 'cli/main.js'), '--version'), bareNode),
  },
  {
    name: 'check of one small file, against node -e 0',
    budget: 2.5,
    measure: () => inTemporaryFolder(async (folder) => {
      const file = path.join(folder, 'config.yaml');
      fs.writeFileSync(file, 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n');
      return wallRatio(nodeProcess(path.join(lib, 'cli/main.js'), 'check', file), bareNode);
    }),
  },
  {
    name: 'importing the core, against node -e 0',
    budget: 1.6,
    measure: () => wallRatio(nodeProcess('-e', `require(${JSON.stringify(path.join(lib, 'index.js'))})`), bareNode),
  },
];

export default benchmarks;
