import type { KubernetesObject } from '../kubernetes/resource';
import { objectMetadata } from './daemon-set';
import type { Labels } from './node-selection';

export const KUBE_PROXY_LABELS: Labels = {
  'app.kubernetes.io/name': 'kube-proxy',
  'app.kubernetes.io/component': 'kube-proxy',
  'app.kubernetes.io/part-of': 'kube-proxy-kit',
  'app.kubernetes.io/managed-by': 'kube-proxy-kit',
};

/** What the service account of kube-proxy and its binding can be told. */
export interface KubeProxyAccessOptions {
  /** Name of the service account. @default 'kube-proxy' */
  readonly serviceAccountName?: string;
  /** Namespace of the service account. @default 'kube-system' */
  readonly namespace?: string;
  /** Further labels. @default - none */
  readonly labels?: Labels;
  /** Further annotations. @default - none */
  readonly annotations?: Labels;
}

/** The identity with which kube-proxy calls the API. */
export function kubeProxyServiceAccount(options: KubeProxyAccessOptions = {}): KubernetesObject {
  const { serviceAccountName = 'kube-proxy' } = options;
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: objectMetadata(options, serviceAccountName, { ...options.labels, ...KUBE_PROXY_LABELS }) };
}

/** Lets it watch Services, EndpointSlices and nodes: binds it to the role that every cluster has for this. */
export function kubeProxyClusterRoleBinding(options: KubeProxyAccessOptions = {}): KubernetesObject {
  const { name, namespace } = kubeProxyServiceAccount(options).metadata;
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: {
      name: 'kube-proxy-kit:node-proxier',
      labels: { ...options.labels, ...KUBE_PROXY_LABELS },
      ...(options.annotations ? { annotations: options.annotations } : {}),
    },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:node-proxier' },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  };
}
