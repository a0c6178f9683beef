import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { markdownInTerminal } from '../../src/cli/markdown-in-terminal';

const set = (markdown: string, width?: number) => markdownInTerminal(markdown, { colour: false, width });

it.each([
  ['headings', '# Title\n## Part\n', 'Title\n\nPart\n'],
  ['paragraphs, their lines joined', 'one\ntwo\n\nthree\n', 'one two\n\nthree\n'],
  ['lists, items close together', '- one\n  more\n- two\n\nafter\n', '- one more\n- two\n\nafter\n'],
  ['numbered lists', '1. one\n2. two\n', '1. one\n2. two\n'],
  ['a list right after a paragraph', 'these:\n- one\n', 'these:\n\n- one\n'],
  ['code as it is', '```sh\na  |  b # **c**\n\n- d\n```\nafter\n', '    a  |  b # **c**\n    \n    - d\n\nafter\n'],
  ['code that nothing ends', '```\na\n', '    a\n    \n'],
  ['code in a line', 'run `a b` now\n', 'run a b now\n'],
  ['emphasis', 'a **strong** word\n', 'a strong word\n'],
  ['links to pages', 'see [the rule](syn-drop-delay.md)\n', 'see the rule\n'],
  ['links elsewhere', 'see [the issue](https://example.org/1)\n', 'see the issue (https://example.org/1)\n'],
  ['tables', '| a | long |\n|---|:--|\n| longer | x\\|y |\n', 'a       long\nlonger  x|y\n'],
  ['nothing', '', ''],
])('sets %s', (_, markdown, expected) => {
  expect(set(markdown)).toBe(expected);
});

it('breaks paragraphs and items at the width, and code in a line nowhere', () => {
  expect(set('aaaa bbbb cccc\n\n- dddd eeee\n\nfff `g h i`\n', 9)).toBe('aaaa bbbb\ncccc\n\n- dddd\n  eeee\n\nfff\ng h i\n');
});

it('has colour when asked', () => {
  expect(markdownInTerminal('# a\n\n`b`\n', { colour: true })).toBe('\u001b[1m\u001b[4ma\u001b[24m\u001b[22m\n\n\u001b[36mb\u001b[39m\n');
});

const pages = path.join(__dirname, '../../docs/rules');

it.each(readdirSync(pages))('sets the page %s and loses none of its words', (page) => {
  const words = (text: string) => text.match(/[A-Za-z0-9_]+/g);
  const markdown = readFileSync(path.join(pages, page), 'utf8').replace(/\]\([^)]*\.md(?:#[^)]*)?\)/g, ']').replace(/^```\w+/gm, '```');
  expect(words(set(markdown, 80))).toEqual(words(markdown));
});
