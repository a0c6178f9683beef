import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { buildSync } from 'esbuild';
import { folderWith, IPVS_CONFIG_MAP, OLD_NODES } from './inputs';

const file = folderWith({ 'kube-proxy.yaml': IPVS_CONFIG_MAP, 'nodes.yaml': OLD_NODES });
const main = path.join(path.dirname(file('nodes.yaml')), 'main.js');
const command = `'${process.execPath}' '${main}'`;
const check = `${command} check '${file('kube-proxy.yaml')}' --nodes '${file('nodes.yaml')}'`;

// Compiled once, not by each of the processes; it finds the files of the package from where its sources are.
beforeAll(() => {
  const folder = path.join(__dirname, '../../src/cli');
  buildSync({
    entryPoints: [path.join(folder, 'main.ts')], outfile: main, bundle: true, platform: 'node', define: { __dirname: JSON.stringify(folder) }, logLevel: 'error',
  });
});

function shell(script: string): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: path.join(__dirname, '../..'), encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

it.each([
  ['prints the version', `${command} --version`, { code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' }],
  ['reads standard input', `${check.replace(/'[^']*kube-proxy\.yaml'/, '-')} < '${file('kube-proxy.yaml')}'`,
    { code: 1, stdout: expect.stringContaining('stale-real-server[old]'), stderr: '' }],
  ['ends as it would when nobody reads the report', `${check} --format html | true; exit \${PIPESTATUS[0]}`, { code: 1, stdout: '', stderr: '' }],
  ['says when the report cannot be written', `${check} > /dev/full`,
    { code: 2, stdout: '', stderr: expect.stringMatching(/^kube-proxy-kit: cannot write to standard output: ENOSPC.*\n$/) }],
])('%s', (_, script, expected) => {
  expect(shell(script)).toEqual(expected);
});
