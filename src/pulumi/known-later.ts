import { isDeepStrictEqual } from 'node:util';
import * as pulumi from '@pulumi/pulumi';
import { isRecord } from '../kubernetes/untyped';
import { brief } from './brief-error';

/** A value that may be known only once other resources are, as a whole or in its parts. */
export type InputOf<T> = [T] extends [string | number | boolean | undefined]
  ? pulumi.Input<T>
  : pulumi.Input<{ readonly [K in keyof T]: InputOf<T[K]> }>;

/** The settings, of which those named may be known later. */
export type WithInputs<T, K extends keyof T> = Omit<T, K> & { readonly [P in K]?: InputOf<NonNullable<T[P]>> };

/** What is made of settings some of which are known later. */
export interface Made<T> {
  /** With an output wherever a value follows from a setting that is known later; everything else is plain. */
  readonly value: T;
  /** With a stand-in wherever a value follows from a setting that is known later. */
  readonly judged: T;
}

/** Two of them: what differs between the objects that they lead to is what follows from them. */
const STAND_INS = ['known-later', 'known-even-later'];

/** Stand-ins for settings that are no text. Two of them have no keys and no length in common, so that nothing is taken for theirs. */
const SHAPES: Readonly<Record<string, (text: string) => unknown>> = {
  labels: (text) => ({ [text]: text }),
  annotations: (text) => ({ [text]: text }),
  resources: (text) => ({ [text]: text }),
  imagePullSecrets: (text) => text.split('-'),
  apiServer: (text) => `https://${text}`,
};

/**
 * Makes objects of settings, some of which are known later, so that a preview still shows everything that does not depend on them.
 *
 * @param settings plain values, outputs and promises, at any depth; nothing with a prototype of its own
 * @param make a pure function of the settings
 */
export function makeOf<S extends object, T>(settings: S, make: (settings: S) => T): Made<T> {
  if (!isKnownLater(settings)) {
    const value = make(settings);
    return { value, judged: value };
  }
  const [one, other] = STAND_INS.map((text) => make(mapValues(settings, (value, key) => standIn(value, text, SHAPES[key])) as S));
  const real = pulumi.output(settings).apply((resolved) => {
    try {
      // The SDK resolves outputs inside, and has no type for that.
      return make(resolved as S);
    } catch (error) {
      // What is thrown here ends the program; as a RunError without a stack.
      throw error instanceof Error ? brief(new pulumi.RunError(error.message)) : error;
    }
  });
  return { value: withOutputs(one, other, real) as T, judged: one };
}

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

function isOutput(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

function isPlain(value: unknown): value is object {
  return Array.isArray(value) || (isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null));
}

function standIn(value: unknown, text: string, shape: (text: string) => unknown = (same) => same): unknown {
  if (isOutput(value)) {
    return shape(text);
  }
  return isPlain(value) ? mapValues(value, (item) => standIn(item, text)) : value;
}

/** One of two values, with an output wherever they differ. */
function withOutputs(one: unknown, other: unknown, real: pulumi.Output<unknown>, path: readonly string[] = []): unknown {
  if (isDeepStrictEqual(one, other)) {
    return one;
  }
  if (isPlain(one) && isPlain(other) && isDeepStrictEqual(Object.keys(one), Object.keys(other))) {
    return mapValues(one, (item, key) => withOutputs(item, (other as Record<string, unknown>)[key], real, [...path, key]));
  }
  return real.apply((value) => path.reduce((part, key) => (part as Record<string, unknown>)[key], value));
}

function mapValues(container: object, map: (value: unknown, key: string) => unknown): unknown {
  const mapped = Object.entries(container).map(([key, value]) => [key, map(value, key)] as const);
  return Array.isArray(container) ? mapped.map(([, value]) => value) : Object.fromEntries(mapped);
}
