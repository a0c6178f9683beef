import type { EvidencedPresence } from '../evidence';
import type { KernelRelease } from './kernel-release';

/** Linux 671c54ea8c7f: the first release with it in each series that got it while it was open. */
const FIRST_RELEASES: readonly { readonly from: string; readonly before: string }[] = [
  { from: '5.10.35', before: '5.11' },
  { from: '5.11.19', before: '5.12' },
  { from: '5.12.2', before: '5.13' },
];

const MAINLINE = '5.13';

/**
 * Whether a container that plays a node can no longer write `net.netfilter.nf_conntrack_max`, which is one for the whole machine.
 * Vendors that freeze the number (`5.10.0`) may have it, too; for them the answer is `unknown`.
 */
export function conntrackMaxReadOnly(kernel: KernelRelease): EvidencedPresence {
  const evidence = { source: 'Linux 671c54ea8c7f (v5.13-rc1; v5.10.35, v5.12.2); kubernetes-sigs/kind#2240', certainty: 'documented' } as const;
  const hasIt = kernel.atLeast(MAINLINE) || FIRST_RELEASES.some(({ from, before }) => kernel.atLeast(from) && kernel.before(before));
  return hasIt
    ? { state: 'present', evidence, because: `since Linux 671c54ea8c7f, which ${kernel.base} has` }
    : { state: 'unknown', evidence, because: `whether ${kernel} carries Linux 671c54ea8c7f is not known` };
}
