import type { KubernetesObject } from '../../kubernetes/resource';
import { invalidOption } from '../../kubernetes/invalid-option';
import { applyJsonPatch } from '../json-patch';
import { ALERT_NAMES, runbookOf, type Alert } from './alert';
import { ALERT_GROUPS } from './alerts';
import type { MonitoredCluster } from './monitored-cluster';
import { monitoringMetadata } from './monitoring-metadata';
import type { MonitoringOptions } from './monitoring-options';

const RUNBOOKS = 'https://unpkg.com/kube-proxy-kit/docs/runbooks/';

/** The alerts of a cluster. @throws Error when an alert that is to be left out does not exist */
export function prometheusRule(cluster: MonitoredCluster, options: MonitoringOptions): KubernetesObject {
  const { withoutAlerts = [] } = options;
  const unknown = withoutAlerts.find((name) => !ALERT_NAMES.includes(name));
  if (unknown !== undefined) {
    throw invalidOption('withoutAlerts', unknown, ALERT_NAMES.join(', '));
  }
  const groups = ALERT_GROUPS.map(({ name, alerts }) => ({
    name,
    rules: alerts(cluster).filter((alert) => !withoutAlerts.includes(alert.name)).map((alert) => rule(alert, options)),
  }));
  return applyJsonPatch<KubernetesObject>({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: monitoringMetadata(options),
    spec: { groups: groups.filter(({ rules }) => rules.length > 0) },
  }, options.overrides?.prometheusRule ?? []);
}

function rule({ name, severity, expr, for: holding, summary, description }: Alert, { alertLabels, runbooks = RUNBOOKS }: MonitoringOptions): object {
  return {
    alert: name,
    expr,
    ...holding === undefined ? {} : { for: holding },
    labels: { ...alertLabels, severity },
    annotations: { summary, description, runbook_url: `${runbooks.replace(/\/$/, '')}/${runbookOf(name)}.md` },
  };
}
