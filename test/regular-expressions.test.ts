import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** Texts that make an expression with a repetition too many try again and again. */
const ADVERSARIAL: readonly string[] = [
  '\n', ' ', '\t', '\r\n', '\u2028', '# \n', ' \n', 'a', 'a ', 'a\n', '-', '0', '.', ',', ':', '"', '\'', '`', '\\', '$(', '${', '{{', '{', '[', '<', '|', '%', 'a: ', 'a=', '1.',
];
const SHORT = 10_000;
/** A linear expression takes far less on the longer text, also where the machine is busy; a quadratic one far more. */
const FLOOR_MS = 30;

const EXPRESSIONS = sourceFiles('src').flatMap((file) => expressionsIn(file));

test('the expressions of the sources that look at the beginning of every line are found', () => {
  expect(EXPRESSIONS.length).toBeGreaterThan(5);
});

test('no expression that looks at the beginning of every line takes more than two and a half times as long for twice the text', () => {
  const slow = EXPRESSIONS.flatMap(({ place, expression }) => ADVERSARIAL.filter((part) => isSlow(expression, part))
    .map((part) => `${place} ${String(expression)} on ${JSON.stringify(part)}`));
  expect(slow).toEqual([]);
}, 300_000);

function isSlow(expression: RegExp, part: string): boolean {
  const text = (length: number) => `kind: Foo\n${part.repeat(Math.ceil(length / part.length))}\u0001`;
  const [short, long] = [text(SHORT), text(2 * SHORT)];
  return time(expression, long, 1) > FLOOR_MS && time(expression, long, 5) > FLOOR_MS && time(expression, long, 5) > 2.5 * time(expression, short, 5);
}

/** The shortest of several runs, in milliseconds. */
function time(expression: RegExp, text: string, runs: number): number {
  return Math.min(...Array.from({ length: runs }, () => {
    const start = performance.now();
    expression.lastIndex = 0;
    expression.exec(text);
    return performance.now() - start;
  }));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
}

function expressionsIn(file: string): { readonly place: string; readonly expression: RegExp }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: { readonly place: string; readonly expression: RegExp }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && /^\/\^.*\/[a-z]*m[a-z]*$/.test(node.text)) {
      const end = node.text.lastIndexOf('/');
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file}:${line + 1}`, expression: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
