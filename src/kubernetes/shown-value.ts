import { inspect } from 'node:util';

const LONGEST = 80;

/** A value of any kind on one line, shortened: as JSON if it can be, else as JavaScript shows it. Never throws. */
export function shownValue(value: unknown): string {
  const text = asJson(value) ?? inspect(value, { depth: 1, breakLength: Infinity });
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}…` : text;
}

/** `undefined` for what JSON cannot say. */
function asJson(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return String(value);
  }
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
