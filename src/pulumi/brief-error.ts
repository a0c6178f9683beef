import { inspect } from 'node:util';

/**
 * Has an error shown as its message alone. Pulumi formats every uncaught error in full, one that hides its stack as well, before it
 * decides what to show; with all the resources and promises that depend on it, that takes a minute and gigabytes.
 */
export function brief<E extends Error>(error: E): E {
  return Object.defineProperty(error, inspect.custom, { value: () => error.message });
}
