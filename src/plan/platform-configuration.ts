import type { Platform } from '../cluster/cluster';
import { CONFIGURATION_API_VERSION, CONFIGURATION_KIND } from '../config/configuration-document';
import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';
import { renderConfiguration } from '../config/render';
import { kubeProxyLayout } from '../manifests/kube-proxy-layout';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { mergeConfigurations } from './merge-configurations';

/** A configuration for one release, and what was asked for. */
export interface PlatformConfiguration {
  /** What goes into the ConfigMap: only what the release knows and does not default to. */
  readonly text: string;
  /** The document with all that was asked for, where the release does not have some of it; to be judged in place of `text`. */
  readonly askedFor: string | undefined;
  /** Where kube-proxy answers the kubelet's probes; `undefined` for its default. */
  readonly healthzBindAddress: string | undefined;
}

/** Writes a configuration for one release; its kubeconfig is where the platform mounts it, unless it says otherwise. */
export function platformConfiguration(
  configuration: KubeProxyConfigurationProps, version: KubeVersion, platform: Platform,
): PlatformConfiguration {
  const { kubeconfig } = kubeProxyLayout(platform);
  const wanted = mergeConfigurations({ clientConnection: { kubeconfig } }, configuration);
  const { text, unsupported } = renderConfiguration(wanted, version);
  const document = { apiVersion: CONFIGURATION_API_VERSION, kind: CONFIGURATION_KIND, ...wanted };
  return { text, askedFor: unsupported.length > 0 ? JSON.stringify(document) : undefined, healthzBindAddress: wanted.healthzBindAddress };
}
