import type { Location } from '../../kubernetes/location';
import type { PoolSelector } from '../../cluster/pool-selector';
import type { ConfigurationText, Flag } from '../../config/configuration';
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
  /** Set for what is a part of the settings of a k3s or RKE2 node: see `withK3sNodes`. */
  readonly k3s?: K3sSettings;
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

/** What k3s and RKE2 call the two kinds of nodes. */
export type K3sRole = 'server' | 'agent';

/** A part of the settings of a k3s or RKE2 node: a file, a command line, or the settings that something else gives to it. */
export interface K3sSettings {
  readonly product: 'k3s' | 'rke2';
  /** `undefined`: nothing tells, so it counts for all. */
  readonly role: K3sRole | undefined;
  /** Parts with the same node belong together; `undefined` for one that is complete. */
  readonly node: string | undefined;
  /** Parts of one node are read in this order; a command line comes last and replaces what files say. */
  readonly order: string;
  /** `undefined` without `kube-proxy-arg`. */
  readonly args: readonly Flag[] | undefined;
  /** `kube-proxy-arg+`: what came before stays. */
  readonly appends: boolean;
  /** `disable-kube-proxy`, which counts for the whole cluster. */
  readonly disabled: boolean;
  /** @default - by the role */
  readonly pools?: PoolSelector;
  readonly name: string;
  readonly resource: string | undefined;
  readonly locate: () => Location | undefined;
}
