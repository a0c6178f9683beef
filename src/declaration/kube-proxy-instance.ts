import type { Location } from '../kubernetes/location';
import type { PoolSelector } from '../cluster/pool-selector';
import type { ConfigurationText, Flag } from '../config/configuration';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';

/** What runs kube-proxy. `configuration` is a lone document without anything that runs it. */
export type KubeProxyInstanceKind =
  | 'daemon-set' | 'static-pod' | 'systemd-unit' | 'flags-file' | 'k3s-config' | 'kops-cluster' | 'talos-machine-config'
  | 'eks-add-on' | 'kubeadm' | 'configuration';

/**
 * Who sets a kube-proxy up on its nodes. That decides where its configuration is changed and how it is started again.
 */
export type SetupPlatform =
  | 'kubeadm' | 'eks' | 'aks' | 'k3s' | 'rke2' | 'rke' | 'k3d' | 'kind' | 'minikube' | 'k0s' | 'kops' | 'talos' | 'gardener' | 'kubespray'
  | 'kubekey' | 'kubeone' | 'kkp' | 'kubeasz' | 'openshift' | 'microk8s' | 'canonical-k8s' | 'systemd'
  /** Our own constructs and components. */
  | 'kube-proxy-kit';

/** One kube-proxy set-up found in the input: what runs it, with which configuration, on which pools. */
export interface KubeProxyInstance {
  /** What runs it. */
  readonly kind: KubeProxyInstanceKind;
  /** Who sets it up, where that is plain. @default - not known */
  readonly platform?: SetupPlatform;
  /** For people: `DaemonSet kube-system/kube-proxy` or a file name. */
  readonly name: string;
  /** `kind namespace/name` of the object; `undefined` for a file. */
  readonly resource: string | undefined;
  /** Where it is declared; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** From the image tag; `undefined` when there is no image, no tag or a digest only. */
  readonly version: KubeVersion | undefined;
  /** Whether this is an object edited by its owner, or as kubeadm or the EKS add-on ship it. */
  readonly shippedBy: 'kubeadm' | 'eks' | undefined;
  /** Pools on whose nodes it runs. */
  readonly pools: PoolSelector;
  /** Flags on its command line, in their order. */
  readonly flags: readonly Flag[];
  /** The document that it reads; `undefined` when it reads none, or the input does not have it. */
  readonly configuration: ConfigurationText | undefined;
  /** True when it is started with `--config`, whether or not the document is in the input. */
  readonly readsConfiguration: boolean;
  /** Whether a changed configuration rolls the pods: a checksum annotation or a hashed name. `undefined` where it is not a DaemonSet, or reads none from the cluster. */
  readonly rollsOnChange: boolean | undefined;
  /** Whether the host's /lib/modules is mounted. `undefined` outside pods. */
  readonly mountsLibModules: boolean | undefined;
  /** Whether something cleans up after a change of mode (an init container with `--cleanup`). */
  readonly cleansUpOnModeChange: boolean;
  /** Environment variables with plain values, of the kube-proxy container. */
  readonly environment: Readonly<Record<string, string>>;
}
