import type { Evidence } from '../evidence';
import { compareNumbers } from './compare-numbers';
import type { KernelRelease } from './kernel-release';

/** Which module holds connection tracking for IPv4. */
export interface ConntrackModule {
  /** `undefined` where it is not known. */
  readonly name: 'nf_conntrack' | 'nf_conntrack_ipv4' | undefined;
  /** One clause, with the numbers compared. */
  readonly because: string;
  readonly evidence: Evidence;
}

const MERGED: Evidence = { source: 'Linux a0ae2562c6c4 (v4.19); kubernetes/kubernetes#70304, #70398', certainty: 'documented' };
const RHEL_8: Evidence = {
  source: 'nf_conntrack_l3proto_ipv4.c is in 4.18.0-147.el8 and not in 4.18.0-240.el8; kubernetes/kubernetes#97052', certainty: 'verified',
};

const MERGE = 'merged nf_conntrack_ipv4 into nf_conntrack';

/** `nf_conntrack_ipv4` became a part of `nf_conntrack` in Linux 4.19, and in RHEL 8.3, which still calls itself 4.18. */
export function conntrackModule(kernel: KernelRelease): ConntrackModule {
  if (!kernel.isReadable) {
    return { name: undefined, because: `${JSON.stringify(kernel.raw)} does not start with a kernel version`, evidence: MERGED };
  }
  if (kernel.family.id === 'rhel8') {
    return rhel8(kernel.family.build);
  }
  return kernel.atLeast('4.19')
    ? { name: 'nf_conntrack', because: `${kernel.base} is at or past 4.19, which ${MERGE}`, evidence: MERGED }
    : { name: 'nf_conntrack_ipv4', because: `${kernel.base} is before 4.19, which ${MERGE}`, evidence: MERGED };
}

function rhel8(build: readonly number[]): ConntrackModule {
  const number = build.join('.');
  if (compareNumbers(build, [240]) >= 0) {
    return { name: 'nf_conntrack', because: `build ${number} is at or past 240, by which RHEL 8 ${MERGE}`, evidence: RHEL_8 };
  }
  return compareNumbers(build, [194]) < 0
    ? { name: 'nf_conntrack_ipv4', because: `build ${number} is of 193 or before, after which RHEL 8 ${MERGE}`, evidence: RHEL_8 }
    : { name: undefined, because: `build ${number} lies between 193 and 240, where RHEL 8 ${MERGE}`, evidence: RHEL_8 };
}
