import type { MonitoredCluster } from './monitored-cluster';

/** The name of an alert. */
export type AlertName =
  | 'KubeProxySysctlTunerNotReady' | 'KubeProxyModuleLoaderNotReady' | 'KubeProxyKernelNotJudged'
  | 'KubeProxyNotScraped' | 'KubeProxyNotSyncing' | 'KubeProxySyncFailing' | 'KubeProxyProgrammingSlow'
  | 'KubeProxyConntrackNearLimit' | 'KubeProxyConntrackCapReached' | 'KubeProxyIpvsTableCrowded'
  | 'KubeProxySynRetransmissions'
  | 'KubeProxyModeDeadline' | 'KubeProxyReleaseUnsupported';

/** Every alert there is; which of them a cluster gets depends on its modes, releases and pools. */
export const ALERT_NAMES = Object.keys({
  KubeProxySysctlTunerNotReady: 0, KubeProxyModuleLoaderNotReady: 0, KubeProxyKernelNotJudged: 0,
  KubeProxyNotScraped: 0, KubeProxyNotSyncing: 0, KubeProxySyncFailing: 0, KubeProxyProgrammingSlow: 0,
  KubeProxyConntrackNearLimit: 0, KubeProxyConntrackCapReached: 0, KubeProxyIpvsTableCrowded: 0,
  KubeProxySynRetransmissions: 0,
  KubeProxyModeDeadline: 0, KubeProxyReleaseUnsupported: 0,
} satisfies Record<AlertName, 0>) as readonly AlertName[];

/** An alert as one cluster gets it. */
export interface Alert {
  readonly name: AlertName;
  /** `critical`: Services fail, or will with the next change; `warning`: look at it today; `info`: plan it. */
  readonly severity: 'critical' | 'warning' | 'info';
  /** PromQL. */
  readonly expr: string;
  /** How long it must hold, as Prometheus writes it. @default - it fires at once */
  readonly for?: string;
  /** One sentence, with Prometheus' templates. */
  readonly summary: string;
  /** What it means here, with the facts of the pools. */
  readonly description: string;
}

/** Alerts on one subject. */
export interface AlertGroup {
  /** Of the group of rules. */
  readonly name: string;
  /** Those that a cluster gets; none where it has nothing of the kind. */
  readonly alerts: (cluster: MonitoredCluster) => readonly Alert[];
}

/** The page that tells what to do: `kube-proxy-not-syncing`. */
export function runbookOf(name: AlertName): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

/** The node that an alert on metrics of kube-proxy is about: not every scraper says which. */
export const NODE_OF_SERIES = '{{ if $labels.node }}{{ $labels.node }}{{ else }}{{ $labels.instance }}{{ end }}';

/** A text that Prometheus is not to take for a template. */
export function plain(text: string): string {
  return text.replaceAll('{{', '{{"{{"}}');
}
