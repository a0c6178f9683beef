import type { Evidence } from '../evidence';
import type { KernelRelease } from './kernel-release';

/** Builds of one kernel whose MARK target of ip6tables is broken; builds before and after are good. */
interface BrokenMark {
  readonly base: string;
  readonly builds: readonly number[];
  /** Ways out: the builds that are known to be good. */
  readonly good: string;
}

const BROKEN_MARK: readonly BrokenMark[] = [
  { base: '6.8.0', builds: [56, 57], good: '6.8.0-55 or 6.8.0-58' },
  { base: '5.15.0', builds: [127], good: '5.15.0-126 or 5.15.0-128' },
];

export const BROKEN_MARK_EVIDENCE: Evidence = {
  source: 'rancher/rke2#8042 and #7438, canonical/microk8s#4961', certainty: 'documented',
};

/** The good builds next to a kernel of Ubuntu whose MARK target is broken; `undefined` for every other kernel. */
export function brokenMark({ base, release, family }: KernelRelease): BrokenMark | undefined {
  // The cloud flavours count from 1000 on, so that the number alone tells them apart.
  const build = Number(/^[\d.]+-(\d+)(?=[-.]|$)/.exec(release)?.[1]);
  return family.id.startsWith('ubuntu') ? BROKEN_MARK.find((row) => row.base === base && row.builds.includes(build)) : undefined;
}
