import * as fs from 'node:fs';
import * as path from 'node:path';
import { cachedFolder, cachePath } from './cache';
import { run } from './command';

/** A suite of Debian's archive, as sources.list names it. */
export type Suite = `${string}-security` | 'bullseye' | 'bookworm' | 'bookworm-backports' | 'trixie' | 'trixie-backports' | 'sid';

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
}

/** Lists older than this are fetched again. */
const LISTS_VALID_MS = 24 * 3600 * 1000;

/**
 * Some suites of Debian's archive, seen through an apt that has its own sources, lists and cache: nothing of the system's is read or
 * changed, and nothing is installed.
 */
export class DebianArchive {
  private readonly folder: string;

  constructor(private readonly suites: readonly Suite[]) {
    this.folder = cachePath('apt', suites.join('+'));
  }

  /** Names of packages that start with a text. */
  public names(prefix: string): string[] {
    return this.cache('pkgnames', prefix).split('\n').filter((name) => name !== '');
  }

  /** The newest version of a package, and the names that it depends on. */
  public newest(name: string): DebianPackage & { readonly depends: readonly string[] } {
    const record = this.cache('show', '--no-all-versions', name);
    const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(record)?.[1] ?? '';
    return { name, version: field('Version'), depends: field('Depends').split(/[,|]/).map((item) => item.trim().split(' ')[0]) };
  }

  /** Downloads packages and unpacks them over each other into one folder of the cache, named after the first of them. */
  public unpacked(packages: readonly DebianPackage[]): string {
    const [{ name, version }] = packages;
    return cachedFolder(['packages', `${name}_${version.replace(/[:~]/g, '-')}`], (folder) => {
      const downloads = `${folder}.debs`;
      fs.mkdirSync(downloads, { recursive: true });
      this.apt('apt-get', ['download', '-qq', ...packages.map((item) => `${item.name}=${item.version}`)], downloads);
      for (const file of fs.readdirSync(downloads)) {
        run('dpkg', ['-x', path.join(downloads, file), folder]);
      }
      fs.rmSync(downloads, { recursive: true });
    });
  }

  private cache(...args: readonly string[]): string {
    this.update();
    return this.apt('apt-cache', args);
  }

  private update(): void {
    const stamp = path.join(this.folder, 'updated');
    if (fs.existsSync(stamp) && Date.now() - fs.statSync(stamp).mtimeMs < LISTS_VALID_MS) {
      return;
    }
    ['state/lists/partial', 'cache/archives/partial'].forEach((folder) => fs.mkdirSync(path.join(this.folder, folder), { recursive: true }));
    fs.writeFileSync(path.join(this.folder, 'state/status'), '');
    fs.writeFileSync(path.join(this.folder, 'sources.list'), this.suites.map(sourceLine).join(''));
    fs.writeFileSync(path.join(this.folder, 'apt.conf'), [
      `Dir::Etc::SourceList "${this.folder}/sources.list";`,
      'Dir::Etc::SourceParts "/dev/null";',
      `Dir::State "${this.folder}/state";`,
      `Dir::State::status "${this.folder}/state/status";`,
      `Dir::Cache "${this.folder}/cache";`,
      'Acquire::Languages "none";',
      'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";',
      // Only root can become the user that apt downloads as, and that user cannot write into a home.
      'APT::Sandbox::User "";',
      'Acquire::Retries "3";',
      // A suite that could not be reached is not one that lacks a kernel.
      'APT::Update::Error-Mode "any";',
      '',
    ].join('\n'));
    this.apt('apt-get', ['update', '-qq']);
    fs.writeFileSync(stamp, '');
  }

  private apt(program: string, args: readonly string[], cwd?: string): string {
    return run(program, args, { cwd, env: { ...process.env, APT_CONFIG: path.join(this.folder, 'apt.conf'), LC_ALL: 'C' } });
  }
}

function sourceLine(suite: Suite): string {
  const archive = suite.endsWith('-security') ? 'debian-security' : 'debian';
  return `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/${archive} ${suite} main\n`;
}
