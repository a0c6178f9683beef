import type { KubeVersion } from '../facts/kube-proxy/kube-version';

/** Labels of nodes, objects or pods. */
export type Labels = Readonly<Record<string, string>>;

/** The part of a pod's specification that says on which nodes it runs. */
export interface NodeSelection {
  readonly nodeSelector: Labels;
  readonly affinity?: object;
}

interface Requirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn';
  readonly values: readonly string[];
}

/**
 * Selects Linux nodes that have all labels of at least one set.
 *
 * @param sets labels of each pool; `undefined` for every Linux node
 * @param excluded a node with one of these labels is left out
 */
export function nodeSelection(
  sets: readonly Labels[] | undefined, excluded: readonly Labels[], kubernetesVersion: KubeVersion | undefined,
): NodeSelection {
  // Kubelets before 1.14 set only the beta label.
  const linux = { [kubernetesVersion?.before('1.14') ? 'beta.kubernetes.io/os' : 'kubernetes.io/os']: 'linux' };
  const without = exclusions(excluded);
  if (sets === undefined || sets.length === 1) {
    const nodeSelector = { ...linux, ...sets?.[0] };
    return without.length === 0 ? { nodeSelector } : { nodeSelector, ...required([without]) };
  }
  const terms = sets.map((labels) => Object.entries(labels).map(([key, value]): Requirement => ({ key, operator: 'In', values: [value] })));
  return { nodeSelector: linux, ...required(terms.map((term) => [...term, ...without])) };
}

/** One requirement for each label, in an order that does not depend on that of the labels. */
function exclusions(excluded: readonly Labels[]): Requirement[] {
  const values = new Map<string, Set<string>>();
  for (const [key, value] of excluded.flatMap((labels) => Object.entries(labels))) {
    values.set(key, (values.get(key) ?? new Set()).add(value));
  }
  return [...values].sort(([left], [right]) => (left < right ? -1 : 1)).map(([key, left]) => ({ key, operator: 'NotIn', values: [...left].sort() }));
}

function required(terms: readonly (readonly Requirement[])[]): Pick<NodeSelection, 'affinity'> {
  const nodeSelectorTerms = terms.map((matchExpressions) => ({ matchExpressions }));
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}
