import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../kubernetes/untyped';
import { invalidOption } from '../kubernetes/invalid-option';

/** An operation of RFC 6902. `path` and `from` are JSON pointers: `/spec/template/spec/containers/0/image`. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string };

type Container = unknown[] | Record<string, unknown>;

/**
 * Applies the operations in order to a copy of a document. In the copy no two places share an object, so that a change in one does
 * not show in the other.
 *
 * @throws Error that names the operation and its path, when one cannot be applied
 */
export function applyJsonPatch<T>(document: T, operations: readonly JsonPatchOperation[]): T {
  if (!Array.isArray(operations) || operations.some((operation) => !isRecord(operation))) {
    throw invalidOption('overrides', operations, "a list of JSON patch operations, [{ op: 'add', path: '/metadata/labels/team', value: 'net' }]");
  }
  const root: { document: unknown } = { document: plainCopy(document) };
  operations.forEach((operation, index) => apply(root, operation, `overrides[${index}]`));
  return root.document as T;
}

function plainCopy(document: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(document));
  } catch (error) {
    throw new Error(`an object of Kubernetes has texts, numbers, booleans, lists and objects alone: ${(error as Error).message.replace(/\s+/g, ' ')}`);
  }
}

/** The document is a property of a root of its own, so that the empty pointer is a place like any other. */
function apply(root: { document: unknown }, operation: JsonPatchOperation, name: string): void {
  const path = tokensOf(operation.path, `${name}.path`);
  const target = () => locate(root, path, `${name}.path`, operation.path);
  if (['add', 'replace', 'test'].includes(operation.op) && (!('value' in operation) || operation.value === undefined)) {
    throw invalidOption(`${name}.value`, undefined, `a value to ${operation.op} at ${operation.path}; null for none`);
  }
  switch (operation.op) {
    case 'add':
      return target().add(structuredClone(operation.value));
    case 'remove':
      target().remove();
      return;
    case 'replace':
      return target().replace(structuredClone(operation.value));
    case 'move':
    case 'copy': {
      const from = tokensOf(operation.from, `${name}.from`);
      if (operation.op === 'move' && from.length < path.length && from.every((token, index) => token === path[index])) {
        throw invalidOption(`${name}.path`, operation.path, `a place that is not inside ${operation.from}, which moves there`);
      }
      const source = locate(root, from, `${name}.from`, operation.from);
      const value = operation.op === 'move' ? source.remove() : structuredClone(source.get());
      return target().add(value);
    }
    case 'test': {
      const found = target().get();
      if (!isDeepStrictEqual(found, operation.value)) {
        throw new Error(`${name}: ${operation.path} is ${JSON.stringify(found)}, the test wants ${JSON.stringify(operation.value)}`);
      }
      return;
    }
    default:
      throw invalidOption(`${name}.op`, (operation as { readonly op: unknown }).op, 'add, remove, replace, move, copy, test');
  }
}

function tokensOf(pointer: string, property: string): string[] {
  if (typeof pointer !== 'string' || !/^(\/([^~/]|~[01])*)*$/.test(pointer)) {
    throw invalidOption(property, pointer, 'a JSON pointer such as /spec/template/spec/priorityClassName, with ~1 for a slash and ~0 for a tilde in a name');
  }
  return ['document', ...pointer.split('/').slice(1).map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))];
}

interface Place {
  get(): unknown;
  add(value: unknown): void;
  replace(value: unknown): void;
  remove(): unknown;
}

function locate(root: object, tokens: readonly string[], property: string, pointer: string): Place {
  const fail = (allowed: string) => invalidOption(property, pointer, allowed);
  const key = tokens[tokens.length - 1];
  const parent = tokens.slice(0, -1).reduce((value: unknown, token) => {
    const next = isContainer(value) && has(value, token) ? child(value, token) : undefined;
    if (!isContainer(next)) {
      throw fail(`a path whose parents exist; there is no object or list at ${JSON.stringify(token)}`);
    }
    return next;
  }, root) as Container;
  const existing = () => {
    if (!has(parent, key)) {
      throw fail(Array.isArray(parent) ? `an index that exists: the list has ${parent.length} elements` : 'a path that exists; use add for a new one');
    }
    return child(parent, key);
  };
  const set = (value: unknown) => {
    Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
  };
  return {
    get: existing,
    add: (value) => {
      if (!Array.isArray(parent)) {
        set(value);
      } else if (key === '-' || (isIndex(key) && Number(key) <= parent.length)) {
        parent.splice(key === '-' ? parent.length : Number(key), 0, value);
      } else {
        throw fail(`0 to ${parent.length}, or - for the end of the list`);
      }
    },
    replace: (value) => {
      existing();
      set(value);
    },
    remove: () => {
      const removed = existing();
      if (Array.isArray(parent)) {
        parent.splice(Number(key), 1);
      } else {
        delete parent[key];
      }
      return removed;
    },
  };
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function isIndex(token: string): boolean {
  return /^(0|[1-9]\d*)$/.test(token);
}

function has(container: Container, token: string): boolean {
  return Array.isArray(container) ? isIndex(token) && Number(token) < container.length : Object.hasOwn(container, token);
}

function child(container: Container, token: string): unknown {
  return Array.isArray(container) ? container[Number(token)] : container[token];
}
