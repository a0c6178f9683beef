import type { Cluster } from '../cluster/cluster';
import type { Location } from '../kubernetes/location';
import type { Writer } from './writer';
import type { KubeProxyInstance } from './kube-proxy-instance';
import type { Workloads } from './workloads';

/** A part of the input that could not be read; everything else is still judged. */
export interface UnreadableInput {
  /** File, or `kind namespace/name`. */
  readonly name: string;
  /** `kind namespace/name`; `undefined` for a file. */
  readonly resource: string | undefined;
  /** Where reading failed; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** What is wrong and what to do, one line. */
  readonly message: string;
}

/** A section of an installer's document that is meant for kube-proxy, and that the installer drops. */
export interface DroppedSection {
  /** File, or `kind namespace/name`. */
  readonly name: string;
  /** `kind namespace/name`; `undefined` for a file. */
  readonly resource: string | undefined;
  /** Where the section begins; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** `kubeProxy`. */
  readonly path: string;
  /** Kind and API version of the document: `ClusterConfiguration (kubeadm.k8s.io/v1beta3)`. */
  readonly document: string;
  /** The mode that it asks for, as it is written; `undefined` when it names none. */
  readonly mode: string | undefined;
}

/** Something in the input that sets up kube-proxy, or may do so, and has to be rendered or built before it can be judged. */
export interface NotRead {
  /** The file, or the folder of the chart, overlay or templates. */
  readonly name: string;
  /** Where it stands; `undefined` for a whole file or folder. */
  readonly location: Location | undefined;
  /** What was not read, one sentence. */
  readonly message: string;
  /** Why it was not read. */
  readonly because: string;
  /** One thing to do. */
  readonly remedy: string;
}

/** What became of one file of the input. */
export interface ListedFile {
  /** Its path, as the report names it. */
  readonly file: string;
  /**
   * - `read`: something of it was judged
   * - `nothing-found`: it was read, and nothing in it concerns kube-proxy
   * - `skipped`: it was not read
   */
  readonly outcome: 'read' | 'nothing-found' | 'skipped';
  /** What it was read as, or why it was skipped. */
  readonly because: string;
}

/** One of several clusters that the input describes. */
export interface DeclaredCluster {
  /** The folder or file that describes it, with the object where the file describes several. */
  readonly name: string;
  /** What the input states of this cluster. */
  readonly declaration: Declaration;
}

/** Everything that the input states. Predictions are made from this and nothing else. */
export interface Declaration {
  /** Version, pools and network. */
  readonly cluster: Cluster;
  /** Whatever runs or configures kube-proxy. */
  readonly kubeProxies: readonly KubeProxyInstance[];
  /** What is meant for kube-proxy and does not reach it. */
  readonly droppedSections: readonly DroppedSection[];
  /** Everybody else who writes sysctls or loads modules on nodes. */
  readonly writers: readonly Writer[];
  /** Services and other objects that kube-proxy's mode decides about. */
  readonly workloads: Workloads;
  /** What could not be read. */
  readonly unreadable: readonly UnreadableInput[];
  /**
   * The clusters that the input describes, where its files contradict each other. Each is judged by itself; everything else here belongs to
   * none of them, and nothing of it is held against a kube-proxy. @default - the input describes one cluster
   */
  readonly clusters?: readonly DeclaredCluster[];
  /** What the files contradict each other on: `kubernetesVersion`, `serviceCidrs`, `ConfigMap kube-system/kube-proxy`. @default - nothing */
  readonly disputed?: readonly string[];
  /** Files that say something of a cluster which contradicts the others, and that were left out for it. @default - none */
  readonly leftOut?: readonly string[];
  /** What could not be judged as it is; no fault. @default - everything was */
  readonly notRead?: readonly NotRead[];
  /** Every file that was looked at. @default - none */
  readonly files?: readonly ListedFile[];
}
