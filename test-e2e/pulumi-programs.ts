import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { cachePath } from '../lab/host/cache';

export const root = path.join(__dirname, '..');
/** Where e2e/pulumi/build.sh puts the programs. */
const bin = cachePath('pulumi', 'bin');
/** The release of @pulumi/kubernetes that the provider built from its module belongs to. */
const KUBERNETES_SDK = '4.25.0';

/** A resource in the state of a stack. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly parent?: string;
  readonly provider?: string;
  readonly protect?: boolean;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** A project of a user with the package as it would be published, and stacks in a backend of its own. */
export class PulumiProject {
  public readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-pulumi-'));

  /** Installs the packed package and what a Pulumi program needs, and nothing of cdk8s. */
  public constructor() {
    const packed = this.run(root, 'npm', ['pack', '--pack-destination', this.folder]);
    if (packed.status !== 0) {
      throw new Error(packed.output);
    }
    const tarball = fs.readdirSync(this.folder).find((file) => file.endsWith('.tgz'))!;
    const { devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
    this.write('package.json', JSON.stringify({
      name: 'pulumi-project', private: true,
      dependencies: {
        'kube-proxy-kit': `file:${tarball}`, '@pulumi/kubernetes': KUBERNETES_SDK,
        ...Object.fromEntries(['@pulumi/pulumi', '@pulumi/policy', 'typescript', '@types/node'].map((name) => [name, devDependencies[name]])),
      },
    }));
    this.write('tsconfig.json', JSON.stringify({
      compilerOptions: { target: 'ES2022', module: 'node16', moduleResolution: 'node16', strict: true, skipLibCheck: true, noEmit: true, types: ['node'] },
      include: ['**/*.ts'],
    }));
    this.copy('examples/pools.ts', 'examples/pulumi', 'plugin');
    const installed = this.run(this.folder, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']);
    if (installed.status !== 0) {
      throw new Error(installed.output);
    }
  }

  public remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** Copies files and folders of the repository to the same place in the project. */
  public copy(...names: string[]): void {
    names.forEach((name) => fs.cpSync(path.join(root, name), path.join(this.folder, name), { recursive: true }));
  }

  public write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return file;
  }

  /** Writes a program in TypeScript, which is a Pulumi project of its own. */
  public program(name: string, text: string): string {
    this.write(`${name}/Pulumi.yaml`, `name: ${name}\nruntime: nodejs\n`);
    this.write(`${name}/index.ts`, text);
    return name;
  }

  /** Runs `pulumi` in a folder of the project, on its stack `dev`. */
  public pulumi(folder: string, ...args: string[]): Ran {
    const cwd = path.join(this.folder, folder);
    const stack = ['--stack', 'dev', '--non-interactive', '--color', 'never'];
    this.run(cwd, 'pulumi', ['stack', 'select', '--create', ...stack]);
    return this.run(cwd, 'pulumi', [...args, ...stack]);
  }

  /** The same, for what must succeed. */
  public succeed(folder: string, ...args: string[]): string {
    const { status, output } = this.pulumi(folder, ...args);
    if (status !== 0) {
      throw new Error(`pulumi ${args.join(' ')} in ${folder}:\n${output}`);
    }
    return output;
  }

  /** What the state of the stack `dev` holds, in the order in which it was made. */
  public state(folder: string): StateResource[] {
    const output = this.succeed(folder, 'stack', 'export');
    return (JSON.parse(output.slice(output.indexOf('{'))) as { deployment: { resources: StateResource[] } }).deployment.resources;
  }

  public run(cwd: string, command: string, args: readonly string[]): Ran {
    const pulumiEnvironment = {
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
      PULUMI_HOME: path.join(this.folder, 'home'),
      PULUMI_BACKEND_URL: `file://${this.folder}`,
      PULUMI_CONFIG_PASSPHRASE: 'end to end',
      PULUMI_SKIP_UPDATE_CHECK: 'true',
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
      // Pulumi is to need no network.
      HTTPS_PROXY: 'http://127.0.0.1:1',
      KUBECONFIG: path.join(this.folder, 'kubeconfig'),
    };
    const env = { ...process.env, NO_COLOR: '1', ...(command === 'pulumi' ? pulumiEnvironment : {}) };
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', env, maxBuffer: 1 << 26 });
    if (error) {
      throw error;
    }
    return { status, output: `${stdout}${stderr}` };
  }
}

/** What Pulumi shows under "Diagnostics:" and "Policies:", without what it says of programs found on the path. */
export function diagnosticsOf({ output }: Ran): string {
  return output.replace(/^[^]*?^(?=Policies:|Diagnostics:|error:)/m, '').replace(/^ *warning: using pulumi-\S+ from \$PATH at .*\n/gm, '');
}
