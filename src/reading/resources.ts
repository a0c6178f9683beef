import type { KubernetesObject, ObjectPath, Resource } from '../cluster/resource';
import { isRecord, listOf } from '../cluster/untyped';
import type { ReadDocument } from './input-text';

/** The Kubernetes objects of a document; lists are taken apart, lists in lists as well. Empty for what is no object. */
export function resourcesOf({ document, value }: ReadDocument, path: ObjectPath = []): Resource[] {
  if (!isRecord(value) || typeof value.kind !== 'string' || typeof value.apiVersion !== 'string') {
    return [];
  }
  if (value.kind.endsWith('List') && Array.isArray(value.items)) {
    return listOf(value.items).flatMap((item, index) => {
      // The items of a typed list (ServiceList) need not repeat what they are.
      const kind = value.kind === 'List' ? undefined : String(value.kind).slice(0, -'List'.length);
      const typed = isRecord(item) ? { apiVersion: value.apiVersion, ...(kind && { kind }), ...item } : item;
      return resourcesOf({ document, value: typed }, [...path, 'items', index]);
    });
  }
  const object = { ...value, metadata: isRecord(value.metadata) ? value.metadata : {} } as KubernetesObject;
  return [{
    object,
    name: resourceName(object),
    locate: (inner = []) => document.locate([...path, ...inner]),
    locateInside: (inner, line, column) => document.locateInside([...path, ...inner], line, column),
  }];
}

/** `kind namespace/name`, or `kind name`. */
export function resourceName({ kind, metadata: { namespace, name } }: KubernetesObject): string {
  return `${kind} ${namespace ? `${namespace}/` : ''}${name ?? '(without a name)'}`;
}
