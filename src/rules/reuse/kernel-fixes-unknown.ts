import { KERNEL_COMMITS } from '../../facts/kernel/commits';
import type { KernelFix } from '../../facts/kernel/kernel-fixes';
import type { PoolPrediction } from '../../prediction/prediction';
import { governedBy } from '../wording/pool-wording';
import { reuseRemedies } from '../wording/reuse-remedies';
import { decidingFix, endsUpWith, fixName, otherValueNote, shortCommit } from '../wording/reuse-wording';
import type { Rule } from '../rule';

/** What happens to clients that reuse a source port, should the fix be missing (the drop itself: should it be there). */
const HARM = {
  weightZero: 'without it a rollout leaves them with connections to deleted pods',
  unconfirmedConntrack: 'without it they wait a second or more for their connection',
  synDrop: 'with it they wait a second or more for their connection, and without it the connection hangs',
} satisfies Partial<Record<KernelFix, string>>;

export const kernelFixesUnknown: Rule = {
  id: 'kernel-fixes-unknown',
  group: 'reuse',
  title: 'It is not known whether this kernel carries the fix that decides what happens to reused source ports.',
  severities: ['warning'],
  sources: ['Linux commit f0a5e4d7a594', 'Linux commit c95c07836fa4', 'kubernetes/kubernetes#93297'],
  judge: ({ prediction }) => prediction.pools
    .filter(({ reuse }) => reuse.verdict === 'unknown')
    .flatMap((pool) => {
      const fix = unknownFix(pool);
      return fix === undefined ? [] : [{
        severity: 'warning' as const,
        ...governedBy(pool),
        message: `pool ${pool.pool.name}: it is not known whether this kernel has ${fixName(fix)}`,
        because: `${endsUpWith(pool)}, and what happens to clients that reuse source ports depends on this fix: ${HARM[fix]}; `
          + `${pool.fixes[fix].because}${otherValueNote(pool)}`,
        remedies: [howToFindOut(pool, fix), ...reuseRemedies(pool)],
      }];
    }),
};

/** The fix that decides for the value in force, when nothing is known of it. */
function unknownFix(pool: PoolPrediction): keyof typeof HARM | undefined {
  const deciding = decidingFix(pool);
  const candidates = deciding ? [deciding, 'synDrop' as const] : [];
  return candidates.find((fix) => pool.fixes[fix].state === 'unknown');
}

function howToFindOut({ pool }: PoolPrediction, fix: KernelFix): string {
  const commit = shortCommit(KERNEL_COMMITS[fix].commit);
  return `Ask the vendor whether ${pool.kernel.release} carries Linux commit ${commit}, or look for "ipvs" in the changelog of its kernel package `
    + '(rpm -q --changelog kernel | grep -i ipvs; apt changelog linux-image-$(uname -r) | grep -i ipvs).';
}
