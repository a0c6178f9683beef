import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { cachePath } from './cache';
import { run } from './command';
import type { KernelImage } from './kernel-image';
import { requiredProgram } from './requirements';

/** Where the guest finds what a run is about, and leaves its results. */
export const RUN_FOLDER = '/run/lab';

/** To reach the host's files. Built into some kernels. */
const MODULES = ['virtio_pci', '9pnet_virtio', '9p', 'overlay'];

/** Where the kernel does not trust the processor's random numbers, whoever asks for one waits for minutes. */
const MODULES_BEFORE_46 = [...MODULES, 'virtio-rng'];

/**
 * The first program in the guest: puts a writable layer over the host's files, with the modules of the guest's kernel in it, and
 * runs `start` of the run's folder there.
 */
const INIT = `#!/bin/busybox sh
busybox mount -t proc proc /proc
busybox mount -t sysfs sys /sys
busybox mount -t devtmpfs dev /dev
for module in $(busybox cat /modules); do busybox insmod "/lib/$module"; done
busybox mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288,ro,cache=loose host /host
if busybox test -e /is-before-4.6; then
  # Each folder of the host as it is, read-only, but /lib: modules lie there, and the host may have none.
  busybox mount -t tmpfs tmpfs /root
  for name in lib proc sys dev run tmp; do busybox mkdir /root/$name; done
  for place in /host/*; do
    name="\${place##*/}"
    if busybox test -e "/root/$name"; then continue; fi
    if busybox test -L "$place"; then busybox cp -dP "$place" "/root/$name"; continue; fi
    if busybox test -d "$place"; then busybox mkdir "/root/$name"; busybox mount --bind "$place" "/root/$name"; fi
  done
  for place in /host/usr/lib/*; do busybox ln -s "\${place#/host}" /root/lib/; done
  busybox mount -t tmpfs tmpfs /root/tmp
else
  busybox mount -t tmpfs tmpfs /over
  busybox mkdir /over/upper /over/work
  busybox mount -t overlay -o lowerdir=/host,upperdir=/over/upper,workdir=/over/work overlay /root
fi
for place in proc sys dev; do busybox mount --rbind /$place /root/$place; done
busybox mount -t tmpfs tmpfs /root/run
busybox mount -t cgroup2 cgroup2 /root/sys/fs/cgroup
busybox mkdir -p /root${RUN_FOLDER} /root/lib/modules
busybox mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288 run /root${RUN_FOLDER}
busybox mount --bind "/host$(busybox cat /module-tree)" /root/lib/modules
busybox ip link set lo up
# NAT of these kernels is that of the older iptables.
if busybox test -e /is-before-4.6; then busybox mkdir /root/run/first; busybox ln -s /usr/sbin/xtables-legacy-multi /root/run/first/iptables; fi
# Not chroot: the kernel loads modules with the modprobe of the first root.
exec busybox switch_root /root /bin/sh ${RUN_FOLDER}/start
`;

/** The initramfs for a kernel: busybox and the few modules that reach the host's files. */
export function initramfs(image: KernelImage): string {
  const file = cachePath('initramfs', `${image.release}.cpio`);
  const folder = `${file}.root`;
  fs.rmSync(folder, { recursive: true, force: true });
  ['bin', 'lib', 'proc', 'sys', 'dev', 'host', 'over', 'root'].forEach((name) => fs.mkdirSync(path.join(folder, name), { recursive: true }));
  fs.copyFileSync(requiredProgram('busybox'), path.join(folder, 'bin/busybox'));
  fs.chmodSync(path.join(folder, 'bin/busybox'), 0o755);
  const modules = modulesInOrder(image).map((module) => unpackedModule(module, path.join(folder, 'lib')));
  fs.writeFileSync(path.join(folder, 'modules'), modules.join('\n'));
  fs.writeFileSync(path.join(folder, 'module-tree'), fs.realpathSync(path.join(image.root, 'lib/modules')));
  if (image.isBefore46) {
    fs.writeFileSync(path.join(folder, 'is-before-4.6'), '');
  }
  fs.writeFileSync(path.join(folder, 'init'), INIT, { mode: 0o755 });
  const names = run('find', ['.'], { cwd: folder });
  fs.writeFileSync(file, execFileSync('cpio', ['--quiet', '-o', '-H', 'newc'], { cwd: folder, input: names, maxBuffer: 1 << 28 }));
  fs.rmSync(folder, { recursive: true });
  return file;
}

/** Paths of the modules and what they need, what is needed first. */
function modulesInOrder({ root, release, isBefore46 }: KernelImage): string[] {
  const lines = (isBefore46 ? MODULES_BEFORE_46 : MODULES).flatMap((module) =>
    run(requiredProgram('modprobe'), ['-d', root, '-S', release, '--show-depends', module]).split('\n'));
  return [...new Set(lines.filter((line) => line.startsWith('insmod ')).map((line) => line.split(' ')[1]))];
}

/** Copies a module, unpacked: not every kernel unpacks by itself, nor does busybox. */
function unpackedModule(file: string, folder: string): string {
  const unpackers: Readonly<Record<string, string>> = { '.xz': 'xz', '.zst': 'zstd' };
  const extension = path.extname(file);
  const name = path.basename(file, extension in unpackers ? extension : '');
  const content = extension in unpackers
    ? execFileSync(requiredProgram(unpackers[extension]), ['-dc', file], { maxBuffer: 1 << 28 })
    : fs.readFileSync(file);
  fs.writeFileSync(path.join(folder, name), content);
  return name;
}
