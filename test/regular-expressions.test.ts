import * as fs from 'node:fs';
import * as path from 'node:path';
import * as ts from 'typescript';

/** A regular expression of `src`, and where it stands. */
interface Literal {
  readonly place: string;
  readonly expression: RegExp;
}

const src = path.join(__dirname, '..', 'src');

function literalsOf(file: string): Literal[] {
  const found: Literal[] = [];
  const source = ts.createSourceFile(file, fs.readFileSync(path.join(src, file), 'utf8'), ts.ScriptTarget.ES2022, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text)!;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file}:${line + 1} ${node.text}`, expression: new RegExp(pattern, flags) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What texts are made of that make expressions try again and again: what many of them begin, repeat or end with. */
const PIECES = [
  '\n', ' ', '\t', ' \n', 'a', 'a ', 'a.', 'a:', 'a,', 'a=', 'a\n', '1', '1.', '-', '- ', '# \n', '"', '\'', '\\', '/', '{', '[', '[ ', '(', '<a', '$(', '${a', '{{ ', '__A', '@@A',
  'ENC[', 'kind: ', 'mode ', '--a ', 'sysctl -w ', 'kube-proxy ', 'kube-proxy --', 'apiVersion ',
];
const LENGTH = 1500;
const made = (piece: string, length: number) => `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}\u0000`;
const TEXTS = PIECES.map((piece) => ({ piece, short: made(piece, LENGTH), long: made(piece, 2 * LENGTH) }));

function milliseconds(expression: RegExp, text: string): number {
  expression.lastIndex = 0;
  const start = process.hrtime.bigint();
  if (expression.global) {
    text.replace(expression, '');
  } else {
    expression.test(text);
  }
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const least = (times: number, measure: () => number) => Math.min(...Array.from({ length: times }, measure));

/** Below this, what else the machine does decides. */
const FLOOR = 2;
const MOST = 2.5;

/** How often the time doubles with the text; `undefined` where it is too short to be told. Another program may hold up one run, not all of them. */
function growth(expression: RegExp, { short, long }: (typeof TEXTS)[number]): number | undefined {
  if (milliseconds(expression, long) < FLOOR || least(3, () => milliseconds(expression, long)) < FLOOR) {
    return undefined;
  }
  return least(3, () => least(2, () => milliseconds(expression, long)) / least(2, () => milliseconds(expression, short)));
}

const files = (fs.readdirSync(src, { recursive: true }) as string[]).filter((file) => file.endsWith('.ts')).sort();
const literals = files.flatMap(literalsOf);

it('has expressions to look at', () => {
  expect(literals.length).toBeGreaterThan(300);
});

it('has none that takes more than its share of time for a longer text', () => {
  const tooSlow = literals.flatMap(({ place, expression }) => {
    // One text is enough to tell.
    for (const text of TEXTS) {
      const ratio = growth(expression, text);
      if (ratio !== undefined && ratio > MOST) {
        return [`${place}: ${ratio.toFixed(1)} times as long for twice as many ${JSON.stringify(text.piece)}`];
      }
    }
    return [];
  });
  expect(tooSlow).toEqual([]);
}, 60_000);

it('would find one that looks back at every line', () => {
  // Four times the text, so that other programs on the machine do not decide: quadratic is 16 times as long.
  const blank = { piece: '\n', short: made('\n', LENGTH), long: made('\n', 4 * LENGTH) };
  expect(growth(/^\s*x/m, blank)).toBeGreaterThan(MOST ** 2);
});
