import { TextDocument, countNewlines } from './text-document';

/** A list whose items can be read one by one. */
export interface SplitList {
  /** The list without its items. */
  readonly envelope: string;
  /** Each parses to a list of one. */
  readonly items: readonly TextDocument[];
}

/**
 * Cuts the items out of a YAML list as kubectl writes it: `items:` on the first level, each item in block style. `undefined` for a text
 * that is laid out in another way or whose items may depend on each other by anchors; such a text has to be parsed as a whole.
 */
export function splitList(document: TextDocument): SplitList | undefined {
  const { text } = document;
  const opening = /^items:[ \t]*\r?\n(?=( *)- )/m.exec(text);
  if (!opening || /(?:^|[\s:[{,-])[&*]\w/.test(text)) {
    return undefined;
  }
  const indent = opening[1];
  const start = opening.index + opening[0].length;
  const starts = [...text.slice(start).matchAll(new RegExp(`^${indent}- `, 'gm'))].map(({ index }) => start + index);
  const end = listEnd(text, start, indent.length);
  const within = starts.filter((at) => at < end);
  let line = countNewlines(text.slice(0, start)) + 1;
  const items = within.map((at, index) => {
    const item = text.slice(at, within[index + 1] ?? end);
    const found = new TextDocument(document.file, item, document.inFile(line, 1).line ?? line, [0]);
    line += countNewlines(item);
    return found;
  });
  return { envelope: text.slice(0, opening.index) + text.slice(end), items };
}

/** Where the first line is that belongs to the list no more. */
function listEnd(text: string, start: number, indent: number): number {
  const outside = new RegExp(`^(?! {${indent}}-| {${indent + 1}}|\\s*$|\\s*#)`, 'gm');
  outside.lastIndex = start;
  return outside.exec(text)?.index ?? text.length;
}
