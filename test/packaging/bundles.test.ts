import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { buildSync, type Format } from 'esbuild';

// A bundler and a program of their own, on a busy machine.
jest.setTimeout(60_000);

const ROOT = path.join(__dirname, '../..');

const CORE = `
import { assess, declarationOf } from './src/index';
const text = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\\nkind: KubeProxyConfiguration\\nmode: [\\n';
const { findings } = assess(declarationOf({ texts: [{ file: 'config.yaml', text }] }));
console.log(findings.map(({ rule }) => rule).join(' '));
`;

const CDK8S = `
import { App, Chart } from 'cdk8s';
import { defineCluster } from './src/index';
import { ModuleLoader } from './src/cdk8s/index';
const app = new App();
const cluster = defineCluster({
  kubernetesVersion: 'v1.31.2',
  nodePools: [{ name: 'workers', kernelVersion: '5.15.0-91-generic', operatingSystem: 'linux', osImage: 'Ubuntu 22.04.3 LTS' }],
});
new ModuleLoader(new Chart(app, 'chart'), 'modules', { cluster, configuration: { mode: 'ipvs' } });
console.log(app.synthYaml());
`;

/** What a program prints once it is one file, in a folder that has nothing else. */
function printed(program: string, format: Format): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bundle-'));
  try {
    const file = path.join(folder, format === 'esm' ? 'program.mjs' : 'program.cjs');
    buildSync({
      stdin: { contents: program, resolveDir: ROOT, loader: 'ts' },
      outfile: file, bundle: true, platform: 'node', target: 'node20', format, logLevel: 'silent',
      // Packages in CommonJS ask for the modules of Node by `require`, which a module of ECMAScript has to make.
      banner: format === 'esm' ? { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" } : {},
    });
    const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

describe.each<Format>(['cjs', 'esm'])('a program in one file (%s)', (format) => {
  it('judges', () => {
    expect(printed(CORE, format)).toBe('input-unreadable\n');
  });

  it('has the scripts of the constructs in it', () => {
    const manifests = printed(CDK8S, format);
    expect(manifests).toContain('kind: DaemonSet');
    expect(manifests).toContain('# Loads kernel modules with the node');
  });
});
