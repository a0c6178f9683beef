import type { KubernetesObject } from '../kubernetes/resource';
import { listOf, recordOf } from '../kubernetes/untyped';
import type { KubeProxyConfigMapOptions } from '../manifests/kube-proxy-config-map';
import type { KubeProxyDaemonSetOptions } from '../manifests/kube-proxy-daemon-set';
import type { ModuleLoaderOptions } from '../manifests/module-loader';
import type { SysctlTunerOptions } from '../manifests/sysctl-tuner';

/** Settings that every ConfigMap of a cluster's kube-proxies gets. */
export type SharedConfigMapSettings = Omit<KubeProxyConfigMapOptions, 'platform' | 'configuration' | 'apiServer'>;

/** What a kube-proxy DaemonSet can be told, apart from what its configuration decides. */
export type KubeProxySettings = Omit<
  KubeProxyDaemonSetOptions, 'version' | 'configMap' | 'platform' | 'serviceAccountName' | 'kubernetesVersion' | 'healthzBindAddress'
>;

/** What the DaemonSets of a cluster's kube-proxies can be told; on which nodes they run follows from the plan. */
export type SharedKubeProxySettings = Omit<KubeProxySettings, 'nodes' | 'excludedNodes'>;

/** What the loader's DaemonSet can be told. */
export type ModuleLoaderSettings = Omit<ModuleLoaderOptions, 'modules' | 'nodes' | 'excludedNodes' | 'kubernetesVersion'>;

/** What the tuner's DaemonSet can be told. */
export type SysctlTunerSettings = Omit<SysctlTunerOptions, 'sysctls' | 'kernels' | 'nodes' | 'excludedNodes' | 'kubernetesVersion'>;

/**
 * Makes sure that the pods of a DaemonSet find their ConfigMap: otherwise they never start, and no rule sees what they would do.
 *
 * @throws Error when they do not
 */
export function checkFindsConfigMap(daemonSet: KubernetesObject, configMap: KubernetesObject): void {
  const [own, other] = [daemonSet, configMap].map(({ kind, metadata: { namespace, name } }) => `${kind} ${namespace}/${name}`);
  if (daemonSet.metadata.namespace !== configMap.metadata.namespace) {
    throw new Error(`${own} cannot mount ${other}, since pods only see the ConfigMaps of their own namespace; allowed: one namespace for both, given once, for kube-proxy`);
  }
  const { volumes } = recordOf(recordOf(recordOf(daemonSet.spec).template).spec);
  const sources = listOf(volumes).map(recordOf).flatMap((volume) => [volume, ...listOf(recordOf(volume.projected).sources).map(recordOf)]);
  if (!sources.some((source) => recordOf(source.configMap).name === configMap.metadata.name)) {
    throw new Error(`${own} has no volume with ${other}, its configuration; allowed: overrides that leave the name of the ConfigMap as it is in both`);
  }
}
