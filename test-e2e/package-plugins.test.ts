/** What is installed from the packed package for Pulumi as its pages say, started as Pulumi's language host starts it. */
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as grpc from '@grpc/grpc-js';
import { ruleCatalogue } from '../src';
import { PackedProject, root } from './packed-package';

const PEERS = ['@pulumi/pulumi', '@pulumi/kubernetes', '@pulumi/policy'];

let project: PackedProject;
beforeAll(() => { project = new PackedProject([...PEERS, '@types/node', 'typescript']); });
afterAll(() => project.remove());

/** Starts a program that prints the port at which it answers, and asks it; empty messages go as they are. */
async function answerOf(method: string, runner: string, args: readonly string[], folder: string): Promise<string> {
  const program = spawn(process.execPath, [path.join(root, 'node_modules/@pulumi/pulumi/cmd', runner), ...args], { cwd: path.join(project.folder, folder) });
  let printed = '';
  let complained = '';
  program.stderr.on('data', (text) => { complained += text; });
  try {
    const port = await new Promise<string>((resolve, reject) => {
      program.stdout.on('data', (text) => {
        printed += text;
        const [line] = /^\d+(?=\n)/m.exec(printed) ?? [];
        if (line !== undefined) {
          resolve(line);
        }
      });
      program.on('exit', () => reject(new Error(`${runner} ended: ${printed}${complained}`)));
    });
    const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    try {
      return await new Promise<string>((resolve, reject) => client.makeUnaryRequest(
        method, () => Buffer.alloc(0), (bytes: Buffer) => bytes.toString('utf8'), {}, (error, answer) => (error ? reject(error) : resolve(answer!))));
    } finally {
      client.close();
    }
  } finally {
    program.kill();
  }
}

/** The lines of the first block of shell in a section of a page, without their comments. */
function commandsOf(page: string, heading: string): string[] {
  const [, section] = fs.readFileSync(path.join(root, page), 'utf8').split(`\n## ${heading}\n`);
  return /^```sh\n([^]*?)^```/m.exec(section)![1].trim().split('\n').map((line) => line.replace(/ +#.*$/, ''));
}

it('the plugin: installed as its page says, it gives the schema that is committed', async () => {
  const [pack, unpack, install, add] = commandsOf('docs/pulumi.md', 'Python, Go and YAML');
  expect(pack).toBe('npm pack kube-proxy-kit');
  expect(project.run('sh', ['-c', unpack])).toEqual({ status: 0, output: '' });
  expect(install).toBe(`npm install --prefix plugin ./${project.tarball}`);
  project.install('plugin', `../${project.tarball}`, ...['@pulumi/pulumi', '@pulumi/kubernetes'].map((name) => path.join(root, 'node_modules', name)));
  expect(add).toBe('pulumi package add ./plugin');
  const schema = await answerOf('/pulumirpc.ResourceProvider/GetSchema', 'run-plugin', [path.join(project.folder, 'plugin'), '127.0.0.1:1'], 'plugin');
  expect(JSON.parse(schema.slice(schema.indexOf('{')))).toEqual(JSON.parse(fs.readFileSync(path.join(root, 'plugin/schema.json'), 'utf8')));
});

it('the policy pack: has a policy for each rule', async () => {
  const [, preview] = commandsOf('docs/pulumi.md', 'Checking other stacks: the policy pack');
  const [, pack] = /--policy-pack (\S+)/.exec(preview)!;
  const info = await answerOf('/pulumirpc.Analyzer/GetAnalyzerInfo', 'run-policy-pack', ['127.0.0.1:1', path.join(project.folder, pack)], pack);
  const rules = ruleCatalogue().filter(({ severities }) => severities.some((severity) => severity !== 'info')).map(({ id }) => id);
  expect(rules.filter((id) => !info.includes(id))).toEqual([]);
});
