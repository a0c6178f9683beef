import type { Cluster, Platform } from '../cluster/cluster';
import type { KubernetesObject } from '../kubernetes/resource';
import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';
import { invalidOption } from '../kubernetes/invalid-option';
import { kubeProxyConfigMap, type KubeProxyConfigMapOptions } from '../manifests/kube-proxy-config-map';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { checkConfiguration } from './option-shapes';
import { platformConfiguration, type PlatformConfiguration } from './platform-configuration';

/** What a ConfigMap of kube-proxy is to be. */
export interface ConfigMapOptions extends Omit<KubeProxyConfigMapOptions, 'configuration'> {
  /** What kube-proxy is to run with; fields that `version` does not have are findings. */
  readonly configuration: KubeProxyConfigurationProps;
  /** Version of the kube-proxy that reads it. @default - the cluster's Kubernetes version */
  readonly version?: string;
  /** The cluster whose pools it is judged on. @default - not judged on pools */
  readonly cluster?: Cluster;
  /** Who set the cluster up; decides names. @default - the cluster's, else kubeadm */
  readonly platform?: Platform;
}

/** A ConfigMap of kube-proxy, and what whoever uses it must know. */
export interface PlannedConfigMap {
  readonly manifest: KubernetesObject;
  readonly version: KubeVersion;
  readonly platform: Platform;
  /** Where kube-proxy answers the kubelet's probes; `undefined` for its default. */
  readonly healthzBindAddress: string | undefined;
  /** A text in its data to be judged as if it were another: one with the fields that its release does not have. */
  readonly judgedInstead: JudgedInstead | undefined;
}

/** A text in the data of a ConfigMap, and the one that the rules are to see in its place. */
export interface JudgedInstead {
  readonly text: string;
  readonly instead: string;
}

/** @throws Error that names the property which is not allowed, its value, and what is allowed */
export function planConfigMap(options: ConfigMapOptions): PlannedConfigMap {
  checkConfiguration('configuration', options.configuration);
  const version = options.version === undefined ? options.cluster?.kubernetesVersion : KubeVersion.tryParse(options.version);
  if (!version) {
    throw invalidOption('version', options.version, 'a version of kube-proxy such as v1.29.4, in quotes, here or as kubernetesVersion of the cluster');
  }
  const platform = options.platform ?? options.cluster?.platform ?? 'kubeadm';
  return configMapWith(platformConfiguration(options.configuration, version, platform), { ...options, version, platform });
}

/** The ConfigMap with a configuration that is written already. */
export function configMapWith(
  { text, askedFor, healthzBindAddress }: PlatformConfiguration,
  options: Omit<KubeProxyConfigMapOptions, 'configuration'> & Pick<PlannedConfigMap, 'version' | 'platform'>,
): PlannedConfigMap {
  return {
    manifest: kubeProxyConfigMap({ ...options, configuration: text }),
    version: options.version,
    platform: options.platform,
    healthzBindAddress,
    judgedInstead: askedFor === undefined ? undefined : { text, instead: askedFor },
  };
}

/** The ConfigMap as the rules are to see it. */
export function asJudged(object: KubernetesObject, replaced: JudgedInstead | undefined): KubernetesObject {
  if (!replaced) {
    return object;
  }
  const data = Object.entries(object.data ?? {}).map(([key, text]) => [key, text === replaced.text ? replaced.instead : text]);
  return { ...object, data: Object.fromEntries(data) };
}
