import type { Cluster } from '../cluster/cluster';
import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';

/** Value of `net.ipv4.vs.conn_reuse_mode`: `auto` takes for each kernel the one that is right. */
export type ConnReuseMode = 'auto' | 0 | 1;

/** Which kube-proxy the nodes of a cluster run, and how. */
export interface PoolSetupOptions {
  /** The cluster whose pools it is made for and judged on. */
  readonly cluster: Cluster;
  /**
   * kube-proxy's version on all nodes but those of pools that name their own. @default - the cluster's Kubernetes version, else the one
   * version that all Linux pools name
   */
  readonly version?: string;
  /** Configuration of every node, those of no described pool included. */
  readonly configuration: KubeProxyConfigurationProps;
  /** Laid over `configuration` on the pools named; a pool for which that changes something gets objects of its own. @default - none */
  readonly poolConfigurations?: Readonly<Record<string, KubeProxyConfigurationProps>>;
}

/** What a cluster's kube-proxy is to be. */
export interface SetupOptions extends PoolSetupOptions {
  /** Value of `net.ipv4.vs.conn_reuse_mode` that the tuner keeps. @default 'auto' */
  readonly connReuseMode?: ConnReuseMode;
  /** Further sysctls that the tuner keeps on nodes in IPVS mode. @default - none */
  readonly sysctls?: Readonly<Record<string, string | number>>;
}

/** These options, out of more. */
export function setupOptions({ cluster, version, configuration, poolConfigurations, connReuseMode, sysctls }: SetupOptions): SetupOptions {
  return { cluster, version, configuration, poolConfigurations, connReuseMode, sysctls };
}
