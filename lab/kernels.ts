import type { IpVsCommit } from './experiments/experiment';
import type { Suite } from './host/debian-archive';

/** A kernel that experiments run on, by the name that `--kernel` takes. */
export interface LabKernel {
  readonly name: string;
  /** Where to look for it; nowhere when its packages are given. */
  readonly suites: readonly Suite[];
  /** The series of which the newest build in those suites is taken; left out: whatever the newest kernel is. */
  readonly series?: string;
  /** Packages that the lab does not fetch: they lie in the folder `debs` of its cache. The first is named after the kernel. */
  readonly given?: readonly GivenPackage[];
  /** Commits that its ip_vs is too old to have. @default - none: it has every one that the lab can take out */
  readonly lacks?: readonly IpVsCommit[];
  /** The experiments that run on it, and why no other does. @default - every one does */
  readonly only?: { readonly experiments: readonly string[]; readonly because: string };
}

/** A package of another distribution. */
export interface GivenPackage {
  readonly name: string;
  readonly version: string;
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string;
}

/** Ubuntu 16.04 as it was released. */
const XENIAL_VERSION = '4.4.0-21.37';

export const KERNELS: readonly LabKernel[] = [
  {
    name: '4.4',
    suites: [],
    given: [
      { name: 'linux-image-4.4.0-21-generic', version: XENIAL_VERSION, sha256: 'be0b48760d001839a8625e8de33011700a495255e3b258511ec4ffdab43c06ff' },
      { name: 'linux-image-extra-4.4.0-21-generic', version: XENIAL_VERSION, sha256: 'af81dfaa79b7ca3eddf5bb94bde7c2fd162d66e0baa1f19f39f9c5fb06d1c0d7' },
    ],
    lacks: ['synDrop', 'unconfirmedConntrack', 'weightZero', 'removedServer'],
    only: { experiments: ['lost-conntrack'], because: 'it has no cgroup2 and no writable layer over the host\'s files' },
  },
  { name: '5.10', series: '5.10', suites: ['bullseye', 'bullseye-security'] },
  { name: '6.1', series: '6.1', suites: ['bookworm', 'bookworm-security'] },
  { name: '6.12', series: '6.12', suites: ['trixie', 'trixie-security'] },
  { name: '6.18', series: '6.18', suites: ['trixie-backports'] },
  { name: 'sid', suites: ['sid'] },
];

/** The kernel that is used when none is named. */
export const DEFAULT_KERNEL = '6.1';

/** Whether an experiment can run on a kernel. */
export function canRun({ only }: LabKernel, experiment: string): boolean {
  return only?.experiments.includes(experiment) ?? true;
}
