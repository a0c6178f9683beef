import type { KubeVersion } from '../facts/kube-proxy/kube-version';

/** Labels of nodes, objects or pods. */
export type Labels = Readonly<Record<string, string>>;

/** The part of a pod's specification that says on which nodes it runs. */
export interface NodeSelection {
  readonly nodeSelector: Labels;
  readonly affinity?: object;
}

/**
 * Selects Linux nodes that have all labels of at least one set.
 *
 * @param sets labels of each pool; `undefined` for every Linux node
 */
export function nodeSelection(sets: readonly Labels[] | undefined, kubernetesVersion: KubeVersion | undefined): NodeSelection {
  // Kubelets before 1.14 set only the beta label.
  const linux = { [kubernetesVersion?.before('1.14') ? 'beta.kubernetes.io/os' : 'kubernetes.io/os']: 'linux' };
  if (sets === undefined || sets.length === 1) {
    return { nodeSelector: { ...linux, ...sets?.[0] } };
  }
  const nodeSelectorTerms = sets.map((labels) => ({
    matchExpressions: Object.entries(labels).map(([key, value]) => ({ key, operator: 'In', values: [value] })),
  }));
  return { nodeSelector: linux, affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}
