import * as fc from 'fast-check';
import { formatGoDuration, parseGoDuration } from '../../src/config/go-duration';

test.each<[string, number | undefined]>([
  ['30s', 30], ['1h15m', 4500], ['1.5h', 5400], ['.5s', 0.5], ['1.s', 1], ['-5s', -5], ['+3s', 3], ['0', 0], ['-0', 0], ['10ms', 0.01], ['1\u00b5s', 1e-6], ['1\u03bcs', 1e-6],
  ['1us', 1e-6], ['1ns', 1e-9], ['1s1s', 2], ['1m0.5s', 60.5], ['2562047h', 2562047 * 3600],
  ['', undefined], ['1', undefined], ['30', undefined], ['1d', undefined], ['1 h', undefined], ['5s ', undefined], ['1e3s', undefined], ['1m-1s', undefined], ['.s', undefined],
  ['s', undefined], ['1S', undefined], ['0x10s', undefined], ['1_0s', undefined], ['99999999999h', undefined], ['-', undefined],
])('%j: %p', (text, seconds) => {
  expect(parseGoDuration(text)).toBe(seconds);
});

test.each([
  [0, '0s'], [30, '30s'], [900, '15m'], [86400, '24h'], [4500, '1h15m'], [0.25, '250ms'], [-5, '-5s'], [60.5, '1m500ms'],
])('%p is %s', (seconds, text) => {
  expect(formatGoDuration(seconds)).toBe(text);
});

test('what is written is read back', () => {
  fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (milliseconds) => {
    expect(parseGoDuration(formatGoDuration(milliseconds / 1000))).toBeCloseTo(milliseconds / 1000, 6);
  }));
});
