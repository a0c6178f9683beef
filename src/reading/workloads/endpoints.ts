import { containersOf, podTemplateOf } from '../../pods/pod-template';
import type { Resource } from '../../kubernetes/resource';
import { listOf, recordOf } from '../../kubernetes/untyped';
import { kindOf } from '../documents/relevance';

/** Kinds whose pods may serve; what an autoscaler sets, or how many nodes a DaemonSet finds, is not known. */
const SERVING = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController', 'DaemonSet', 'Pod']);

/** How many endpoints a workload makes at least: its replicas, when its containers have ports and nothing else owns it. */
export function endpointsOf(resource: Resource): number {
  const template = SERVING.has(resource.object.kind) ? podTemplateOf(resource) : undefined;
  const serves = template && containersOf(template).some(({ container }) => listOf(container.ports).length > 0);
  return serves && recordOf(resource.object.metadata).ownerReferences === undefined ? count(recordOf(resource.object.spec).replicas) : 0;
}

/** The same, told from the text of a document that is not parsed. */
export function endpointsInText(text: string): number {
  if (!SERVING.has(kindOf(text) ?? '') || !text.includes('containerPort') || text.includes('ownerReferences')) {
    return 0;
  }
  return count(Number(/^ {0,8}["']?replicas["']?: *(\d+)/m.exec(text)?.[1] ?? NaN));
}

function count(replicas: unknown): number {
  return typeof replicas === 'number' && Number.isInteger(replicas) ? replicas : 1;
}
