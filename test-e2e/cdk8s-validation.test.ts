import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

const root = path.join(__dirname, '..');
const cdk8s = path.join(root, 'node_modules/cdk8s-cli/bin/cdk8s');

/** A cdk8s project as docs/ci/cdk8s.yaml shows it, with an app that sets IPVS mode by a bare ApiObject. */
const APP = `const { ApiObject, App, Chart } = require('cdk8s');
const app = new App();
const configuration = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\\nkind: KubeProxyConfiguration\\nmode: ipvs\\n';
new ApiObject(new Chart(app, 'network'), 'kube-proxy', {
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-proxy', namespace: 'kube-system' }, data: { 'config.conf': configuration },
});
app.synth();
`;

const NODES = {
  old: '- {pool: old, kernelVersion: 4.15.0-58-generic, kubeProxyVersion: v1.28.5, osImage: Ubuntu 18.04.3 LTS}',
  sound: '- {pool: sound, kernelVersion: 5.15.0-91-generic, kubeProxyVersion: v1.28.5, osImage: Ubuntu 22.04.3 LTS}',
};

interface Synthesised {
  readonly code: number | null;
  readonly output: string;
  readonly violations: readonly { readonly ruleName: string; readonly violatingConstructs: readonly { readonly constructPath?: string }[] }[];
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kube-proxy-kit-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(root, path.join(folder, 'node_modules/kube-proxy-kit'));
  for (const name of ['cdk8s', 'constructs']) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  writeFileSync(path.join(folder, 'main.js'), APP);
});

afterEach(() => rmSync(folder, { recursive: true }));

function synth(nodes: readonly string[], properties: Readonly<Record<string, string>> = {}): Synthesised {
  const plugin = readFileSync(path.join(root, 'docs/ci/cdk8s.yaml'), 'utf8').replace(/^app: .*$/m, 'app: node main.js').replace(/ {4}properties:[^]*$/, '');
  const given = { nodes: 'nodes.yaml', ...properties };
  writeFileSync(path.join(folder, 'cdk8s.yaml'), `${plugin}    properties: ${JSON.stringify(given)}\n`);
  writeFileSync(path.join(folder, 'nodes.yaml'), `nodes:\n${nodes.join('\n')}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [cdk8s, 'synth', '--validation-reports-output-file', 'reports.json'], {
    cwd: folder, encoding: 'utf8', env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false' },
  });
  const { reports } = JSON.parse(readFileSync(path.join(folder, 'reports.json'), 'utf8'));
  return { code: status, output: stdout + stderr, violations: reports[0].violations };
}

it('lets a safe app through', () => {
  const { code, output, violations } = synth([NODES.sound]);
  expect(violations).toEqual([]);
  expect(output).toContain('Validations ended succesfully');
  expect(code).toBe(0);
});

it('fails an unsafe app, names the construct and says how to fix it', () => {
  const { code, output, violations } = synth([NODES.old, NODES.sound]);
  expect(violations).toEqual([expect.objectContaining({ ruleName: 'stale-real-server[old] (error)' })]);
  expect(violations[0].violatingConstructs[0].constructPath).toBe('network/kube-proxy');
  expect(output).toMatch(/How to fix:\s+- /);
  expect(output).not.toMatch(/^ {4}at /m);
  expect(code).toBe(2);
});

it('reports findings that do not count, and lets the app through', () => {
  const { code, violations } = synth([NODES.old], { failOn: 'never' });
  expect(violations).toHaveLength(1);
  expect(code).toBe(0);
});

it('says without a stack what is wrong with its properties', () => {
  const { code, output } = synth([NODES.sound], { failOm: 'never' });
  expect(output).toContain('failOm is not a property; allowed: nodes, kubernetesVersion, ack, failOn');
  expect(output).not.toMatch(/^ {4}at /m);
  expect(code).toBe(2);
});
