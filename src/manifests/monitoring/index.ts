export { ALERT_NAMES, runbookOf, type Alert, type AlertName } from './alert';
export { alertsOf } from './alerts';
export { dashboard, dashboardConfigMap } from './dashboard';
export type { KubeProxyScraping, MonitoredAgent, MonitoredCluster, MonitoredKubeProxy, MonitoredPool } from './monitored-cluster';
export type { MonitoringOptions, MonitoringOverrides } from './monitoring-options';
export { podMonitor } from './pod-monitor';
export { prometheusRule } from './prometheus-rule';
