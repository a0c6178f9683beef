import { isJsonInteger, resolvePlainScalar, resolveTaggedScalar } from '../../../src/config/yaml/yaml-scalar';

// As go-yaml v2 resolves them.
test.each<[string, unknown]>([
  ['yes', true], ['y', true], ['ON', true], ['True', true], ['no', false], ['N', false], ['off', false], ['tRue', 'tRue'], ['yEs', 'yEs'],
  ['', null], ['~', null], ['Null', null], ['nULL', 'nULL'],
  ['12', 12], ['-5', -5], ['+5', 5], ['1_000', 1000], ['1__0', 10], ['_1', '_1'], ['0', 0], ['017', 15], ['-017', -15], ['0o17', 15], ['0O17', 15], ['0x1F', 31], ['0X1f', 31],
  ['-0x10', -16], ['0b11', 3], ['0b12', '0b12'], ['0o18', '0o18'], ['0x', '0x'], ['08', 8], ['0_7', 7], ['1e3', 1000], ['1.', 1], ['.5', 0.5], ['-.5', -0.5], ['._5', '._5'], ['1.5e-1', 0.15],
  ['1e400', '1e400'], ['1:30', '1:30'], ['2026-01-01', '2026-01-01'], ['12e', '12e'], ['1.2.3', '1.2.3'], ['-', '-'], ['.', '.'], ['...', '...'], ['10.0.0.0/8', '10.0.0.0/8'],
  ['.nan', NaN], ['.inf', Infinity], ['-.INF', -Infinity], ['.iNF', '.iNF'], ['rr', 'rr'],
])('%j is %p', (text, value) => {
  expect(resolvePlainScalar(text)).toBe(value);
});

test.each<[string, string, unknown]>([
  ['12', 'tag:yaml.org,2002:str', '12'], ['12', '!!int', 12], ['1.5', '!!int', undefined], ['12', '!!float', 12], ['x', '!!float', undefined], ['yes', '!!bool', true],
  ['1', '!!bool', undefined], ['', '!!null', null], ['x', '!!null', undefined], ['aXB2cw==', '!!binary', 'ipvs'], ['12', '!own', '12'],
])('%j with %s is %p', (text, tag, value) => {
  expect(resolveTaggedScalar(text, tag)).toBe(value);
});

test.each([[5, true], [1e20, true], [1e21, false], [1.5, false], [NaN, false]])('%p reaches JSON as an integer: %p', (value, expected) => {
  expect(isJsonInteger(value)).toBe(expected);
});
