import type { PoolPrediction, Prediction, StartupCause, StartupReason } from '../../prediction/prediction';
import type { RuleFinding } from '../rule';
import { governedBy, kubeProxyOnKernel } from './pool-wording';

/** An error for each pool on which kube-proxy exits or falls back for one cause: what happens, and the prediction's reason. */
export function startupFindings(
  { pools }: Prediction, cause: StartupCause, remedies: (pool: PoolPrediction) => readonly string[],
): RuleFinding[] {
  return pools.flatMap((pool) => {
    const reason = pool.startup.reasons.find((candidate) => candidate.cause === cause);
    return reason === undefined ? [] : [{
      severity: 'error' as const,
      ...governedBy(pool),
      message: `pool ${pool.pool.name}: ${kubeProxyOnKernel(pool)} ${outcomeOf(pool, reason)}: ${reason.because}`,
      remedies: remedies(pool),
      sources: [reason.evidence.source],
    }];
  });
}

function outcomeOf({ requestedMode }: PoolPrediction, { outcome }: StartupReason): string {
  return outcome === 'exits' ? 'exits at each start' : `runs iptables mode instead of ${requestedMode}`;
}
