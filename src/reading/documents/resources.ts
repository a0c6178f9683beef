import type { KubernetesObject, ObjectPath, Resource } from '../../kubernetes/resource';
import { isRecord, recordOf, textOf } from '../../kubernetes/untyped';
import type { ReadDocument } from './input-text';

/** The Kubernetes objects of a document; lists are taken apart, lists in lists as well. Empty for what is no object. */
export function resourcesOf({ document, value }: ReadDocument, path: ObjectPath = []): Resource[] {
  if (!isRecord(value) || typeof value.kind !== 'string' || typeof value.apiVersion !== 'string') {
    return [];
  }
  if (value.kind.endsWith('List') && Array.isArray(value.items)) {
    return value.items.flatMap((item, index) => resourcesOf({ document, value: typedItem(value, item) }, [...path, 'items', index]));
  }
  const object = withTextNames({ ...value, metadata: recordOf(value.metadata) } as unknown as KubernetesObject);
  return [{
    object,
    name: resourceName(object),
    locate: (inner = []) => document.locate([...path, ...inner]),
    locateInside: (inner, line, column) => document.locateInside([...path, ...inner], line, column),
  }];
}

/** Names of another type than text, which no API server takes, as text or left out. */
export function withTextNames(object: KubernetesObject): KubernetesObject {
  const { name, namespace } = object.metadata;
  return [name, namespace].every((text) => text === undefined || typeof text === 'string')
    ? object
    : { ...object, metadata: { ...object.metadata, name: textOf(name), namespace: textOf(namespace) } };
}

/** An item of a list; those of a typed one (ServiceList) need not repeat what they are. */
export function typedItem(list: unknown, item: unknown): unknown {
  const { kind, apiVersion } = recordOf(list);
  return typeof kind === 'string' && /.List$/.test(kind) && isRecord(item) && item.kind === undefined
    ? { apiVersion, ...item, kind: kind.slice(0, -'List'.length) }
    : item;
}

/** `kind namespace/name`, or `kind name`. */
export function resourceName({ kind, metadata: { namespace, name } }: KubernetesObject): string {
  return `${kind} ${namespace ? `${namespace}/` : ''}${name ?? '(without a name)'}`;
}
