import type { EvidencedPresence } from '../evidence';
import type { DeclaredBackport } from './declared-backport';
import { kernelHas, type KnownKernel } from './kernel-has';
import type { KernelRelease } from './kernel-release';

/** What a kernel has of the commits that decide how IPVS treats a reused source port. */
export interface KernelFixes {
  /** f719e3754ee2: the SYN of a reused port is dropped at all (F0). */
  readonly synDrop: EvidencedPresence;
  /** f0a5e4d7a594: no drop for an unconfirmed conntrack (F1). */
  readonly unconfirmedConntrack: EvidencedPresence;
  /** c95c07836fa4: weight 0 is rescheduled in mode 0 (F2). */
  readonly weightZero: EvidencedPresence;
  /** 35dfb013149f: connections of a removed server are flushed (F3). */
  readonly removedServer: EvidencedPresence;
  /** d752c3645717: net.ipv4.vs.conn_reuse_mode exists. */
  readonly reuseModeKey: EvidencedPresence;
  /** dc7b3eb900aa: weight 0 is rescheduled; without the key, in every case, with it where conn_reuse_mode is not 0. */
  readonly deadServer: EvidencedPresence;
}

/** A commit that decides how IPVS treats a reused source port. */
export type KernelFix = keyof KernelFixes;

/** What is known of each fix in a kernel, from its release string and the backports that its user declares. */
export function kernelFixes(kernel: KernelRelease, declaredBackports: readonly DeclaredBackport[] = []): KernelFixes {
  return fixesOf({ kernel, declaredBackports });
}

/** What is known of each fix in the kernel of a pool. */
export function fixesOf(pool: KnownKernel): KernelFixes {
  return {
    synDrop: kernelHas('synDrop', pool),
    unconfirmedConntrack: kernelHas('unconfirmedConntrack', pool),
    weightZero: kernelHas('weightZero', pool),
    removedServer: kernelHas('removedServer', pool),
    reuseModeKey: kernelHas('reuseModeKey', pool),
    deadServer: kernelHas('deadServer', pool),
  };
}
