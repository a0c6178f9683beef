import { Progress } from '../../src/cli/progress';
import type { OutputStream } from '../../src/cli/streams';

function told(isTTY: boolean, ...moments: readonly (readonly [milliseconds: number, what: string])[]): string {
  jest.useFakeTimers({ now: 0 });
  let text = '';
  const progress = new Progress({ isTTY, columns: 40, write: (part: string) => (text += part) } as unknown as OutputStream);
  for (const [milliseconds, what] of moments) {
    jest.setSystemTime(milliseconds);
    progress.tell(what);
  }
  progress.end();
  jest.useRealTimers();
  return text;
}

it.each<[string, Parameters<typeof told>, string]>([
  ['nothing within a second', [true, [0, 'a'], [999, 'b']], ''],
  ['what goes on after it, and takes it back', [true, [0, 'a'], [1000, 'b']], '\r\u001b[Kkube-proxy-kit: b …\r\u001b[K'],
  ['no more than ten times a second', [true, [1000, 'a'], [1050, 'b'], [1100, 'c']], '\r\u001b[Kkube-proxy-kit: a …\r\u001b[Kkube-proxy-kit: c …\r\u001b[K'],
  ['names without what steers a terminal', [true, [1000, 'a\u001b[2J']], '\r\u001b[Kkube-proxy-kit: a\\u001b[2J …\r\u001b[K'],
  ['a long path on one line', [true, [1000, 'reading file 7, a/very/long/path/to/values.yaml']], '\r\u001b[Kkube-proxy-kit: rea…th/to/values.yaml …\r\u001b[K'],
  ['nothing where nobody looks', [false, [5000, 'a']], ''],
])('says %s', (_, moments, expected) => {
  expect(told(...moments)).toBe(expected);
});
