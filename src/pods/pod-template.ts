import { EVERY_POOL, SELECTOR_OPERATORS, type PoolSelector, type SelectorRequirement, type SelectorTerm } from '../cluster/pool-selector';
import type { KubernetesObject, ObjectPath, Resource } from '../kubernetes/resource';
import { listOf, recordOf, textOf, textRecordOf, textsOf, type UntypedRecord } from '../kubernetes/untyped';

/** The pod of a Pod, or the template from which a workload makes its pods. */
export interface PodTemplate {
  readonly resource: Resource;
  /** Where it is in the object: `[]` for a Pod. */
  readonly path: ObjectPath;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: UntypedRecord;
  /** Where its pods may run, by node selector and required node affinity. */
  readonly pools: PoolSelector;
}

/** A container of a pod. */
export interface PodContainer {
  readonly name: string;
  readonly container: UntypedRecord;
  /** Where it is in the object. */
  readonly path: ObjectPath;
  /** True for an init container, restartable ones (sidecars) included. */
  readonly init: boolean;
}

const TEMPLATE_PATHS: Readonly<Record<string, ObjectPath>> = {
  Pod: [],
  Deployment: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  ReplicationController: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/** The pod template of a workload; `undefined` for every other kind. */
export function podTemplateOf(resource: Resource): PodTemplate | undefined {
  const path = Object.hasOwn(TEMPLATE_PATHS, resource.object.kind) ? TEMPLATE_PATHS[resource.object.kind] : undefined;
  if (path === undefined) {
    return undefined;
  }
  const template = path.reduce((value: unknown, key) => recordOf(value)[key], resource.object);
  const { metadata, spec } = recordOf(template) as Partial<KubernetesObject>;
  return {
    resource,
    path,
    labels: textRecordOf(metadata?.labels),
    annotations: textRecordOf(metadata?.annotations),
    spec: recordOf(spec),
    pools: poolSelectorOf(recordOf(spec)),
  };
}

/** Init containers first, in the order in which they start. */
export function containersOf(template: PodTemplate): PodContainer[] {
  return (['initContainers', 'containers'] as const).flatMap((field) => listOf(template.spec[field]).map((item, index) => ({
    name: textOf(recordOf(item).name) ?? '',
    container: recordOf(item),
    path: [...template.path, 'spec', field, index],
    init: field === 'initContainers',
  })));
}

function poolSelectorOf(spec: UntypedRecord): PoolSelector {
  const bySelector: SelectorTerm = Object.entries(textRecordOf(spec.nodeSelector))
    .map(([key, value]) => ({ key, operator: 'In', values: [value] }));
  const byName = textOf(spec.nodeName);
  const fixed = byName ? [...bySelector, { key: 'metadata.name', operator: 'In', values: [byName] } as const] : bySelector;
  const required = recordOf(recordOf(recordOf(spec.affinity).nodeAffinity).requiredDuringSchedulingIgnoredDuringExecution);
  if (!Array.isArray(required.nodeSelectorTerms)) {
    return fixed.length === 0 ? EVERY_POOL : { terms: [fixed] };
  }
  const terms = required.nodeSelectorTerms.map((term) => affinityTerm(recordOf(term)));
  // A term without requirements selects nothing; joined with the node selector it must still select nothing.
  return { terms: terms.filter((term) => term.length > 0).map((term) => [...fixed, ...term]) };
}

function affinityTerm(term: UntypedRecord): SelectorTerm {
  return [...listOf(term.matchExpressions), ...listOf(term.matchFields)].flatMap((item): SelectorRequirement[] => {
    const { key, operator, values } = recordOf(item);
    const known = SELECTOR_OPERATORS.find((candidate) => candidate === operator);
    return typeof key === 'string' && known ? [{ key, operator: known, values: textsOf(values) }] : [];
  });
}
