import type { RuleDescription, RuleFinding } from '../rule';

export const ruleCrashed = {
  id: 'rule-crashed',
  group: 'meta',
  title: 'A rule failed while it judged this input, so its findings are missing.',
  severities: ['error'],
  sources: [],
  finding: (rule: string, error: unknown): RuleFinding => ({
    severity: 'error',
    detail: rule,
    message: `rule ${rule} failed on this input`,
    because: `it threw "${firstLine(error)}"; whatever it would have found is missing from this report, every other rule was applied`,
    remedies: [
      'Report the input that makes it fail.',
      `Judge by hand what rule ${rule} checks until it is fixed; for a built-in rule see docs/rules/${rule}.md.`,
    ],
  }),
} satisfies RuleDescription & { finding: unknown };

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];
}
