import { recordOf, type UntypedRecord } from '../../kubernetes/untyped';

/** The package's types are those of its ES module, its CommonJS half has none. Loaded when the first TOML is read. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const tomlPackage = () => require('smol-toml') as { readonly parse: (text: string) => unknown };

/** The value of a TOML text; `undefined` for what is none. Never throws. */
export function readTomlValue(text: string): UntypedRecord | undefined {
  try {
    return recordOf(tomlPackage().parse(text));
  } catch {
    return undefined;
  }
}

/** The line (from 1) on which a key is written, as a table or with a value; 1 where none is found. */
export function lineOfTomlKey(text: string, key: string): number {
  const quoted = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const at = new RegExp(`^[ \\t]*(?:\\[[^\\]\\n]*)?["']?${quoted}["']?[ \\t]*[=.\\]]`, 'm').exec(text)?.index ?? 0;
  return text.slice(0, at).split('\n').length;
}
