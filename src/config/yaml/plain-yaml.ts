import { resolvePlainScalar } from './yaml-scalar';

/** Texts that are themselves without quotes: names, paths, durations. What else they may be read as, `resolvePlainScalar` tells. */
const PLAIN = /^(?:[A-Za-z/][\w./-]*|\d+(?:ms|[smh]))$/;

/**
 * The text that the `yaml` package writes for sections, names, paths, durations and numbers, as nearly all configurations have nothing
 * else; `undefined` where there is more to a value. The package takes ten times as long.
 */
export function plainYaml(section: Readonly<Record<string, unknown>>, indent = ''): string | undefined {
  let text = '';
  for (const [name, value] of Object.entries(section)) {
    const written = isPlain(name) ? valueText(value, indent) : undefined;
    if (written === undefined) {
      return undefined;
    }
    text += `${indent}${name}:${written}`;
  }
  return text === '' ? undefined : text;
}

function valueText(value: unknown, indent: string): string | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const below = plainYaml(value as Readonly<Record<string, unknown>>, `${indent}  `);
    return below === undefined ? undefined : `\n${below}`;
  }
  const isScalar = typeof value === 'boolean' || (Number.isSafeInteger(value) && !Object.is(value, -0)) || (typeof value === 'string' && isPlain(value));
  return isScalar ? ` ${String(value)}\n` : undefined;
}

function isPlain(text: string): boolean {
  return PLAIN.test(text) && resolvePlainScalar(text) === text;
}
