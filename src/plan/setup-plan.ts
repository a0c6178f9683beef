import type { Platform } from '../cluster/cluster';
import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';
import type { Labels } from '../manifests/node-selection';
import type { AutoTuning } from '../prediction/auto-tuning';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';

/** Pools with one and the same object, and how it tells their nodes from others. */
export interface PlannedObject {
  /** What its name ends with; empty for the only group. */
  readonly suffix: string;
  readonly pools: readonly string[];
  /** Labels that select the nodes; `undefined` for all nodes. */
  readonly nodes: readonly Labels[] | undefined;
}

export interface PlannedKubeProxy extends PlannedObject {
  readonly version: KubeVersion;
  readonly platform: Platform;
  readonly configuration: KubeProxyConfigurationProps;
}

export interface PlannedLoader extends PlannedObject {
  readonly modules: readonly string[];
}

export interface PlannedTuner extends PlannedObject {
  readonly sysctls: Readonly<Record<string, string | number>>;
}

/** What to generate for a cluster, so that every pool gets what is right for its kernel. */
export interface SetupPlan {
  readonly kubeProxies: readonly PlannedKubeProxy[];
  /** For pools in IPVS mode whose operating system lets pods load modules. */
  readonly loaders: readonly PlannedLoader[];
  /** Modules for the machine configuration of pools whose operating system loads none for pods. */
  readonly machineModules: readonly { readonly pool: string; readonly modules: readonly string[] }[];
  readonly tuners: readonly PlannedTuner[];
  /** What `connReuseMode: 'auto'` decided for each pool in IPVS mode, and why. */
  readonly autoTuning: readonly (AutoTuning & { readonly pool: string })[];
}
