import type { Resource } from '../../kubernetes/resource';
import { listOf, recordOf, textOf } from '../../kubernetes/untyped';

/** Kinds that are made from the template of their owner, so that all of one owner are alike. */
const FROM_TEMPLATE = new Set(['Pod', 'ReplicaSet', 'Job']);

/**
 * Leaves out what another object of the input makes (the pods of a DaemonSet), which is that object once more. Of what an object makes
 * that is not in the input, and of the copies that the API server shows of one static pod on many nodes, the first stands for all.
 */
export function withoutOwned(resources: readonly Resource[]): Resource[] {
  const names = new Set(resources.map(({ object: { kind, metadata } }) => `${kind} ${metadata.namespace}/${metadata.name}`));
  const seen = new Set<string>();
  return resources.filter((resource) => {
    const owner = ownerOf(resource);
    if (owner === undefined) {
      return true;
    }
    const isFirst = !names.has(owner) && !seen.has(owner);
    seen.add(owner);
    return isFirst;
  });
}

/** `kind namespace/name` of what makes an object. A static pod on a node is made by a file, whose name is that of the pod without the node's. */
function ownerOf({ object: { kind: made, metadata, spec } }: Resource): string | undefined {
  if (!FROM_TEMPLATE.has(made)) {
    return undefined;
  }
  const owner = listOf(recordOf(metadata).ownerReferences).map(recordOf).find(({ kind, controller }) => controller === true || kind === 'Node');
  const [kind, name] = [textOf(owner?.kind), textOf(owner?.name)];
  if (kind === undefined || name === undefined) {
    return undefined;
  }
  const node = textOf(recordOf(spec).nodeName) ?? name;
  return kind === 'Node'
    ? `file ${metadata.namespace}/${(metadata.name ?? '').replace(`-${node}`, '')}`
    : `${kind} ${metadata.namespace}/${name}`;
}
