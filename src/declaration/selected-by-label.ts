import type { NodePool } from '../cluster/node-pool';
import type { KubeProxyInstance } from './kube-proxy-instance';

/** Set-ups by the label and value that each asks for, and those that ask for none. */
interface ByLabel {
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  readonly others: readonly number[];
}

const indexes = new WeakMap<readonly KubeProxyInstance[], ByLabel>();

/** Labels that a pool need not state to have them. */
const DERIVED = /^(?:beta\.)?kubernetes\.io\/(?:os|arch|hostname)$|^metadata\.name$/;

/**
 * The set-ups that may select a pool, in their order: all but those that ask for another value of a label which the pool states. A cluster
 * may have a kube-proxy for each of hundreds of pools, which need not all be held against each pool.
 */
export function mayBeSelectedBy(kubeProxies: readonly KubeProxyInstance[], pool: NodePool): KubeProxyInstance[] {
  const index = indexes.get(kubeProxies) ?? indexOf(kubeProxies);
  indexes.set(kubeProxies, index);
  const found = [...index.labels].flatMap(([key, values]) =>
    (Object.hasOwn(pool.labels, key) ? values.get(pool.labels[key]) ?? [] : [...values.values()].flat()));
  return [...new Set([...index.others, ...found])].sort((left, right) => left - right).map((at) => kubeProxies[at]);
}

function indexOf(kubeProxies: readonly KubeProxyInstance[]): ByLabel {
  const labels = new Map<string, Map<string, number[]>>();
  const others: number[] = [];
  kubeProxies.forEach(({ pools: { terms } }, at) => {
    const asked = terms !== 'everything' && terms.length === 1
      ? terms[0].find(({ key, operator }) => operator === 'In' && !DERIVED.test(key)) : undefined;
    if (!asked) {
      others.push(at);
      return;
    }
    const values = labels.get(asked.key) ?? new Map<string, number[]>();
    labels.set(asked.key, values);
    asked.values.forEach((value) => values.set(value, [...values.get(value) ?? [], at]));
  });
  return { labels, others };
}
