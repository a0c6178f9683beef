import { createHash } from 'node:crypto';

/** JSON with sorted keys: equal for values that are equal whatever the order in which they were written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (isPlainObject(item) ? Object.fromEntries(Object.entries(item).sort(byKey)) : item)) ?? '';
}

/** SHA-256 of a value, in hexadecimal: what an annotation carries so that a change rolls the pods. */
export function checksum(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byKey([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
