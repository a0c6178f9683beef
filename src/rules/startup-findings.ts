import type { PoolPrediction, Prediction, StartupCause } from '../prediction/prediction';
import { governedBy, kubeProxyOnKernel } from './pool-wording';
import type { RuleFinding } from './rule';

/** An error for each pool on which kube-proxy exits or falls back for one cause: what happens, and the prediction's reason. */
export function startupFindings(
  { pools }: Prediction, cause: StartupCause, remedies: (pool: PoolPrediction) => readonly string[],
): RuleFinding[] {
  return pools.flatMap((pool) => {
    const reason = pool.startup.reasons.find((candidate) => candidate.cause === cause);
    return reason === undefined ? [] : [{
      severity: 'error' as const,
      ...governedBy(pool),
      message: `pool ${pool.pool.name}: ${kubeProxyOnKernel(pool)} ${OUTCOMES[reason.outcome]}: ${reason.because}`,
      remedies: remedies(pool),
      sources: [reason.evidence.source],
    }];
  });
}

const OUTCOMES = {
  'exits': 'exits at each start',
  'falls-back-to-iptables': 'runs iptables mode instead of the mode that was asked for',
} as const;
