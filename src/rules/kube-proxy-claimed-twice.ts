import { selects } from '../cluster/pool-selector';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { PoolPrediction } from '../prediction/prediction';
import { groupPools, onlyPool, poolNames } from './pool-wording';
import type { Rule, RuleFinding } from './rule';

export const kubeProxyClaimedTwice: Rule = {
  id: 'kube-proxy-claimed-twice',
  group: 'config',
  title: 'Two kube-proxies, or two configurations, claim one node pool.',
  severities: ['error', 'warning'],
  sources: ['cmd/kube-proxy/app/server.go: health and metrics ports are bound on the node'],
  judge: ({ prediction }) => groupPools(prediction.pools, (pool) => claimants(pool).map(({ name }) => name).join('\n'))
    .filter(([pool]) => claimants(pool).length > 1)
    .map(finding),
};

/** Those whose node selector certainly holds: a pool that does not state the label in question may belong to either. */
function claimants({ pool, claimants: claiming }: PoolPrediction): KubeProxyInstance[] {
  return claiming.filter((instance) => selects(instance.pools, pool) === 'yes');
}

function finding(pools: readonly PoolPrediction[]): RuleFinding {
  const [governing, ...others] = claimants(pools[0]);
  const names = [governing, ...others].map(({ name }) => name).join(' and ');
  const runs = governing.kind !== 'configuration' && governing.kind !== 'kubeadm';
  return {
    severity: runs ? 'error' : 'warning',
    pool: onlyPool(pools),
    resource: others[0].resource,
    location: others[0].location ?? others[0].configuration?.locate(),
    detail: onlyPool(pools) ?? others[0].name,
    message: runs
      ? `${names} all run kube-proxy on ${poolNames(pools)}: each writes its own sysctls and rules there, and they take each other's ports; judged by the first`
      : `${names} are all meant for ${poolNames(pools)}, and nothing tells which of them kube-proxy reads; judged by the first`,
    remedies: runs
      ? ['Give each a node selector that no node of the other has, or delete one.', 'If the input holds several clusters, check each by itself.']
      : ['Delete the one that is not in use, or add the DaemonSet that reads the other.', 'If the input holds several clusters, check each by itself.'],
  };
}
