import type { Suite } from './host/debian-archive';

/** A kernel that experiments run on, by the name that `--kernel` takes. */
export interface LabKernel {
  readonly name: string;
  /** Where to look for it. */
  readonly suites: readonly Suite[];
  /** The series of which the newest build in those suites is taken; left out: whatever the newest kernel is. */
  readonly series?: string;
}

export const KERNELS: readonly LabKernel[] = [
  { name: '5.10', series: '5.10', suites: ['bullseye', 'bullseye-security'] },
  { name: '6.1', series: '6.1', suites: ['bookworm', 'bookworm-security'] },
  { name: '6.12', series: '6.12', suites: ['trixie', 'trixie-security'] },
  { name: '6.18', series: '6.18', suites: ['trixie-backports'] },
  { name: 'sid', suites: ['sid'] },
];

/** The kernel that is used when none is named. */
export const DEFAULT_KERNEL = '6.1';
