import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Benchmark, nodeProcess, wallRatio } from './benchmark';
import { madeUpManifests } from './inputs/manifests';
import { inTemporaryFolder } from './inputs/temporary-folder';

const cli = path.join(__dirname, '../lib/cli/main.js');
const jsYaml = require.resolve('js-yaml');

const benchmarks: Benchmark[] = [
  {
    name: 'check of 2,000 manifests, against js-yaml parsing them',
    budget: 3,
    measure: () => inTemporaryFolder(async (folder) => {
      const file = path.join(folder, 'manifests.yaml');
      fs.writeFileSync(file, madeUpManifests(2000));
      return wallRatio(
        nodeProcess(cli, 'check', file, '--fail-on', 'never'),
        nodeProcess('-e', `require(${JSON.stringify(jsYaml)}).loadAll(fs.readFileSync(${JSON.stringify(file)}, 'utf8'))`),
        7,
      );
    }),
  },
];

export default benchmarks;
