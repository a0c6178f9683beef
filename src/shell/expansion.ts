import { UNKNOWN } from '../kubernetes/unknown-text';
import type { ShellWord, WordPart } from './syntax';

/** Fields and texts longer than this count as unknown. */
const MAX_TEXT = 64 * 1024;
const MAX_FIELDS = 256;

/** What the words of a script refer to. */
export interface ExpansionScope {
  /** A variable's value; `undefined` when nothing in sight sets it. */
  readonly variable: (name: string) => string | undefined;
  /** What a substituted script prints. */
  readonly output: (script: string) => string;
}

/** A word as one text, without splitting; what is not known is `UNKNOWN` in it. */
export function textOfWord(word: ShellWord, scope: ExpansionScope): string {
  const text = word.parts.map((part) => textOfPart(part, scope)).join('');
  return text.length > MAX_TEXT ? UNKNOWN : text;
}

/** The fields that a word becomes: braces expanded, unquoted values split at white space. */
export function fieldsOfWord(word: ShellWord, scope: ExpansionScope): string[] {
  const only = word.parts.length === 1 ? word.parts[0] : undefined;
  if (only?.kind === 'text' && !only.quoted && only.text.includes('{')) {
    return expandBraces(only.text);
  }
  const fields = [''];
  let quoted = false;
  for (const part of word.parts) {
    const text = textOfPart(part, scope);
    quoted ||= part.kind === 'text' && part.quoted;
    const [first, ...rest] = 'splits' in part && part.splits ? text.split(/[ \t\n]+/, MAX_FIELDS) : [text];
    fields[fields.length - 1] += first;
    fields.push(...rest);
  }
  if (fields.some((field) => field.length > MAX_TEXT)) {
    return [UNKNOWN];
  }
  return quoted ? fields : fields.filter((field) => field !== '');
}

function textOfPart(part: WordPart, scope: ExpansionScope): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'variable':
      return scope.variable(part.name) || (fallbackOf(part.fallback) ?? scope.variable(part.name) ?? UNKNOWN);
    case 'substitution':
      return scope.output(part.script).replace(/(?<!\n)\n+$/, '');
    case 'opaque':
      return UNKNOWN;
  }
}

function fallbackOf(fallback: string | undefined): string | undefined {
  return fallback !== undefined && /[$`]/.test(fallback) ? UNKNOWN : fallback;
}

/** `ip_vs{,_rr,_wrr}` as bash expands it: one pair of braces, not nested. */
function expandBraces(text: string): string[] {
  const open = text.indexOf('{');
  const close = text.indexOf('}', open);
  const inside = text.slice(open + 1, close);
  if (close < 0 || !inside.includes(',') || inside.includes('{')) {
    return [text];
  }
  return inside.split(',', MAX_FIELDS).map((choice) => text.slice(0, open) + choice + text.slice(close + 1)).filter((field) => field !== '');
}
