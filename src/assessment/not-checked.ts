import type { NotChecked } from '../findings/finding';
import type { PoolPrediction, Prediction } from '../prediction/prediction';

/** What no rule can judge because the input leaves it open, each reason once. */
export function leftOpen({ pools }: Prediction): NotChecked[] {
  if (pools.length === 0) {
    return [{
      rule: '*', pool: undefined,
      reason: 'no nodes are known, so nothing that hangs on a kernel or on a release of kube-proxy was checked; give a node list or an inventory (--nodes)',
    }];
  }
  return [
    ...openOn(pools.filter(({ kubeProxy }) => kubeProxy === undefined),
      'no version of kube-proxy is known; give kubeProxyVersion of the pool, an image tag, or the version of the cluster (--kubernetes-version)'),
    ...openOn(pools.filter(({ kubeProxy, instance }) => kubeProxy !== undefined && instance === undefined),
      'nothing in the input runs or configures kube-proxy there, so its mode is not known; add its DaemonSet, ConfigMap or flags'),
  ];
}

function openOn(pools: readonly PoolPrediction[], reason: string): NotChecked[] {
  const names = pools.map(({ pool }) => pool.name);
  switch (names.length) {
    case 0: return [];
    case 1: return [{ rule: '*', pool: names[0], reason }];
    default: return [{ rule: '*', pool: undefined, reason: `pools ${names.join(', ')}: ${reason}` }];
  }
}
