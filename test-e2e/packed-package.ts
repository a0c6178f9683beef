import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

export const root = path.join(__dirname, '..');

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

export const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;

/** Every entry that is code, by the name under which users import it. */
export const entries: readonly string[] = Object.entries(manifest.exports)
  .flatMap(([name, target]) => (typeof target === 'string' ? [] : [path.posix.join('kube-proxy-kit', name)]));

export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** A project of a user, with the package as it would be published. All other packages are those of this repository: nothing is downloaded. */
export class PackedProject {
  public readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-package-'));
  /** The packed package, in the folder of the project. */
  public readonly tarball: string;

  /** @param others packages that are installed beside it, those that it needs apart */
  public constructor(others: readonly string[]) {
    this.run('npm', ['pack', root, '--pack-destination', this.folder, '--ignore-scripts']);
    this.tarball = fs.readdirSync(this.folder).find((file) => file.endsWith('.tgz'))!;
    this.write('package.json', JSON.stringify({ name: 'project', private: true, dependencies: this.dependencies(others) }));
    this.install('.');
  }

  /** Dependencies on the packed package and on packages of this repository, as folders. */
  public dependencies(others: readonly string[], below = '.'): Record<string, string> {
    const names = [...Object.keys(manifest.dependencies), ...others];
    return {
      'kube-proxy-kit': `file:${path.posix.join(below, this.tarball)}`,
      ...Object.fromEntries(names.map((name) => [name, `file:${path.join(root, 'node_modules', name)}`])),
    };
  }

  /** Runs `npm install` in a folder of the project, without the network. */
  public install(folder: string, ...packages: string[]): void {
    const { status, output } = this.run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], folder);
    if (status !== 0) {
      throw new Error(output);
    }
  }

  public remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  public write(name: string, text: string): void {
    const file = path.join(this.folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }

  public read(name: string): string {
    return fs.readFileSync(path.join(this.folder, name), 'utf8');
  }

  public run(command: string, args: readonly string[], below = '.'): Ran {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: path.join(this.folder, below), encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 1 << 26,
    });
    if (error) {
      throw error;
    }
    return { status, output: `${stdout}${stderr}` };
  }
}
