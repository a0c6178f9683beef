import type { ObjectPath } from './resource';
import { shownValue } from './shown-value';
import { isRecord, type UntypedRecord } from './untyped';

/** A value that is not allowed, where it stands, and what is allowed. */
export interface InputProblem {
  /** Path into what was read. */
  readonly path: ObjectPath;
  /** Names the property, the value and what is allowed; one line. */
  readonly message: string;
}

/** Gives the value once it is checked, or `undefined` when it is not allowed. */
export type Check<T> = (value: unknown) => T | undefined;

/** Reads the properties of a mapping that users wrote and collects what is wrong with them; a property that is null counts as left out. */
export class PropertyReader {
  public readonly problems: InputProblem[] = [];

  public constructor(private readonly input: UntypedRecord, private readonly path: ObjectPath = []) {}

  /** A property's value; `undefined` when it is left out or not allowed. */
  public read<T>(name: string, allowed: string, check: Check<T>): T | undefined {
    const value = this.input[name];
    return value === undefined || value === null ? undefined : this.checked([name], value, allowed, check);
  }

  /** The entries of a mapping; those that are not allowed are left out. */
  public entries<T>(name: string, keys: { allowed: string; check: Check<string> }, values: { allowed: string; check: Check<T> }): Record<string, T> {
    const mapping = this.read(name, 'a mapping', (value) => (isRecord(value) ? value : undefined)) ?? {};
    const entries = Object.entries(mapping).flatMap(([key, value]) => {
      const checkedKey = this.checked([name, key], key, keys.allowed, keys.check);
      const checkedValue = this.checked([name, key], value, values.allowed, values.check);
      return checkedKey === undefined || checkedValue === undefined ? [] : [[checkedKey, checkedValue] as const];
    });
    return Object.fromEntries(entries);
  }

  /** The items of a list; those that are not allowed are left out. */
  public items<T>(name: string, allowed: string, check: Check<T>): T[] {
    const list = this.read(name, 'a list', (value): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)) ?? [];
    return list.flatMap((item, index) => {
      const checked = this.checked([name, index], item, allowed, check);
      return checked === undefined ? [] : [checked];
    });
  }

  /** Reports every property that is not in the list. */
  public refuseOthers(known: readonly string[]): void {
    for (const name of Object.keys(this.input).filter((candidate) => !known.includes(candidate))) {
      const meant = known.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
      this.problem([name], `${this.written([name])} is not a property; ${meant ? `write ${meant}` : `allowed: ${known.join(', ')}`}`);
    }
  }

  public problem(path: ObjectPath, message: string): void {
    this.problems.push({ path: [...this.path, ...path], message });
  }

  private checked<T>(path: ObjectPath, value: unknown, allowed: string, check: Check<T>): T | undefined {
    const result = check(value);
    if (result === undefined) {
      this.problem(path, `${this.written(path)} is ${shownValue(value)}; allowed: ${allowed}`);
    }
    return result;
  }

  /** `sysctls.net.core.somaxconn`, `interfaces[0]`. */
  private written(path: ObjectPath): string {
    return [...this.path, ...path].reduce<string>((text, part) => {
      const separator = text === '' ? '' : '.';
      return typeof part === 'number' ? `${text}[${part}]` : `${text}${separator}${part}`;
    }, '');
  }
}

export const oneOf = <T extends string>(allowed: readonly T[]): Check<T> => (value) => allowed.find((candidate) => candidate === value);

export const nonEmptyText: Check<string> = (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

export const shortText = (longest: number): Check<string> => (value) => {
  const text = nonEmptyText(value);
  return text !== undefined && text.length <= longest ? text : undefined;
};

export const flag: Check<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export const positiveInteger: Check<number> = (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined);

export const countOrZero: Check<number> = (value) => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined);
