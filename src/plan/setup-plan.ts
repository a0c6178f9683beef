import type { NodePool } from '../cluster/node-pool';
import type { KernelSysctls } from '../manifests/sysctl-tuner';
import type { Labels } from '../manifests/node-selection';
import type { AutoTuning } from '../prediction/auto-tuning';
import type { Prediction } from '../prediction/prediction';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { PlatformConfiguration } from './platform-configuration';

/** On which Linux nodes an object's pods run. */
export interface NodeChoice {
  /** Labels of nodes: all of one set. @default - every node */
  readonly nodes?: readonly Labels[];
  /** A node with one of these labels is left out. @default - none */
  readonly excludedNodes?: readonly Labels[];
}

/** One kube-proxy: the base, on every node that no exception claims, or an exception, on the nodes of its pool. */
export interface PlannedKubeProxy {
  /** What the names of its objects end with; empty for the base. */
  readonly suffix: string;
  /** Names of the pools that it is known to run on. */
  readonly pools: readonly string[];
  readonly choice: NodeChoice;
  readonly version: KubeVersion;
  readonly configuration: PlatformConfiguration;
}

/** What to make for a cluster, so that every pool gets what is right for its kernel. */
export interface SetupPlan {
  /** The base first, then the exceptions by name. */
  readonly kubeProxies: readonly PlannedKubeProxy[];
  /** For nodes in IPVS mode whose operating system lets pods load modules. */
  readonly loader: { readonly modules: readonly string[]; readonly choice: NodeChoice } | undefined;
  /** Modules for the machine configuration of pools whose operating system loads none for pods. */
  readonly machineModules: readonly { readonly pool: string; readonly modules: readonly string[] }[];
  /** For nodes in IPVS mode, if there is anything to keep on the kernel of one. */
  readonly tuner: { readonly kernels: readonly KernelSysctls[]; readonly choice: NodeChoice } | undefined;
  /** What `connReuseMode: 'auto'` decided for each pool in IPVS mode, and why. */
  readonly autoTuning: readonly (AutoTuning & { readonly pool: string })[];
  /** What kube-proxy does on each pool with nobody to tune it. */
  readonly prediction: Prediction;
  /** The pools of the cluster, each without the labels by which others are told from it: what the objects are to be judged on. */
  readonly judgedPools: readonly NodePool[];
}
