import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { succeeds } from './system';

interface SeccompRule {
  readonly names: readonly string[];
  readonly action: string;
  readonly args: readonly object[] | null;
  readonly errnoRet?: number;
  readonly includes?: SeccompCondition;
  readonly excludes?: SeccompCondition;
}

interface SeccompCondition {
  readonly caps?: readonly string[];
  readonly arches?: readonly string[];
}

/** The profile that Podman and CRI-O take for `RuntimeDefault`; those of containerd and Docker come from the same origin. */
export const SECCOMP_PROFILE = '/usr/share/containers/seccomp.json';

const APPARMOR_PROFILE = 'lab-container-default';

/** What the default profiles of the runtimes come to for a pod like ours: no mounting, no writing to /proc/sys and /sys. */
const APPARMOR_TEXT = `profile ${APPARMOR_PROFILE} flags=(attach_disconnected,mediate_deleted) {
  network,
  capability,
  file,
  signal,
  ptrace peer=${APPARMOR_PROFILE},
  deny mount,
  deny /proc/sys/** wklx,
  deny /proc/sysrq-trigger rwklx,
  deny /proc/kcore rwklx,
  deny /sys/** wklx,
}
`;

/** How a runtime confines a container that has some capabilities. */
export function confinement(capabilities: readonly string[]): { readonly seccomp: object; readonly apparmorProfile: string | undefined } {
  return { seccomp: seccomp(capabilities), apparmorProfile: loadAppArmorProfile() ? APPARMOR_PROFILE : undefined };
}

/** Whether the kernel confines with AppArmor; loads the profile of containers then. */
export function loadAppArmorProfile(): boolean {
  if (!fs.existsSync('/sys/kernel/security/apparmor') && !succeeds('mount', '-t', 'securityfs', 'securityfs', '/sys/kernel/security')) {
    return false;
  }
  if (!fs.existsSync('/sys/kernel/security/apparmor/profiles')) {
    return false;
  }
  if (!fs.readFileSync('/sys/kernel/security/apparmor/profiles', 'utf8').includes(APPARMOR_PROFILE)) {
    const { status, stderr } = spawnSync('apparmor_parser', ['--replace', '--skip-cache'], { input: APPARMOR_TEXT, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`apparmor_parser: ${stderr}`);
    }
  }
  return true;
}

/** The default profile for the capabilities of a container, as the OCI runtime specification has it. */
function seccomp(capabilities: readonly string[]): object {
  const profile = JSON.parse(fs.readFileSync(SECCOMP_PROFILE, 'utf8'));
  const matches = ({ caps = [], arches = [] }: SeccompCondition) =>
    caps.every((name) => capabilities.includes(name)) && (arches.length === 0 || arches.includes('amd64'));
  const rules = (profile.syscalls as SeccompRule[])
    .filter(({ includes = {} }) => matches(includes))
    .filter(({ excludes = {} }) => (excludes.caps?.length ?? 0) + (excludes.arches?.length ?? 0) === 0 || !matches(excludes));
  return {
    defaultAction: profile.defaultAction,
    defaultErrnoRet: profile.defaultErrnoRet,
    architectures: ['SCMP_ARCH_X86_64'],
    syscalls: rules.map(({ names, action, args, errnoRet }) => ({ names, action, errnoRet, args: args ?? [] })),
  };
}
