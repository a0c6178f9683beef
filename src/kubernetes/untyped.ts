/** Access to parsed YAML or JSON whose shape nobody has checked: what is not of the wanted type reads as empty. */
export type UntypedRecord = Readonly<Record<string, unknown>>;

const EMPTY: UntypedRecord = Object.freeze({});

export function isRecord(value: unknown): value is UntypedRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The mapping, or an empty one. */
export function recordOf(value: unknown): UntypedRecord {
  return isRecord(value) ? value : EMPTY;
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A scalar as text; `undefined` for null, mappings and lists. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The scalars of a list as text; what is no scalar is left out. */
export function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((item) => textOf(item) ?? []);
}

/** A mapping of scalars, such as labels, as text; what is no scalar is left out. */
export function textRecordOf(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(recordOf(value)).flatMap(([key, item]) => {
    const text = textOf(item);
    return text === undefined ? [] : [[key, text] as const];
  });
  return Object.fromEntries(entries);
}
