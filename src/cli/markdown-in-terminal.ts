import { painter, wrapped, type Paint } from '../reports/text-style';

export interface MarkdownOptions {
  readonly colour: boolean;
  /** Characters on a line. @default - paragraphs are not broken */
  readonly width?: number;
}

/** A block of Markdown: its lines, and what it is. */
type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'item'; readonly marker: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string };

/** Sets Markdown, as far as the pages of the rules use it, for reading in a terminal. */
export function markdownInTerminal(markdown: string, { colour, width = Infinity }: MarkdownOptions): string {
  const paint = painter(colour);
  const blocks = blocksOf(markdown);
  return blocks.map((block, index) => {
    const tight = block.kind === 'item' && blocks[index + 1]?.kind === 'item';
    return `${lines(block, paint, width).join('\n')}\n${tight || index === blocks.length - 1 ? '' : '\n'}`;
  }).join('');
}

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const rest = markdown.split('\n');
  /** Takes lines as long as they go on with what the first one began. */
  const take = (goesOn: (line: string) => boolean): string[] => {
    const end = rest.findIndex((line) => !goesOn(line));
    return rest.splice(0, end < 0 ? rest.length : end);
  };
  while (rest.length > 0) {
    const [line] = rest.splice(0, 1);
    const heading = /^(#+) (.*)$/.exec(line);
    const item = /^( *(?:[-*]|\d+\.)) +(.*)$/.exec(line);
    if (heading) {
      blocks.push({ kind: 'heading', level: heading[1].length, text: heading[2] });
    } else if (line.startsWith('```')) {
      blocks.push({ kind: 'code', lines: take((next) => !next.startsWith('```')) });
      rest.splice(0, 1);
    } else if (line.startsWith('|')) {
      blocks.push({ kind: 'table', rows: [line, ...take((next) => next.startsWith('|'))].filter((row) => !/^[|:\s-]+$/.test(row)).map(cells) });
    } else if (item) {
      blocks.push({ kind: 'item', marker: item[1], text: [item[2], ...take((next) => /^ +\S/.test(next) && !ITEM.test(next))].map((text) => text.trim()).join(' ') });
    } else if (line.trim() !== '') {
      blocks.push({ kind: 'paragraph', text: [line, ...take((next) => next.trim() !== '' && !BLOCK.test(next))].map((text) => text.trim()).join(' ') });
    }
  }
  return blocks;
}

const ITEM = /^ *(?:[-*]|\d+\.) /;
const BLOCK = /^(?:#+ |```|\|| *(?:[-*]|\d+\.) )/;

function cells(row: string): string[] {
  return row.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|'));
}

function lines(block: Block, paint: Paint, width: number): string[] {
  switch (block.kind) {
    case 'heading':
      return [paint(block.level === 1 ? ['bold', 'underline'] : 'bold', plain(block.text))];
    case 'code':
      return block.lines.map((line) => `    ${paint('cyan', line)}`);
    case 'item': {
      const first = `${block.marker} `;
      return wrapped(plain(block.text), width - first.length).map((line, index) => inline((index === 0 ? first : ' '.repeat(first.length)) + line, paint));
    }
    case 'paragraph':
      return wrapped(plain(block.text), width).map((line) => inline(line, paint));
    case 'table': {
      const rows = block.rows.map((row) => row.map((cell) => plain(cell)));
      const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
      return rows.map((row, index) => {
        const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd();
        return index === 0 ? paint('bold', line) : inline(line, paint);
      });
    }
  }
}

const UNBREAKABLE = '\u00a0';

/** Links to other pages become their text, links elsewhere their text and address; code is kept from being broken. */
function plain(text: string): string {
  return text
    .replace(/\[([^\][]*)\]\(([^()]*)\)/g, (_, words: string, target: string) => (/^https?:/.test(target) && target !== words ? `${words} (${target})` : words))
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`[^`]+`/g, (code) => code.replaceAll(' ', UNBREAKABLE));
}

function inline(line: string, paint: Paint): string {
  return line.replace(/`([^`]+)`/g, (_, code: string) => paint('cyan', code)).replaceAll(UNBREAKABLE, ' ');
}
