import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const root = path.join(__dirname, '..');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-synth-'));
afterAll(() => fs.rmSync(work, { recursive: true, force: true }));

const { devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
const needed = ['cdk8s', 'cdk8s-cli', 'constructs', 'ts-node', 'tsx', 'typescript', '@types/node'];

/** A project of a user, with the package as it would be published. */
function project(name: string, kind: 'commonjs' | 'module', app: string): string {
  const folder = path.join(work, name);
  fs.mkdirSync(folder);
  const tarball = path.join(work, fs.readdirSync(work).find((file) => file.endsWith('.tgz'))!);
  const dependencies = { 'kube-proxy-kit': `file:${tarball}`, ...Object.fromEntries(needed.map((dependency) => [dependency, devDependencies[dependency]])) };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, private: true, type: kind, dependencies }));
  // As `cdk8s init` writes them.
  fs.writeFileSync(path.join(folder, 'cdk8s.yaml'), `language: typescript\napp: ${app}\n`);
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: kind === 'commonjs'
      ? { target: 'ES2020', module: 'CommonJS', moduleResolution: 'node10', strict: true, types: ['node'], esModuleInterop: true }
      : { target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler', strict: true, types: ['node'] },
  }));
  for (const example of ['pools', 'mixed-cluster', 'naive-cluster']) {
    fs.copyFileSync(path.join(root, 'examples', `${example}.ts`), path.join(folder, `${example}.ts`));
  }
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts');
  return folder;
}

function program(folder: string, chart: string, ...args: string[]): void {
  const file = chart.replace(/[A-Z]/g, (letter, at) => `${at ? '-' : ''}${letter.toLowerCase()}`);
  fs.writeFileSync(path.join(folder, 'main.ts'), [
    "import { App } from 'cdk8s';",
    `import { ${chart} } from './${file}';`,
    '',
    'const app = new App();',
    `new ${chart}(app, '${file}'${args.map((arg) => `, '${arg}'`).join('')});`,
    'app.synth();',
    '',
  ].join('\n'));
}

function run(cwd: string, command: string, ...args: string[]): SpawnSyncReturns<string> {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false', NO_COLOR: '1' } });
  if (result.error) {
    throw result.error;
  }
  return result;
}

beforeAll(() => {
  const packed = run(root, 'npm', 'pack', '--pack-destination', work);
  if (packed.status !== 0) {
    throw new Error(packed.stderr);
  }
});

describe.each([
  ['CommonJS with ts-node', 'commonjs', 'npx ts-node main.ts'],
  ['ESM with tsx', 'module', 'npx tsx main.ts'],
] as const)('cdk8s synth in a project of %s', (_, kind, app) => {
  let folder: string;
  beforeAll(() => { folder = project(kind, kind, app); });

  it('writes the manifests of the mixed cluster', () => {
    program(folder, 'MixedCluster', 'v1.27.4');
    const { status, stderr } = run(folder, 'npx', 'cdk8s', 'synth');
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const manifest = fs.readFileSync(path.join(folder, 'dist', 'mixed-cluster.k8s.yaml'), 'utf8');
    expect(manifest.match(/^kind: DaemonSet$/gm)).toHaveLength(5);
  });

  it('refuses the naive cluster with findings that read well, and writes nothing', () => {
    program(folder, 'NaiveCluster');
    const { status, stdout, stderr } = run(folder, 'npx', 'cdk8s', 'synth');
    expect(status).not.toBe(0);
    const said = stdout + stderr;
    expect(said).toMatch(/\[naive-cluster\/kube-proxy\/config\] error syn-drop-delay\[euleros-2-5\]: .+\n +Why: .+\n +- /);
    expect(said).toMatch(/\[naive-cluster\/kube-proxy\/config\] error stale-real-server\[euleros-2-9-h541\]: /);
    expect(said).toMatch(/warning kernel-fixes-unknown\[euleros-2-9-h998\]: /);
    expect(said).not.toMatch(/(error|warning) [a-z-]+\[(hce-2-0|ubuntu-22-04)\]/);
    expect(fs.existsSync(path.join(folder, 'dist', 'naive-cluster.k8s.yaml'))).toBe(false);
  });

  it('type-checks, library files included, with nothing of Pulumi', () => {
    expect(fs.existsSync(path.join(folder, 'node_modules', '@pulumi'))).toBe(false);
    expect(run(folder, 'npx', 'tsc', '--noEmit', '-p', '.').stdout).toBe('');
  });
});
