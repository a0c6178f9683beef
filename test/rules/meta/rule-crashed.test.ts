import { ruleCrashed } from '../../../src/rules/meta/rule-crashed';

it.each<[string, unknown, RegExp]>([
  ['an error', new TypeError('no such field'), /^it threw "no such field";/],
  ['an error of several lines', new Error('first\nsecond'), /"first";/],
  ['something thrown that is no error', 'text', /"text"/],
])('names the rule and %s on one line', (_, thrown, because) => {
  const finding = ruleCrashed.finding('stale-real-server', thrown);
  expect(finding).toMatchObject({ severity: 'error', detail: 'stale-real-server', message: 'rule stale-real-server failed on this input', because: expect.stringMatching(because) });
  expect(finding.because).not.toContain('\n');
  expect(finding.remedies.join()).toContain('docs/rules/stale-real-server.md');
});
