import { Markup, markup } from '../../src/reports/markup';

test.each([
  ['&', '&amp;'],
  ['<b>', '&lt;b&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['" onclick="x', '&quot; onclick=&quot;x'],
  ['a\nb', 'a\nb'],
  ['\u2028\u2029', '\\u2028\\u2029'],
  ['\ufffe\uffff\ud800', '\ufffd\ufffd\ufffd'],
])('%j becomes %j in markup', (text, escaped) => {
  expect(markup`<a title="${text}">${text}</a>`.toString()).toBe(`<a title="${escaped}">${escaped}</a>`);
});

test('markup and lists of it stay as they are, and nothing leaves nothing', () => {
  expect(markup`${new Markup('<i>')}${[markup`<b>`, '<', 1]}${undefined}${false}`.toString()).toBe('<i><b>&lt;1');
});
