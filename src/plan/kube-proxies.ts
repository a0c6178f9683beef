import type { KubeProxyConfigMapOptions } from '../manifests/kube-proxy-config-map';
import type { KubeProxyDaemonSetOptions } from '../manifests/kube-proxy-daemon-set';
import { kubeProxyLayout } from '../manifests/kube-proxy-layout';
import type { Labels } from '../manifests/node-selection';
import type { ConfigMapOptions } from './config-map';
import { planSetup } from './plan-setup';
import type { SetupOptions } from './setup-options';

/** Settings that every ConfigMap of a cluster's kube-proxies gets. */
export type SharedConfigMapSettings = Omit<KubeProxyConfigMapOptions, 'platform' | 'configuration' | 'apiServer'>;

/** What a kube-proxy DaemonSet can be told, apart from what its configuration decides. */
export type KubeProxySettings = Omit<KubeProxyDaemonSetOptions, 'version' | 'configMap' | 'platform' | 'serviceAccountName' | 'kubernetesVersion' | 'healthzBindAddress'>;

/** What decides a cluster's kube-proxies. */
export interface KubeProxiesOptions<C, K> extends SetupOptions {
  readonly config?: C;
  readonly kubeProxy?: K | false;
}

/** The kube-proxy of a group of pools with equal settings: what its ConfigMap is made of, and its DaemonSet unless there is to be none. */
export interface KubeProxyParts<C, K> {
  readonly suffix: string;
  readonly config: C & Pick<ConfigMapOptions, 'name' | 'cluster' | 'platform' | 'configuration' | 'version'>;
  readonly kubeProxy: (K & { readonly name: string; readonly nodes: readonly Labels[] | undefined; readonly healthzBindAddress?: string }) | undefined;
}

/**
 * One kube-proxy for each group of pools with equal settings.
 *
 * @throws Error when there are to be no DaemonSets although several groups need configurations of their own
 */
export function kubeProxyParts<C extends { readonly name?: string }, K extends { readonly name?: string }>(
  options: KubeProxiesOptions<C, K>,
): KubeProxyParts<C, K>[] {
  const { cluster } = options;
  const config = options.config ?? {} as C;
  const kubeProxy = options.kubeProxy ?? {} as K;
  const { kubeProxies } = planSetup(options);
  if (kubeProxy === false && kubeProxies.length > 1) {
    const groups = kubeProxies.map(({ pools }) => pools.join(', ')).join('; ');
    throw new Error(`kubeProxy is false, but ${kubeProxies.length} groups of pools need configurations of their own (${groups}); `
      + 'allowed: one configuration for all pools, or DaemonSets made here');
  }
  return kubeProxies.map(({ suffix, version, platform, configuration, nodes }) => ({
    suffix,
    config: { ...config, name: `${config.name ?? kubeProxyLayout(platform).configMap}${suffix}`, cluster, platform, configuration, version: version.raw },
    kubeProxy: kubeProxy === false ? undefined : { ...kubeProxy, name: `${kubeProxy.name ?? 'kube-proxy'}${suffix}`, nodes, healthzBindAddress: configuration.healthzBindAddress },
  }));
}
