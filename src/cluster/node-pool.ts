import type { DeclaredBackport } from '../facts/kernel/declared-backport';
import type { ModuleState } from '../facts/kernel/module-state';
import type { KernelRelease } from '../facts/kernel/kernel-release';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';

export type { DeclaredBackport } from '../facts/kernel/declared-backport';
export { MODULE_STATES, type ModuleState } from '../facts/kernel/module-state';

/** A network interface of the nodes of a pool. */
export interface NodeInterface {
  /** `eth0`. */
  readonly name: string;
  /** Addresses with or without prefix length. */
  readonly addresses?: readonly string[];
}

/** A pool as users write it, in TypeScript, in an inventory and in JSON. The names are those of `nodeInfo` where it has one. */
export interface NodePoolProps {
  /** Name of the pool, unique in the cluster. */
  readonly name: string;
  /** Kernel release string, as `uname -r` prints it. */
  readonly kernelVersion: string;
  /** Operating system as `nodeInfo.osImage` has it, `Ubuntu 22.04.3 LTS`. @default - not known */
  readonly osImage?: string;
  /** Operating system, as `nodeInfo.operatingSystem` has it. @default 'linux' */
  readonly operatingSystem?: 'linux' | 'windows';
  /** `amd64`, `arm64`, … @default - not known */
  readonly architecture?: string;
  /** Version of kube-proxy that runs on this pool. @default - from its DaemonSet's image, else the cluster's version */
  readonly kubeProxyVersion?: string;
  /** Version of the kubelet. @default - not known */
  readonly kubeletVersion?: string;
  /** How many nodes. @default - not known */
  readonly count?: number;
  /** Cores of a node. @default - not known */
  readonly cpu?: number;
  /** Labels that every node of the pool has; what node selectors are matched against. @default - none known */
  readonly labels?: Readonly<Record<string, string>>;
  /** Sysctl values seen on the nodes before kube-proxy starts. @default - not known */
  readonly sysctls?: Readonly<Record<string, string | number>>;
  /** Kernel modules and their state on the nodes. @default - not known */
  readonly modules?: Readonly<Record<string, ModuleState>>;
  /** Interfaces of the nodes, by name alone or with addresses. @default - not known */
  readonly interfaces?: readonly (string | NodeInterface)[];
  /** Whether the root file system cannot be written. @default - not known */
  readonly readOnlyRoot?: boolean;
  /** Whether the node itself is a container (kind, k3d, minikube's docker driver). @default false */
  readonly containerizedNode?: boolean;
  /** Fixes that the vendor carries. @default - none */
  readonly declaredBackports?: readonly (DeclaredBackport | string)[];
}

/** A pool once it is read and checked. What is `undefined` is not known; the rest is as in `NodePoolProps`. */
export interface NodePool {
  /** Name, unique in the cluster. */
  readonly name: string;
  /** Kernel, as `uname -r` prints it. */
  readonly kernel: KernelRelease;
  /** `Ubuntu 22.04.3 LTS`. */
  readonly osImage: string | undefined;
  /** Pools of Windows nodes are recognised, not predicted. */
  readonly operatingSystem: 'linux' | 'windows';
  /** `amd64`, `arm64`, … */
  readonly architecture: string | undefined;
  /** Version of kube-proxy on the pool, where the pool states it. */
  readonly kubeProxyVersion: KubeVersion | undefined;
  /** True when the version only repeats the kubelet's (`nodeInfo`). */
  readonly kubeProxyVersionAssumed: boolean;
  /** Version of the kubelet. */
  readonly kubeletVersion: KubeVersion | undefined;
  /** How many nodes. */
  readonly count: number | undefined;
  /** Cores of a node. */
  readonly cpu: number | undefined;
  /** Labels that every node has. */
  readonly labels: Readonly<Record<string, string>>;
  /** True when every node's labels are known, so that a label which is in neither list is on no node. */
  readonly labelsComplete?: boolean;
  /** Labels that only some nodes of the pool have, or that differ between them. */
  readonly varyingLabels?: readonly string[];
  /** Labels that no node of the pool has, since other pools are told from it by them. */
  readonly absentLabels?: readonly string[];
  /** Requirements on the name of a node that all nodes of the pool meet, or none does, by `requirementKey`. */
  readonly nodeRequirements?: Readonly<Record<string, boolean>>;
  /** Values as text, keys with dots. */
  readonly sysctls: Readonly<Record<string, string>>;
  /** Kernel modules and their state on the nodes, as far as it is stated. */
  readonly modules: Readonly<Record<string, ModuleState>>;
  /** Network interfaces of the nodes; empty when not known. */
  readonly interfaces: readonly NodeInterface[];
  /** Internal addresses of the nodes, where Node objects tell. @default - not known */
  readonly addresses?: readonly string[];
  /** Whether the root file system cannot be written. */
  readonly readOnlyRoot: boolean | undefined;
  /** Whether the node itself is a container (kind, k3d). */
  readonly containerizedNode: boolean;
  /** Fixes that the vendor carries, as the owner of the pool declares. */
  readonly declaredBackports: readonly DeclaredBackport[];
}
