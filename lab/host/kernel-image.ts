import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { IpVsCommit } from '../experiments/experiment';
import type { GivenPackage, LabKernel } from '../kernels';
import { cachedFolder, cachePath } from './cache';
import { run } from './command';
import { DebianArchive, type DebianPackage } from './debian-archive';

/** A kernel of a Debian package, unpacked and ready to boot. */
export interface KernelImage {
  /** The name in the catalogue of the lab. */
  readonly name: string;
  /** As `uname -r` prints it. */
  readonly release: string;
  readonly debianPackage: DebianPackage;
  readonly vmlinuz: string;
  /** The folder with `lib/modules` in it. */
  readonly root: string;
  /** Commits that its ip_vs is too old to have. */
  readonly lacks: readonly IpVsCommit[];
  /** Whether it is older than Linux 4.6: no file system that is read over 9p can lie below a writable layer, and there is no cgroup2. */
  readonly isBefore46: boolean;
}

const RELEASE = String.raw`(\d[\w.+-]*-amd64)`;

/**
 * Fetches the newest build of a kernel, unless it is in the cache.
 *
 * @returns undefined when its suites have no such kernel (any more), or its packages were not given
 */
export function kernelImage(kernel: LabKernel): KernelImage | undefined {
  return kernel.given === undefined ? fetchedImage(kernel) : givenImage(kernel, kernel.given);
}

/** The file that a given package is expected in. */
export function givenFile({ name, version }: GivenPackage): string {
  return cachePath('debs', `${name}_${version}_amd64.deb`);
}

function givenImage({ name, lacks = [] }: LabKernel, given: readonly GivenPackage[]): KernelImage | undefined {
  const [debianPackage] = given;
  if (!given.every((item) => fs.existsSync(givenFile(item)))) {
    return undefined;
  }
  const root = cachedFolder(['packages', `${debianPackage.name}_${debianPackage.version}`], (folder) => given.forEach((item) => {
    const file = givenFile(item);
    if (createHash('sha256').update(fs.readFileSync(file)).digest('hex') !== item.sha256) {
      throw new Error(`${file} is not the package of that name: its SHA-256 is not ${item.sha256}`);
    }
    run('dpkg', ['-x', file, folder]);
  }));
  const release = debianPackage.name.replace('linux-image-', '');
  return { name, release, debianPackage, vmlinuz: prepare(root, release), root, lacks, isBefore46: true };
}

function fetchedImage(kernel: LabKernel): KernelImage | undefined {
  const archive = new DebianArchive(kernel.suites);
  const name = newestImage(archive, kernel);
  if (name === undefined) {
    return undefined;
  }
  const { version } = archive.newest(name);
  const release = new RegExp(RELEASE).exec(name)![1];
  const root = archive.unpacked(packagesOf(archive, name, release));
  const vmlinuz = prepare(root, release);
  return { name: kernel.name, release, debianPackage: { name, version }, vmlinuz, root, lacks: kernel.lacks ?? [], isBefore46: false };
}

/** Headers that modules for a kernel are built with, and the source of that kernel; in the cache once fetched. */
export function kernelBuildTree(kernel: LabKernel, image: KernelImage): { readonly headers: string; readonly sourceArchive: string } {
  const archive = new DebianArchive(kernel.suites);
  const headers = archive.newest(`linux-headers-${image.release}`);
  const parts = headers.depends.filter((part) => /^linux-(headers-.*-common|kbuild-.*)$/.test(part)).map((part) => archive.newest(part));
  const source = archive.newest(`linux-source-${image.release.split('.').slice(0, 2).join('.')}`);
  const sources = archive.unpacked([source]);
  const file = fs.readdirSync(path.join(sources, 'usr/src')).find((entry) => entry.endsWith('.tar.xz'))!;
  return { headers: archive.unpacked([headers, ...parts]), sourceArchive: path.join(sources, 'usr/src', file) };
}

/** A package and, for newer kernels, those of the same kernel that it depends on. */
function packagesOf(archive: DebianArchive, name: string, release: string): DebianPackage[] {
  const { version, depends } = archive.newest(name);
  const parts = depends.filter((part) => ['base', 'binary', 'modules'].some((kind) => part === `linux-${kind}-${release}`));
  return [{ name, version }, ...parts.map((part) => archive.newest(part))];
}

function newestImage(archive: DebianArchive, { series }: LabKernel): string | undefined {
  if (series === undefined) {
    return archive.newest('linux-image-amd64').depends.find((name) => new RegExp(`^linux-image-${RELEASE}$`).test(name));
  }
  const build = new RegExp(`^linux-image-${series.replaceAll('.', String.raw`\.`)}\\.\\d+(-\\d+|\\+deb\\d+)-amd64$`);
  return archive.names(`linux-image-${series}.`).filter((name) => build.test(name)).sort(byNumbers).at(-1);
}

function byNumbers(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

/** Makes the index of the modules, which the package leaves to its installation. */
function prepare(root: string, release: string): string {
  if (!fs.existsSync(path.join(root, 'lib'))) {
    fs.symlinkSync('usr/lib', path.join(root, 'lib'));
  }
  const modules = path.join(root, 'lib/modules', release);
  if (!fs.existsSync(path.join(modules, 'modules.dep'))) {
    run('depmod', ['-b', root, release], { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` } });
  }
  const inBoot = path.join(root, 'boot', `vmlinuz-${release}`);
  return fs.existsSync(inBoot) ? inBoot : path.join(modules, 'vmlinuz');
}
