import type { NodePool } from '../../cluster/node-pool';
import { isStrictArpKey, strictArpSupport, STRICT_ARP_SYSCTLS } from '../../facts/kube-proxy/strict-arp';
import type { ConfigurationPrediction, SysctlPrediction } from '../../prediction/prediction';
import type { Judged } from '../rule';

/** Whether this kube-proxy keeps the nodes from answering ARP for addresses of kube-ipvs0. */
export function makesArpStrict({ kubeProxy, decoded }: ConfigurationPrediction): boolean {
  const support = strictArpSupport(kubeProxy.version);
  return support === 'always' || (support === 'by-field' && decoded.effective.ipvs.strictARP);
}

/**
 * The pools of a set-up on which nobody keeps the nodes from answering ARP for addresses of kube-ipvs0; `undefined` where there are none.
 * Where no nodes are known, the list is empty.
 */
export function poolsWithLaxArp(configuration: ConfigurationPrediction, { declaration, prediction }: Judged): readonly NodePool[] | undefined {
  if (makesArpStrict(configuration)) {
    return undefined;
  }
  if (prediction.pools.length === 0) {
    const writers = declaration.writers.filter(({ reachesNode, cannotWork }) => reachesNode && cannotWork === undefined);
    const written = writers.flatMap(({ sysctls }) => sysctls);
    return isLax(written.map(({ key, value }) => ({ key, possible: value === undefined ? [] : [value] }))) ? [] : undefined;
  }
  const lax = new Set(prediction.pools.filter(({ sysctls }) => isLax([...sysctls.values()])).map(({ pool }) => pool));
  const concerned = configuration.pools.filter((pool) => lax.has(pool));
  return concerned.length > 0 ? concerned : undefined;
}

/** Whether one of the sysctls certainly stays too lax. A value that is not known may be strict. */
function isLax(keys: readonly Pick<SysctlPrediction, 'key' | 'possible'>[]): boolean {
  return STRICT_ARP_SYSCTLS.some((sysctl) => !keys.some(({ key, possible }) =>
    isStrictArpKey(key, sysctl) && (possible.length === 0 || possible.some((value) => sysctl.strict.includes(value)))));
}
