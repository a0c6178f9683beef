import type { Evidence } from '../evidence';
import { KERNEL_COMMITS } from './commits';
import { kernelHas, type KnownKernel } from './kernel-has';

/** Which module holds connection tracking for IPv4. */
export interface ConntrackModule {
  /** `undefined` where it is not known. */
  readonly name: 'nf_conntrack' | 'nf_conntrack_ipv4' | undefined;
  /** One clause, with the numbers compared. */
  readonly because: string;
  readonly evidence: Evidence;
}

const NAMES = {
  present: { name: 'nf_conntrack', clause: 'nf_conntrack_ipv4 is a part of nf_conntrack' },
  absent: { name: 'nf_conntrack_ipv4', clause: 'nf_conntrack_ipv4 is a module of its own here' },
  unknown: { name: undefined, clause: 'whether nf_conntrack_ipv4 is a part of nf_conntrack is not known' },
} as const;

/** `nf_conntrack_ipv4` became a part of `nf_conntrack` in Linux 4.19, and in vendor kernels that still call themselves 4.18. */
export function conntrackModule(pool: KnownKernel): ConntrackModule {
  const { state, because, evidence } = kernelHas('conntrackMerged', pool);
  const { name, clause } = NAMES[state];
  return { name, because: `${clause} (${KERNEL_COMMITS.conntrackMerged.commit}: ${because})`, evidence };
}
