import { parseQuantity } from '../../src/config/quantity';

test.each<[string, number | undefined]>([
  ['0', 0], ['12', 12], ['64Ki', 65536], ['1k', 1000], ['1e3', 1000], ['1E', 1e18], ['1.5Mi', 1572864], ['0.5', 1], ['100m', 1], ['-1', -1], ['.5Ki', 512],
  ['1K', undefined], ['Ki', undefined], ['', undefined], ['1 Ki', undefined], ['64KiB', undefined], ['x', undefined],
])('%j: %p', (text, value) => {
  expect(parseQuantity(text)).toBe(value);
});
