import type { Platform } from '../cluster/cluster';
import type { KubernetesObject } from '../kubernetes/resource';
import { invalidOption } from '../kubernetes/invalid-option';
import { objectMetadata } from './daemon-set';
import { applyJsonPatch, type JsonPatchOperation } from './json-patch';
import { KUBE_PROXY_LABELS } from './kube-proxy-access';
import { kubeProxyLayout } from './kube-proxy-layout';
import type { Labels } from './node-selection';

/** What a ConfigMap of kube-proxy can be told. */
export interface KubeProxyConfigMapOptions {
  /** Who set the cluster up; decides the names. @default 'kubeadm' */
  readonly platform?: Platform;
  /** Name of the ConfigMap. @default - as the platform has it: `kube-proxy`, or `kube-proxy-config` on EKS */
  readonly name?: string;
  /** Namespace of the ConfigMap. @default 'kube-system' */
  readonly namespace?: string;
  /** The KubeProxyConfiguration as YAML. */
  readonly configuration: string;
  /**
   * URL of the API server, as nodes reach it without kube-proxy: `https://10.0.0.10:6443`. Needed except on EKS, where the ConfigMap
   * `kube-proxy` of the platform has it.
   */
  readonly apiServer?: string;
  /** Further labels. @default - none */
  readonly labels?: Labels;
  /** Further annotations. @default - none */
  readonly annotations?: Labels;
  /** Changes to the finished ConfigMap, applied as they are. @default - none */
  readonly overrides?: readonly JsonPatchOperation[];
}

/** The ConfigMap from which kube-proxy reads its configuration, under the names of the platform. */
export function kubeProxyConfigMap(options: KubeProxyConfigMapOptions): KubernetesObject {
  const layout = kubeProxyLayout(options.platform);
  const kubeconfig = layout.kubeconfigConfigMap === undefined ? { 'kubeconfig.conf': kubeconfigText(options.apiServer) } : {};
  return applyJsonPatch<KubernetesObject>({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: objectMetadata(options, options.name ?? layout.configMap, { ...options.labels, ...KUBE_PROXY_LABELS, app: 'kube-proxy' }),
    data: { [layout.key]: options.configuration, ...kubeconfig },
  }, options.overrides ?? []);
}

/** A kubeconfig for the service account of the pod, as kubeadm writes it. */
function kubeconfigText(apiServer: string | undefined): string {
  const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount';
  return `apiVersion: v1
kind: Config
clusters:
- cluster:
    certificate-authority: ${serviceAccount}/ca.crt
    server: ${checkedApiServer(apiServer)}
  name: default
contexts:
- context:
    cluster: default
    namespace: default
    user: default
  name: default
current-context: default
users:
- name: default
  user:
    tokenFile: ${serviceAccount}/token
`;
}

/** @throws Error when it is not the URL of an API server */
export function checkedApiServer(apiServer: string | undefined): string {
  if (typeof apiServer !== 'string' || !/^https:\/\/[\w.:[\]-]+\/?$/.test(apiServer) || !URL.canParse(apiServer)) {
    throw invalidOption('apiServer', apiServer, 'the URL of the API server as nodes reach it without kube-proxy, such as https://10.0.0.10:6443');
  }
  return apiServer;
}
