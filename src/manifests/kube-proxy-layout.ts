import type { Platform } from '../cluster/cluster';
import { invalidOption } from '../kubernetes/invalid-option';

/** Names and places that a platform gives to kube-proxy and its configuration. */
export interface KubeProxyLayout {
  /** Name of the ConfigMap in kube-system. */
  readonly configMap: string;
  /** Key of the KubeProxyConfiguration in it. */
  readonly key: string;
  /** Where the DaemonSet mounts it. */
  readonly mountPath: string;
  /** What `clientConnection.kubeconfig` of the configuration must be. */
  readonly kubeconfig: string;
  /** The platform's own ConfigMap with the kubeconfig; `undefined` when it is a key of the one with the configuration. */
  readonly kubeconfigConfigMap: string | undefined;
  /** How kube-proxy is called. */
  readonly command: string;
}

const KUBEADM: KubeProxyLayout = {
  configMap: 'kube-proxy',
  key: 'config.conf',
  mountPath: '/var/lib/kube-proxy',
  kubeconfig: '/var/lib/kube-proxy/kubeconfig.conf',
  kubeconfigConfigMap: undefined,
  command: '/usr/local/bin/kube-proxy',
};

const EKS: KubeProxyLayout = {
  configMap: 'kube-proxy-config',
  key: 'config',
  mountPath: '/var/lib/kube-proxy-config',
  kubeconfig: '/var/lib/kube-proxy/kubeconfig',
  kubeconfigConfigMap: 'kube-proxy',
  command: 'kube-proxy',
};

const LAYOUTS: Readonly<Record<Platform, KubeProxyLayout>> = { kubeadm: KUBEADM, generic: KUBEADM, eks: EKS };

/**
 * The names that a platform uses.
 *
 * @param platform a cluster set up by hand is taken to follow kubeadm. @default 'kubeadm'
 */
export function kubeProxyLayout(platform: Platform = 'kubeadm'): KubeProxyLayout {
  if (!Object.hasOwn(LAYOUTS, platform)) {
    throw invalidOption('platform', platform, Object.keys(LAYOUTS).join(', '));
  }
  return LAYOUTS[platform];
}
