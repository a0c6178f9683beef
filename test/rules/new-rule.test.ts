import * as ts from 'typescript';
import { newRuleFiles } from '../../tools/new-rule';
import { exportName } from '../../tools/rule-files';

it('makes the rule, its test and its page, named after the id', () => {
  const files = newRuleFiles('some-fault-2', 'workloads', ['mode-unset']);

  expect([...files.keys()]).toEqual(['src/rules/workloads/some-fault-2.ts', 'test/rules/workloads/some-fault-2.test.ts', 'docs/rules/some-fault-2.md']);
  for (const [file, text] of files) {
    expect(text).toContain(file.endsWith('.md') ? '# some-fault-2\n' : exportName('some-fault-2'));
    if (file.endsWith('.ts')) {
      expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
    }
  }
});

it.each<[string | undefined, string | undefined, string]>([
  [undefined, undefined, 'usage: npx projen new-rule ID GROUP'],
  ['some-fault', undefined, 'usage: npx projen new-rule ID GROUP'],
  ['SomeFault', 'modes', 'ID is "SomeFault"; allowed: two or more words in lower case with - between them'],
  ['default', 'modes', 'ID is "default"; allowed: two or more words'],
  ['../some-fault', 'modes', 'ID is "../some-fault"; allowed'],
  ['some--fault', 'modes', 'ID is "some--fault"; allowed'],
  ['x-'.repeat(20) + 'x', 'modes', 'at most 40 characters'],
  ['some-fault', 'wording', 'GROUP is "wording"; allowed: reuse, sysctls, modules, modes, config, workloads, meta'],
  ['some-fault', 'toString', 'GROUP is "toString"; allowed'],
  ['mode-unset', 'modes', 'there is a rule mode-unset already'],
])('%j in %j: %s', (id, group, message) => {
  expect(() => newRuleFiles(id, group, ['mode-unset'])).toThrow(message);
});
