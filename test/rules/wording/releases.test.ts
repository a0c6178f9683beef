import { firstOf, orLater } from '../../../src/rules/wording/releases';

it.each([
  [[{ from: '1.27.0' }], 'v1.27 or later'],
  [[{ from: '1.13.6', to: '1.14.0' }, { from: '1.14.2' }], 'v1.14.2 or later (v1.13.6 suffices)'],
  [[{ from: '1.11.7', to: '1.12.0' }, { from: '1.12.5', to: '1.13.0' }, { from: '1.13.2' }], 'v1.13.2 or later (v1.12.5 and v1.11.7 suffice)'],
])('%j: %s', (ranges, text) => {
  expect(orLater(ranges)).toBe(text);
  expect(firstOf(ranges)).toBe(text.split(' ')[0]);
});
