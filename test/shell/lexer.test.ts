import * as fc from 'fast-check';
import { tokenize } from '../../src/shell/lexer';

/** Words as their parts, operators and redirections as they are. */
function shown(text: string): string[] {
  return tokenize(text).map((token) => {
    if (token.kind !== 'word') {
      return token.kind === 'operator' ? token.text : `${token.descriptor ?? ''}${token.operator}`;
    }
    const parts = token.word.parts.map((part) => {
      switch (part.kind) {
        case 'text':
          return part.quoted ? `'${part.text}'` : part.text;
        case 'variable':
          return `$${part.name}${part.fallback === undefined ? '' : `:-${part.fallback}`}${part.splits ? '' : '"'}`;
        case 'substitution':
          return `$(${part.script})`;
        case 'opaque':
          return '?';
      }
    });
    return `<${parts.join('+')}${token.word.elements ? ` of ${token.word.elements.length}` : ''}>`;
  });
}

it.each<[string, string[]]>([
  ['a b;c', ['<a>', '<b>', ';', '<c>']],
  ['a&&b||c|d&', ['<a>', '&&', '<b>', '||', '<c>', '|', '<d>', '&']],
  ['a # b\nc#d', ['<a>', '\n', '<c#d>']],
  ['a \\\n b\\\nc', ['<a>', '<b+c>']],
  ["a'b c'd", ["<a+'b c'+d>"]],
  ['"a $b ${c:-d} e"', ["<''+'a '+$b\"+' '+$c:-d\"+' e'>"]],
  ['"a\\"b\\$c\\d"', ["<''+'a\"b$c\\d'>"]],
  ['a\\ b', ["<a+' '+b>"]],
  ['$a$1$@${b}x', ['<$a+$1+$@+$b+x>']],
  ['$10', ['<$1+0>']],
  ['${a[@]} ${a%x} ${#a} $((1+2))', ['<$a>', '<?>', '<?>', '<?>']],
  ['$(a "$(b)" \')\') `c d`', ['<$(a "$(b)" \')\')>', '<$(c d)>']],
  ['a=$', ['<a=+$>']],
  ['a >b 2>&1 <c >>d &>e 3<f', ['<a>', '>', '<b>', '2>&', '<1>', '<', '<c>', '>>', '<d>', '&>', '<e>', '3<', '<f>']],
  ['a 2 >b', ['<a>', '<2>', '>', '<b>']],
  ['cat <<E x\n$a b\nE\nc', ['<cat>', '<<', "<$a\"+' b\n'>", '<x>', '\n', '<c>']],
  ["cat <<-'E'\n\t$a\n\tE\nc", ['<cat>', '<<-', "<'$a\n'>", '\n', '<c>']],
  ['cat <<A <<B\n1\nA\n2\nB\n', ['<cat>', '<<', "<'1\n'>", '<<', "<'2\n'>", '\n']],
  ['cat <<E\nnever closed', ['<cat>', '<<', "<'never closed\n'>", '\n']],
  ['a=(b "c d") e', ['<a= of 2>', '<e>']],
  ['tee >(a) <(b)', ['<tee>', '<?>', '<?>']],
  ["'never closed", ["<'never closed'>"]],
  ['"never closed', ["<''+'never closed'>"]],
  ['$(never closed', ['<$(never closed)>']],
])('%j', (text, expected) => expect(shown(text)).toEqual(expected));

it('keeps the offsets of words', () => {
  expect(tokenize("ab  'c' $d\n e").flatMap((token) => (token.kind === 'word' ? [[token.word.offset, token.word.raw]] : []))).toEqual([
    [0, 'ab'], [4, "'c'"], [8, '$d'], [12, 'e'],
  ]);
});

it('never throws, and leaves plain words as they are', () => {
  fc.assert(fc.property(fc.string(), (text) => {
    tokenize(text);
  }));
  const word = fc.stringMatching(/^[a-z0-9_./:=-]{1,10}$/);
  fc.assert(fc.property(fc.array(word), (list) => {
    expect(tokenize(list.join(' ')).map((token) => (token.kind === 'word' ? token.word.raw : token))).toEqual(list);
  }));
});
