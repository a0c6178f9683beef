import { shownValue } from './shown-value';

/** The error for a value that cannot be used: names the property, the value seen and what is allowed. */
export function invalidOption(property: string, value: unknown, allowed: string): Error {
  return new Error(`${property} is ${value === undefined ? 'not set' : shownValue(value)}; allowed: ${allowed}`);
}
