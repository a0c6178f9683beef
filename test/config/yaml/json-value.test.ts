import * as fc from 'fast-check';
import { readJsonValue } from '../../../src/config/yaml/json-value';

const problemOf = (text: string) => {
  const read = readJsonValue(text);
  return 'problem' in read ? [read.problem.offset, read.problem.message] : undefined;
};

it.each<[string, number, string]>([
  ['{"a": tru}', 9, "is not JSON: Unexpected token '}' is not valid JSON"],
  [`{"a": [1, 2],\n"b": ${'[1, '.repeat(50)}@`, 219, "is not JSON: Unexpected token '@' is not valid JSON"],
  ['{"a": 1,}', 8, 'is not JSON: Expected double-quoted property name'],
  ['{"a": 1} 2', 9, 'is not JSON: Unexpected non-whitespace character after JSON'],
  ['{"a": ', 6, 'is not JSON: Unexpected end of JSON input'],
  ['{"a": "b', 8, 'is not JSON: Unterminated string'],
  ['  x', 2, "is not JSON: Unexpected token 'x' is not valid JSON"],
  [' \n', 0, 'has a comma with nothing behind it'],
])('%j is wrong at %i', (text, offset, message) => {
  expect(problemOf(text)).toEqual([offset, message]);
});

it('tells where one character too many stands', () => {
  fc.assert(fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
    const text = JSON.stringify(value, null, 1);
    const offset = at % (text.length + 1);
    // Before it everything is still well.
    const found = problemOf(`${text.slice(0, offset)}\u0001${text.slice(offset)}`);
    expect(found?.[0]).toBe(offset);
  }));
});
