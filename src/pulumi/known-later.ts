import * as pulumi from '@pulumi/pulumi';
import { isRecord } from '../kubernetes/untyped';

/** A value that may be known only once other resources are, as a whole or in its parts. */
export type InputOf<T> = [T] extends [string | number | boolean | undefined]
  ? pulumi.Input<T>
  : pulumi.Input<{ readonly [K in keyof T]: InputOf<T[K]> }>;

/** The settings, of which those named may be known later. */
export type WithInputs<T, K extends keyof T> = Omit<T, K> & { readonly [P in K]?: InputOf<NonNullable<T[P]>> };

/** Those of the properties that may be known later, and the others. */
export function splitInputs<T extends object, K extends keyof T>(
  props: T, names: readonly K[],
): { readonly inputs: Pick<T, K>; readonly plain: Omit<T, K> } {
  const thoseWith = (asInputs: boolean) => Object.fromEntries(Object.entries(props)
    .filter(([name]) => (names as readonly string[]).includes(name) === asInputs));
  return { inputs: thoseWith(true) as Pick<T, K>, plain: thoseWith(false) as Omit<T, K> };
}

/** Whether the value is an output or a promise, or has one inside. */
export function isKnownLater(value: unknown): boolean {
  return isOutput(value) || (isPlain(value) && Object.values(value).some(isKnownLater));
}

/** The places inside a value that are outputs or promises: `configuration.mode`, `extraArgs[0]`. */
export function outputsIn(value: unknown, path: string): string[] {
  if (isOutput(value)) {
    return [path];
  }
  return isPlain(value)
    ? Object.entries(value).flatMap(([key, item]) => outputsIn(item, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`))
    : [];
}

export function isOutput(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

export function isPlain(value: unknown): value is object {
  return Array.isArray(value) || (isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null));
}
