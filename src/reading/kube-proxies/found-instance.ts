import type { Location } from '../../kubernetes/location';
import type { ConfigurationText } from '../../config/configuration';
import type { KubeProxyInstance, SetupPlatform } from '../../declaration/kube-proxy-instance';

/** A text in the data of a ConfigMap. */
export interface ConfigMapKey {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly key: string;
}

/** From where a kube-proxy reads its configuration. */
export type ConfigurationSource =
  | ({ readonly kind: 'config-map' } & ConfigMapKey)
  | { readonly kind: 'file'; readonly path: string };

/** A kube-proxy whose configuration is still to be looked up in the rest of the input. */
export interface FoundInstance {
  /** `undefined` without `--config`. */
  readonly reads: ConfigurationSource | undefined;
  readonly withConfiguration: (configuration: ConfigurationText | undefined) => KubeProxyInstance;
}

/** A kube-proxy configuration whose user is still to be found. */
export interface FoundConfiguration {
  readonly configuration: ConfigurationText;
  /** The ConfigMap that it is in; `undefined` for a file. */
  readonly configMap: ConfigMapKey | undefined;
  readonly location: Location | undefined;
  /** What it is when nothing in the input runs it. */
  readonly alone: 'kubeadm' | 'configuration';
  /** Who makes a kube-proxy of it. @default - not known */
  readonly platform?: SetupPlatform;
}
