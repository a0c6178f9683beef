import { selects, undecidedLabels } from '../cluster/pool-selector';
import { CONN_REUSE_MODE } from '../facts/kube-proxy/reuse-mode';
import type { PoolPrediction, SysctlPrediction } from './prediction';

/**
 * What the verdict on a pool rests on that the input does not state, one clause each: the version of kube-proxy, whether the kube-proxy
 * that governs runs there at all, and who writes `net.ipv4.vs.conn_reuse_mode` last. Empty when everything is stated.
 */
export function assumptionsOf({ pool, kubeProxy, instance, modeInForce: mode, sysctls }: Omit<PoolPrediction, 'assumptions'>): string[] {
  const reuseMode = mode === 'ipvs' ? sysctls.get(CONN_REUSE_MODE) : undefined;
  return [
    ...kubeProxy?.assumed ? [
      `kube-proxy is taken to be ${kubeProxy.version}, the version of the kubelet; an image tag, kubeProxyVersion of the pool or --kubernetes-version would tell`,
    ] : [],
    ...instance && selects(instance.pools, pool) === 'unknown' ? [
      `${instance.name} is taken to run there: it selects nodes by ${namedLabels(undecidedLabels(instance.pools, pool))}, which the pool does not state for all its nodes`,
    ] : [],
    ...reuseMode && reuseMode.possible.length > 1 ? [`${CONN_REUSE_MODE} is taken to end up as ${reuseMode.possible.join(' or ')}, ${whyOpen(reuseMode)}`] : [],
  ];
}

/** `label pool`, `labels pool, disk`. */
export function namedLabels(labels: readonly string[]): string {
  return `${labels.length === 1 ? 'label' : 'labels'} ${labels.join(', ')}`;
}

function whyOpen({ steps }: SysctlPrediction): string {
  const uncertain = steps.find(({ lands }) => lands === 'unknown')?.by;
  return typeof uncertain === 'object' ? `since it is open whether ${uncertain.name} gets to write it` : 'since the order of its writers is not known';
}
