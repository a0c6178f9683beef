import type { KubernetesObject } from '../../kubernetes/resource';
import { applyJsonPatch } from '../json-patch';
import type { MonitoredCluster, MonitoredKubeProxy } from './monitored-cluster';
import { monitoringMetadata } from './monitoring-metadata';
import type { MonitoringOptions } from './monitoring-options';
import { literal } from './promql';

/** `job` of kube-proxy's series, whatever labels its pods have. */
export const KUBE_PROXY_JOB = 'kube-proxy';

/** The container, with us, kubeadm and EKS. */
const CONTAINER = 'kube-proxy';

/** Has Prometheus scrape every kube-proxy at the address of its node; the pods declare no port for it. */
export function podMonitor(
  { kubeProxies: [base, ...exceptions], podLabels, namespace }: MonitoredCluster, options: MonitoringOptions,
): KubernetesObject {
  const differing = exceptions.filter(({ metrics }) => metrics.port !== base.metrics.port);
  return applyJsonPatch<KubernetesObject>({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: monitoringMetadata(options),
    spec: {
      selector: { matchLabels: podLabels },
      namespaceSelector: { matchNames: [namespace] },
      podMetricsEndpoints: [{
        path: '/metrics',
        relabelings: [
          { action: 'keep', sourceLabels: ['__meta_kubernetes_pod_container_name'], regex: CONTAINER },
          ...addressOf(base, ['__meta_kubernetes_pod_ip'], ''),
          ...differing.flatMap((kubeProxy) =>
            addressOf(kubeProxy, ['__meta_kubernetes_pod_label_k8s_app', '__meta_kubernetes_pod_ip'], `${literal(kubeProxy.name)};`)),
          { action: 'replace', sourceLabels: ['__meta_kubernetes_pod_node_name'], targetLabel: 'node' },
          { action: 'replace', sourceLabels: ['__meta_kubernetes_pod_label_k8s_app'], targetLabel: 'daemonset' },
          { action: 'replace', targetLabel: 'job', replacement: KUBE_PROXY_JOB },
        ],
      }],
    },
  }, options.overrides?.podMonitor ?? []);
}

/** An IPv6 address stands in brackets before its port. */
function addressOf({ metrics: { port } }: MonitoredKubeProxy, sourceLabels: readonly string[], before: string): object[] {
  const address = { action: 'replace', sourceLabels, targetLabel: '__address__' };
  return [
    { ...address, regex: `${before}([^:]+)`, replacement: `$1:${port}` },
    { ...address, regex: `${before}(.*:.*)`, replacement: `[$1]:${port}` },
  ];
}
