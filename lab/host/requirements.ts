import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { SECCOMP_PROFILE } from '../guest/confinement';

/** A program of the host that the lab runs, here or in the guest, and the Debian package that has it. */
interface Requirement {
  readonly program: string;
  readonly aptPackage: string;
}

const ALWAYS: readonly Requirement[] = [
  { program: 'qemu-system-x86_64', aptPackage: 'qemu-system-x86' },
  { program: 'busybox', aptPackage: 'busybox-static' },
  { program: 'cpio', aptPackage: 'cpio' },
  { program: 'modprobe', aptPackage: 'kmod' },
  { program: 'xz', aptPackage: 'xz-utils' },
  { program: 'zstd', aptPackage: 'zstd' },
  { program: 'ip', aptPackage: 'iproute2' },
  { program: 'iptables', aptPackage: 'iptables' },
  { program: 'ipvsadm', aptPackage: 'ipvsadm' },
  { program: 'crun', aptPackage: 'crun' },
  { program: 'apparmor_parser', aptPackage: 'apparmor' },
];

const TO_BUILD_MODULES: readonly Requirement[] = [
  { program: 'gcc', aptPackage: 'gcc' },
  { program: 'make', aptPackage: 'make' },
];

const TO_RUN_KUBE_PROXIES: readonly Requirement[] = [
  { program: 'nft', aptPackage: 'nftables' },
  { program: 'ipset', aptPackage: 'ipset' },
];

/** Where Debian keeps programs for administrators, which are not on everybody's PATH. */
const SEARCHED = [...(process.env.PATH ?? '').split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The path of a program of the host; `undefined` when it is not there. */
function programPath(program: string): string | undefined {
  return SEARCHED.map((folder) => `${folder}/${program}`).find((file) => fs.existsSync(file));
}

/** The Debian packages that are missing for what is to be run. */
export function missingPackages(toRun: { readonly buildsModules: boolean; readonly runsKubeProxies: boolean }): string[] {
  const missing = [
    ...ALWAYS,
    ...(toRun.buildsModules ? TO_BUILD_MODULES : []),
    ...(toRun.runsKubeProxies ? TO_RUN_KUBE_PROXIES : []),
  ].filter(({ program }) => programPath(program) === undefined).map(({ aptPackage }) => aptPackage);
  const busybox = programPath('busybox');
  return [
    ...missing,
    ...(busybox !== undefined && !isStatic(busybox) ? ['busybox-static'] : []),
    ...(fs.existsSync(SECCOMP_PROFILE) ? [] : ['golang-github-containers-common']),
  ];
}

/** The initramfs has no libraries. */
function isStatic(file: string): boolean {
  return spawnSync('ldd', [file]).status !== 0;
}

/** @throws Error when the program is not there */
export function requiredProgram(program: string): string {
  const path = programPath(program);
  if (path === undefined) {
    throw new Error(`${program} is not installed`);
  }
  return path;
}
