import type { Acknowledgement } from '../acknowledgement';
import { acknowledgementScope } from '../acknowledgement';
import type { RuleDescription, RuleFinding } from '../rule';

export const acknowledgementExpired = {
  id: 'acknowledgement-expired',
  group: 'meta',
  title: 'An acknowledgement is past its last day, so the findings it covered count again.',
  severities: ['error'],
  sources: [],
  finding: (acknowledgement: Acknowledgement): RuleFinding => ({
    severity: 'error',
    pool: acknowledgement.pool,
    resource: acknowledgement.resource,
    location: acknowledgement.location,
    detail: acknowledgement.finding,
    message: `the acknowledgement of ${acknowledgement.finding}${acknowledgementScope(acknowledgement)} ended on ${acknowledgement.expires}`,
    because: `its reason was "${acknowledgement.reason}"; the findings that it covered count again`,
    remedies: [
      'Fix the fault that it covered, and delete the acknowledgement.',
      'Or give the acknowledgement a new last day, with a reason that holds today.',
    ],
  }),
} satisfies RuleDescription & { finding: unknown };
