import type { ProxyMode } from '../../config/configuration';
import type { KubeVersion } from '../../facts/kube-proxy/kube-version';

/** A kube-proxy of the cluster, as its metrics show it. */
export interface MonitoredKubeProxy {
  /** Of its DaemonSet. */
  readonly name: string;
  /** The pools that it is known to run on. */
  readonly pools: readonly string[];
  readonly version: KubeVersion;
  /** The mode that it asks for; `undefined` for one that is none. */
  readonly mode: ProxyMode | undefined;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** Where it serves its metrics. */
  readonly metrics: { readonly host: string; readonly port: number };
  /** Whether the limit of conntrack follows from the number of cores. */
  readonly conntrackByCores: boolean;
}

/** A Linux pool of the cluster, as alerts name it. */
export interface MonitoredPool {
  readonly name: string;
  /** As `uname -r` prints it. */
  readonly kernel: string;
  /** Of its kube-proxy. */
  readonly version: KubeVersion;
  readonly mode: ProxyMode | undefined;
  /** Value of `net.ipv4.vs.conn_reuse_mode` that the tuner keeps; `undefined` where it keeps none. */
  readonly reuseMode: string | undefined;
  /** What reused source ports meet with all that is set up; `undefined` where they meet no fault, or that is not known. */
  readonly fault: string | undefined;
  /** What they would meet without the tuner; `undefined` likewise. */
  readonly faultWithoutTuner: string | undefined;
}

/** A DaemonSet of ours that alerts watch. */
export interface MonitoredAgent {
  readonly namespace: string;
  readonly name: string;
}

/** How kube-proxy's metrics come to Prometheus. */
export type KubeProxyScraping = 'pod-monitor' | 'elsewhere' | 'none';

/** What alerts, dashboard and PodMonitor are made of. */
export interface MonitoredCluster {
  /** The base first. */
  readonly kubeProxies: readonly MonitoredKubeProxy[];
  readonly pools: readonly MonitoredPool[];
  /** Namespace of the kube-proxies. */
  readonly namespace: string;
  /** Labels that the pods of all kube-proxies have. */
  readonly podLabels: Readonly<Record<string, string>>;
  readonly scraping: KubeProxyScraping;
  readonly sysctlTuner: MonitoredAgent | undefined;
  readonly moduleLoader: MonitoredAgent | undefined;
  /** `conn_tab_bits` with which ip_vs is loaded. */
  readonly connectionTableBits: number;
}

/** Whether some kube-proxy of the cluster runs in a mode. */
export function runsMode({ kubeProxies }: MonitoredCluster, mode: ProxyMode): boolean {
  return kubeProxies.some((kubeProxy) => kubeProxy.mode === mode);
}
