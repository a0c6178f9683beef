import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { folderWith, IPVS_CONFIG_MAP, OLD_NODES } from './inputs';

const file = folderWith({ 'kube-proxy.yaml': IPVS_CONFIG_MAP, 'nodes.yaml': OLD_NODES });
const command = `'${process.execPath}' --import tsx '${path.join(__dirname, '../../src/cli/main.ts')}'`;
const check = `${command} check '${file('kube-proxy.yaml')}' --nodes '${file('nodes.yaml')}'`;

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
