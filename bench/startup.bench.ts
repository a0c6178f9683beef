import * as path from 'node:path';
import { Benchmark, nodeProcess, wallRatio } from './benchmark';

const lib = path.join(__dirname, '../lib');
const bareNode = nodeProcess('-e', '0');

const benchmarks: Benchmark[] = [
  {
    name: 'kube-proxy-kit --version, against node -e 0',
    budget: 2.0,
    measure: () => wallRatio(nodeProcess(path.join(lib, 'cli/main.js'), '--version'), bareNode),
  },
  {
    name: 'importing the core, against node -e 0',
    budget: 1.6,
    measure: () => wallRatio(nodeProcess('-e', `require(${JSON.stringify(path.join(lib, 'index.js'))})`), bareNode),
  },
];

export default benchmarks;
