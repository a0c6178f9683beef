import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { type Benchmark, nodeProcess, wallRatio } from './benchmark';
import { writeNodeList } from './inputs/node-list';
import { inTemporaryFolder } from './inputs/temporary-folder';

const cli = path.join(__dirname, '../lib/cli/main.js');
const check = (nodes: string) => [cli, 'check', '--nodes', nodes, '--fail-on', 'never', '--allow-empty'];

/** The list of that many nodes, for a piece of work. */
function withNodeList<T>(nodes: number, work: (file: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder((folder) => {
    const file = path.join(folder, 'nodes.json');
    writeNodeList(file, nodes);
    return work(file);
  });
}

const benchmarks: Benchmark[] = [
  {
    name: 'check of 5,000 nodes in JSON, against JSON.parse of the file',
    budget: 1.3,
    measure: () => withNodeList(5000, (file) => wallRatio(
      nodeProcess(...check(file)),
      nodeProcess('-e', `JSON.parse(fs.readFileSync(${JSON.stringify(file)}, 'utf8'))`),
      7,
    )),
  },
  {
    name: 'peak memory of a check of 20,000 nodes in JSON, against 150 MB',
    budget: 1,
    measure: () => withNodeList(20_000, async (file) => {
      const peak = peakMemory(...check(file));
      return { ratio: peak / 150, detail: `${peak.toFixed(0)} MB` };
    }),
  },
  {
    name: 'check of 20,000 nodes in JSON, against four times 5,000',
    budget: 1.2,
    measure: () => withNodeList(5000, (few) => withNodeList(20_000, async (many) => {
      const { ratio, detail } = await wallRatio(nodeProcess(...check(many)), nodeProcess(...check(few)), 3);
      return { ratio: ratio / 4, detail };
    })),
  },
];

export default benchmarks;

/** In MB, of a node process with these arguments. */
function peakMemory(...args: string[]): number {
  const report = 'data:text/javascript,process.on("exit", () => process.stderr.write("\\npeak=" + process.resourceUsage().maxRSS))';
  const { stderr } = spawnSync(process.execPath, ['--import', report, ...args], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  const peak = /peak=(\d+)/.exec(stderr)?.[1];
  if (peak === undefined) {
    throw new Error(`node ${args.join(' ')} ended without telling its memory: ${stderr.trim()}`);
  }
  return Number(peak) / 1024;
}
