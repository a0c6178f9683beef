import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { IpVsCommit } from '../experiments/experiment';
import type { LabKernel } from '../kernels';
import { cachedFolder, cachePath } from './cache';
import { run } from './command';
import { kernelBuildTree, type KernelImage } from './kernel-image';

/** A build of ip_vs without some commits, by the name that `--without` takes. */
export interface IpVsBuild {
  readonly name: string;
  readonly without: readonly IpVsCommit[];
  /** Ids of the experiments that are run on it. @default - every one that runs without fixes */
  readonly experiments?: readonly string[];
}

export const IP_VS_BUILDS: readonly IpVsBuild[] = [
  { name: 'unconfirmedConntrack', without: ['unconfirmedConntrack'] },
  { name: 'weightZero', without: ['weightZero'] },
  { name: 'removedServer', without: ['removedServer'] },
  // As before Linux 4.6, which drops the SYN that 5.9 lets through again.
  { name: 'synDrop', without: ['synDrop', 'unconfirmedConntrack'], experiments: ['lost-conntrack'] },
  { name: 'all-fixes', without: ['unconfirmedConntrack', 'weightZero', 'removedServer'] },
];

/** A place in the source that a commit changed, and how it read before, as far as it matters. */
interface Removal {
  readonly file: 'ip_vs_core.c' | 'ip_vs_ctl.c';
  readonly now: string;
  readonly before: string;
}

const REMOVALS: Readonly<Record<IpVsCommit, readonly Removal[]>> = {
  // The SYN goes on to another server at once, and the old entry still takes the conntrack along.
  synDrop: [
    { file: 'ip_vs_core.c', now: '\t\t\tif (!old_ct)\n\t\t\t\tcp->flags &= ~IP_VS_CONN_F_NFCT;\n', before: '' },
    { file: 'ip_vs_core.c', now: '\t\t\tif (old_ct)\n\t\t\t\treturn NF_DROP;\n', before: '' },
  ],
  // Any conntrack of a connection that uses conntrack counts as old, confirmed or not.
  unconfirmedConntrack: [{
    file: 'ip_vs_core.c',
    now: 'ip_vs_conn_uses_old_conntrack(cp, skb)',
    before: '((cp->flags & IP_VS_CONN_F_NFCT) && skb_nfct(skb))',
  }],
  // A server's weight is only looked at when conn_reuse_mode is not 0.
  weightZero: [{
    file: 'ip_vs_core.c',
    now: 'if (unlikely(sysctl_expire_nodest_conn(ipvs)) && cp->dest &&\n\t\t    unlikely(!atomic_read(&cp->dest->weight)))',
    before: 'if (conn_reuse_mode && sysctl_expire_nodest_conn(ipvs) && cp->dest &&\n\t\t    !atomic_read(&cp->dest->weight))',
  }],
  // Connections of a removed server are not flushed, and the packet that meets one is dropped, not rescheduled.
  removedServer: [
    { file: 'ip_vs_ctl.c', now: '\tif (!cleanup)\n\t\tip_vs_enqueue_expire_nodest_conns(ipvs);\n', before: '' },
    {
      file: 'ip_vs_core.c',
      now: '\n\n\t\t\tip_vs_conn_expire_now(cp);\n\t\t\t__ip_vs_conn_put(cp);\n\t\t\tif (old_ct)\n\t\t\t\treturn NF_DROP;\n\t\t\tcp = NULL;\n',
      before: '\n\n\t\t\tip_vs_conn_expire_now(cp);\n\t\t\t__ip_vs_conn_put(cp);\n\t\t\treturn NF_DROP;\n',
    },
  ],
};

/** The order in which removals are applied: the later ones change what the earlier ones look for. */
export const IP_VS_COMMITS: readonly IpVsCommit[] = ['weightZero', 'removedServer', 'synDrop', 'unconfirmedConntrack'];

/**
 * Builds ip_vs from Debian's source of a kernel, without some commits; in the cache once built.
 *
 * @returns the path of the module
 * @throws Error when the source no longer has a place that a commit changed
 */
export function builtIpVs(kernel: LabKernel, image: KernelImage, name: string): string {
  const build = IP_VS_BUILDS.find((candidate) => candidate.name === name)!;
  const { headers, sourceArchive } = kernelBuildTree(kernel, image);
  const key = `${image.release}_${image.debianPackage.version.replace(/[:~]/g, '-')}`;
  const original = cachedFolder(['ip-vs-source', key], (folder) => run('tar', ['-xf', sourceArchive, '-C', folder, '--strip-components=4', '--wildcards', '*/net/netfilter/ipvs/*']));
  const built = cachedFolder(['ip-vs', key, name], (folder) => {
    const tree = buildFolder(headers, image.release);
    // The same folder for all builds: what a commit did not touch is compiled once.
    const work = cachePath('ip-vs-work', key);
    fs.mkdirSync(work, { recursive: true });
    run('cp', ['-ru', `${original}/.`, work]);
    for (const file of ['ip_vs_core.c', 'ip_vs_ctl.c'] as const) {
      fs.writeFileSync(path.join(work, file), withoutCommits(fs.readFileSync(path.join(original, file), 'utf8'), file, build.without));
    }
    // Debian's headers name the compiler of their release; any other will do.
    run('make', ['-C', tree, `M=${work}`, `-j${os.cpus().length}`, 'CC=gcc', 'ip_vs.ko']);
    fs.copyFileSync(path.join(work, 'ip_vs.ko'), path.join(folder, 'ip_vs.ko'));
  });
  return path.join(built, 'ip_vs.ko');
}

/** Text of a source file, with what commits changed put back. */
export function withoutCommits(text: string, file: Removal['file'], without: readonly IpVsCommit[]): string {
  return IP_VS_COMMITS.filter((commit) => without.includes(commit)).flatMap((commit) => REMOVALS[commit]).filter((removal) => removal.file === file)
    .reduce((source, { now, before }) => {
      if (!source.includes(now)) {
        throw new Error(`${file} of this kernel does not read as expected: it has no\n${now}`);
      }
      return source.replaceAll(now, before);
    }, text);
}

/** The folder with the kernel's configuration, made to work where it was unpacked. */
function buildFolder(headers: string, release: string): string {
  const folder = path.join(headers, 'usr/src', `linux-headers-${release}`);
  const makefile = path.join(folder, 'Makefile');
  fs.writeFileSync(makefile, fs.readFileSync(makefile, 'utf8').replace(/^include \/usr\/src/m, `include ${headers}/usr/src`));
  return folder;
}
