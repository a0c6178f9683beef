import { append } from '../../kubernetes/append';
import type { ObjectPath } from '../../kubernetes/resource';

/** A text somewhere in an object. */
export interface TextInObject {
  readonly text: string;
  readonly path: ObjectPath;
}

/** kubectl's own copy of the object. */
const COPY = 'kubectl.kubernetes.io/last-applied-configuration';

/** Every text in an object, in the order in which they are written; not those of the copy that kubectl keeps in an annotation. */
export function textsInObject(object: unknown): TextInObject[] {
  const found: TextInObject[] = [];
  // Not recursive: what is read may be nested as deep as somebody likes.
  const pending: { readonly value: unknown; readonly path: ObjectPath }[] = [{ value: object, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      found.push({ text: value, path });
    } else if (Array.isArray(value)) {
      append(pending, value.map((item: unknown, index) => ({ value: item, path: [...path, index] })).reverse());
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([key]) => key !== COPY);
      append(pending, members.map(([key, item]: [string, unknown]) => ({ value: item, path: [...path, key] })).reverse());
    }
  }
  return found;
}
