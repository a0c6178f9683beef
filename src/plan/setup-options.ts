import type { Cluster } from '../cluster/cluster';
import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';

/** Value of `net.ipv4.vs.conn_reuse_mode`: `auto` takes for each pool the one that is right for its kernel. */
export type ConnReuseMode = 'auto' | 0 | 1;

/** What a cluster's kube-proxy is to be. */
export interface SetupOptions {
  /** The cluster whose pools it is made for and judged on. */
  readonly cluster: Cluster;
  /** kube-proxy's version on pools that do not name their own. @default - the cluster's Kubernetes version */
  readonly version?: string;
  /** Configuration of every pool. */
  readonly configuration: KubeProxyConfigurationProps;
  /** Laid over `configuration` on the pools named. @default - none */
  readonly poolConfigurations?: Readonly<Record<string, KubeProxyConfigurationProps>>;
  /** Value of `net.ipv4.vs.conn_reuse_mode` that the tuner keeps. @default 'auto' */
  readonly connReuseMode?: ConnReuseMode;
  /** Further sysctls that the tuner keeps on pools in IPVS mode. @default - none */
  readonly sysctls?: Readonly<Record<string, string | number>>;
}

/** These options, out of more. */
export function setupOptions({ cluster, version, configuration, poolConfigurations, connReuseMode, sysctls }: SetupOptions): SetupOptions {
  return { cluster, version, configuration, poolConfigurations, connReuseMode, sysctls };
}
