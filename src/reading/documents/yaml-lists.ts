import { TextDocument, countNewlines } from './text-document';

/**
 * Cuts the items out of a YAML list as kubectl writes it: kind List, `items:` on the first level, each item in block style. `undefined`
 * for any other text, and for one whose items may depend on each other by anchors; such a text has to be parsed as a whole.
 */
export function splitList(document: TextDocument): TextDocument[] | undefined {
  const { text } = document;
  if (!/^kind:[ \t]*["']?List["']?[ \t]*\r?$/m.test(text)) {
    return undefined;
  }
  const opening = /^items:[ \t]*\r?\n(?:[ \t]*#.*\r?\n)*(?=( *)- )/m.exec(text);
  if (!opening || /(?:^|[\s:[{,-])[&*]\w/.test(text)) {
    return undefined;
  }
  const indent = opening[1];
  const start = opening.index + opening[0].length;
  const starts = [...text.slice(start).matchAll(new RegExp(`^${indent}- `, 'gm'))].map(({ index }) => start + index);
  const end = listEnd(text, start, indent.length);
  const within = starts.filter((at) => at < end);
  let line = countNewlines(text.slice(0, start)) + 1;
  return within.map((at, index) => {
    const item = text.slice(at, within[index + 1] ?? end);
    const found = new TextDocument(document.file, item, document.inFile(line, 1), [0]);
    line += countNewlines(item);
    return found;
  });
}

/** Where the first line is that belongs to the list no more. */
function listEnd(text: string, start: number, indent: number): number {
  const outside = new RegExp(`^(?! {${indent}}-| {${indent + 1}}|\\s*$|\\s*#)`, 'gm');
  outside.lastIndex = start;
  return outside.exec(text)?.index ?? text.length;
}
