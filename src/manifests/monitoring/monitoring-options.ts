import type { JsonPatchOperation } from '../json-patch';
import type { Labels } from '../node-selection';
import type { AlertName } from './alert';
import type { KubeProxyScraping } from './monitored-cluster';

/** What the objects for Prometheus and Grafana can be told. */
export interface MonitoringOptions {
  /** Name of the objects. @default 'kube-proxy-kit' */
  readonly name?: string;
  /** Namespace of the objects. @default 'kube-system' */
  readonly namespace?: string;
  /** Further labels, such as the one by which a Prometheus selects: `{ release: 'kube-prometheus-stack' }`. @default - none */
  readonly labels?: Labels;
  /** Further annotations. @default - none */
  readonly annotations?: Labels;
  /**
   * How kube-proxy's metrics come to Prometheus: by a PodMonitor, which needs a `metricsBindAddress` that is not loopback; by something
   * `elsewhere` that you run, such as an agent on the node; or not at all (`none`), without the alerts that need them.
   *
   * @default 'pod-monitor'
   */
  readonly scraping?: KubeProxyScraping;
  /** Where the pages on alerts are; the name of one and `.md` are added. @default 'https://unpkg.com/kube-proxy-kit/docs/runbooks/' */
  readonly runbooks?: string;
  /** Alerts to leave out. @default - none */
  readonly withoutAlerts?: readonly AlertName[];
  /** Further labels of every alert, by which Alertmanager routes: `{ team: 'network' }`. @default - none */
  readonly alertLabels?: Labels;
  /** Whether to make the ConfigMap with the dashboard. @default true */
  readonly dashboard?: boolean;
  /** The label by which Grafana's sidecar finds dashboards. @default { grafana_dashboard: '1' } */
  readonly dashboardLabels?: Labels;
  /** `conn_tab_bits` with which the nodes load ip_vs: the connection table has 2 to the power of it buckets. @default 12 */
  readonly connectionTableBits?: number;
  /** Changes to the finished objects, applied as they are. @default - none */
  readonly overrides?: MonitoringOverrides;
}

/** JSON patches for the objects, each for its own. */
export interface MonitoringOverrides {
  /** For the PrometheusRule. @default - none */
  readonly prometheusRule?: readonly JsonPatchOperation[];
  /** For the PodMonitor. @default - none */
  readonly podMonitor?: readonly JsonPatchOperation[];
  /** For the ConfigMap with the dashboard. @default - none */
  readonly dashboard?: readonly JsonPatchOperation[];
}
