import type { Document } from 'yaml';
import { yamlPackage } from './yaml-package';

/** A text with blanks put in, and where. */
export interface MendedText {
  readonly text: string;
  /** The offset in the text as it was written. */
  readonly originalOffset: (offset: number) => number;
}

/** Blanks that were put in, by the offset in the original before which they stand. */
type Insertion = { readonly at: number; readonly length: number };

/**
 * go-yaml lets a quoted scalar go on anywhere, at the indent of its key, left of it or behind a tab; the `yaml` package does not. Moves
 * what such scalars go on with to the right, which changes nothing of their value.
 *
 * @returns `undefined` where no such scalar is what went wrong
 */
export function withScalarsMovedRight(
  text: string, document: Document.Parsed, parse: (text: string) => Document.Parsed,
): { mended: MendedText; document: Document.Parsed } | undefined {
  let insertions: Insertion[] = [];
  let current = document;
  let mended = text;
  for (let round = 0; round < MOST_SCALARS; round++) {
    const error = current.errors.find(({ code }) => code !== 'MULTIPLE_DOCS');
    if (!error) {
      return insertions.length === 0 ? undefined : { mended: { text: mended, originalOffset: mapOf(insertions) }, document: current };
    }
    const more = error.code === 'MISSING_CHAR' ? missingBlanks(mended, current, error.pos[0]) : [];
    if (more.length === 0) {
      return undefined;
    }
    const toOriginal = mapOf(insertions);
    insertions = [...insertions, ...more.map(({ at, length }) => ({ at: toOriginal(at), length }))].sort((left, right) => left.at - right.at);
    mended = inserted(text, insertions);
    current = parse(mended);
  }
  return undefined;
}

/** Each takes a parse of the whole text, and hardly any document has more than one. */
const MOST_SCALARS = 20;

/** What to put before the further lines of the quoted scalar that the parser saw end at an offset. */
function missingBlanks(text: string, document: Document.Parsed, end: number): Insertion[] {
  let start: number | undefined;
  yamlPackage().visit(document, {
    Scalar: (_, { type, range }) => {
      if ((type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') && range && range[0] < end && (start === undefined || range[0] > start)) {
        start = range[0];
      }
    },
  });
  if (start === undefined) {
    return [];
  }
  const close = closingQuote(text, start);
  const scalar = close === undefined ? '' : text.slice(start, close);
  if (!scalar.includes('\n') || /^(?:---|\.\.\.)(?=\s|$)/m.test(scalar)) {
    return [];
  }
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const from = start;
  return [...scalar.matchAll(/\n(?=[^\n])/g)]
    .filter(({ index }) => !new RegExp(`^ {${column},}`).test(text.slice(from + index + 1, from + index + 2 + column)))
    .map(({ index }) => ({ at: from + index + 1, length: column }));
}

function closingQuote(text: string, start: number): number | undefined {
  const pattern = text[start] === '"' ? /"(?:[^"\\]|\\[^])*"/y : /'(?:[^']|'')*'/y;
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function inserted(text: string, insertions: readonly Insertion[]): string {
  let from = 0;
  let result = '';
  for (const { at, length } of insertions) {
    result += text.slice(from, at) + ' '.repeat(length);
    from = at;
  }
  return result + text.slice(from);
}

function mapOf(insertions: readonly Insertion[]): (offset: number) => number {
  return (offset) => {
    let before = 0;
    for (const { at, length } of insertions) {
      if (at + before >= offset) {
        break;
      }
      before += Math.min(length, offset - at - before);
    }
    return offset - before;
  };
}
