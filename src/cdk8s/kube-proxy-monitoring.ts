import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { planMonitoring, type MonitoringSettings } from '../plan/plan-monitoring';
import type { SetupOptions } from '../plan/setup-options';
import { plannedApiObject } from './planned-api-object';

/** Options of a KubeProxyMonitoring: those of the ClusterKubeProxy that it watches, and how. */
export interface KubeProxyMonitoringProps extends SetupOptions, MonitoringSettings {}

/**
 * Alerts, a dashboard and what has Prometheus scrape kube-proxy, for the modes, releases and pools of a cluster: a PrometheusRule and a
 * PodMonitor, which need the Prometheus Operator, and a ConfigMap for the sidecar of Grafana.
 */
export class KubeProxyMonitoring extends Construct {
  /** The PrometheusRule, the PodMonitor and the ConfigMap with the dashboard, as far as they are asked for. */
  public readonly apiObjects: readonly ApiObject[];

  public constructor(scope: Construct, id: string, props: KubeProxyMonitoringProps) {
    super(scope, id);
    this.apiObjects = planMonitoring(props).map(({ role, object }) => plannedApiObject(this, role, object));
  }
}
