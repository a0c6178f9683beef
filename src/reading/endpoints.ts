import { podTemplateOf } from '../cluster/pod-template';
import type { Resource } from '../cluster/resource';
import { recordOf, textRecordOf } from '../cluster/untyped';

const REPLICATED = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController']);

/**
 * How many endpoints the Services have at least: for each, the replicas of the workloads that it selects. DaemonSets count once, since
 * the number of their pods is not known; what an autoscaler sets is not known either.
 */
export function endpointsOf(resources: readonly Resource[]): number {
  const pods = new Map<string, { readonly labels: Readonly<Record<string, string>>; readonly replicas: number }[]>();
  for (const resource of resources) {
    const template = podTemplateOf(resource);
    // What belongs to another object is counted there.
    if (template && recordOf(resource.object.metadata).ownerReferences === undefined) {
      const { replicas } = recordOf(resource.object.spec);
      const count = REPLICATED.has(resource.object.kind) && typeof replicas === 'number' ? replicas : 1;
      const namespace = namespaceOf(resource);
      pods.set(namespace, [...pods.get(namespace) ?? [], { labels: template.labels, replicas: count }]);
    }
  }
  let endpoints = 0;
  for (const resource of resources.filter(({ object }) => object.kind === 'Service')) {
    const selector = Object.entries(textRecordOf(recordOf(resource.object.spec).selector));
    if (selector.length > 0) {
      const selected = (pods.get(namespaceOf(resource)) ?? []).filter(({ labels }) => selector.every(([key, value]) => labels[key] === value));
      endpoints += selected.reduce((sum, { replicas }) => sum + replicas, 0);
    }
  }
  return endpoints;
}

function namespaceOf({ object: { metadata } }: Resource): string {
  return metadata.namespace ?? 'default';
}
