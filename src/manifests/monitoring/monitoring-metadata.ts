import type { KubernetesObject } from '../../kubernetes/resource';
import { objectMetadata } from '../daemon-set';
import type { Labels } from '../node-selection';
import type { MonitoringOptions } from './monitoring-options';

const LABELS: Labels = {
  'app.kubernetes.io/name': 'kube-proxy-kit-monitoring',
  'app.kubernetes.io/component': 'monitoring',
  'app.kubernetes.io/part-of': 'kube-proxy-kit',
  'app.kubernetes.io/managed-by': 'kube-proxy-kit',
};

/** Name, namespace, labels and annotations of an object for Prometheus or Grafana. */
export function monitoringMetadata(options: MonitoringOptions, suffix = '', labels: Labels = {}): KubernetesObject['metadata'] {
  return objectMetadata(options, `${options.name ?? 'kube-proxy-kit'}${suffix}`, { ...options.labels, ...LABELS, ...labels });
}
