/** A scalar as the Kubernetes decoder hands it on: YAML 1.1 as go-yaml v2 reads it, turned into JSON. */
export type YamlScalarValue = string | number | boolean | null;

const WORDS: ReadonlyMap<string, boolean | null | number> = new Map<string, boolean | null | number>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
]);

const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const PREFIXED_INTEGER = /^([-+]?)0([xXoObB])([0-9a-fA-F]+)$/;
const OCTAL_INTEGER = /^([-+]?)0([0-7]+)$/;
const RADIX: Readonly<Record<string, number>> = { x: 16, o: 8, b: 2 };

/**
 * Value of a plain scalar. `yes` and `on` are booleans, `0755` and `0o755` are octal, `1_000` is 1000; there are no
 * sexagesimals, and timestamps stay strings.
 */
export function resolvePlainScalar(text: string): YamlScalarValue {
  const word = WORDS.get(text);
  if (word !== undefined) {
    return word;
  }
  const first = text.charCodeAt(0);
  const isDigit = first >= 48 && first <= 57;
  if (!isDigit && first !== 43 && first !== 45 && first !== 46) {
    return text;
  }
  return resolveNumber(first === 46 ? text : text.replaceAll('_', '')) ?? text;
}

function resolveNumber(text: string): number | undefined {
  const prefixed = PREFIXED_INTEGER.exec(text);
  if (prefixed) {
    const value = integer(prefixed[3], RADIX[prefixed[2].toLowerCase()]);
    return value === undefined ? undefined : signed(prefixed[1], value);
  }
  const octal = OCTAL_INTEGER.exec(text);
  if (octal) {
    return signed(octal[1], parseInt(octal[2], 8));
  }
  const value = FLOAT.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** The whole text must be digits of the radix, which parseInt does not ask for. */
function integer(digits: string, radix: number): number | undefined {
  const value = parseInt(digits, radix);
  const wrong = radix === 16 ? false : new RegExp(radix === 8 ? '[^0-7]' : '[^01]').test(digits);
  return wrong ? undefined : value;
}

const signed = (sign: string, value: number) => (sign === '-' ? -value : value);

/** Value of a scalar with an explicit tag (`!!int`), or `undefined` where go-yaml refuses the pair. Tags of its own stay strings. */
export function resolveTaggedScalar(text: string, tag: string): YamlScalarValue | undefined {
  const value = resolvePlainScalar(text);
  switch (tag.replace('tag:yaml.org,2002:', '!!')) {
    case '!!int':
      return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
    case '!!float':
      return typeof value === 'number' ? value : undefined;
    case '!!bool':
      return typeof value === 'boolean' ? value : undefined;
    case '!!null':
      return value === null ? null : undefined;
    case '!!binary':
      return Buffer.from(text, 'base64').toString();
    default:
      return text;
  }
}

/** Whether a number reaches Go's JSON decoder without a point or an exponent, as its integers must. */
export function isJsonInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 1e21;
}
