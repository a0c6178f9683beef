import type { PoolPrediction, Prediction, StartupCause, StartupReason } from '../../prediction/prediction';
import type { RuleFinding } from '../rule';
import { governedBy, kubeProxyVersion } from './pool-wording';

/**
 * An error for each pool on which kube-proxy exits or falls back for one cause: what happens, and the prediction's reason.
 * @param short the cause in a few words, as a clause: `module ip_vs is missing`
 */
export function startupFindings(
  { pools }: Prediction, cause: StartupCause, short: (pool: PoolPrediction) => string, remedies: (pool: PoolPrediction) => readonly string[],
): RuleFinding[] {
  return pools.flatMap((pool) => {
    const reason = pool.startup.reasons.find((candidate) => candidate.cause === cause);
    return reason === undefined ? [] : [{
      severity: 'error' as const,
      ...governedBy(pool),
      message: `pool ${pool.pool.name}: ${kubeProxyVersion(pool)} ${outcomeOf(reason)}, because ${short(pool)}`,
      because: `on kernel ${pool.pool.kernel.release} ${reason.because}`,
      remedies: remedies(pool),
      sources: [reason.evidence.source],
    }];
  });
}

function outcomeOf({ outcome }: StartupReason): string {
  return outcome === 'exits' ? 'exits on startup' : 'falls back to iptables mode';
}
