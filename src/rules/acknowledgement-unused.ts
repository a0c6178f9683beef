import type { Acknowledgement } from '../findings/acknowledgement';
import { acknowledgementScope } from '../findings/acknowledgement';
import type { RuleDescription, RuleFinding } from './rule';

export const acknowledgementUnused = {
  id: 'acknowledgement-unused',
  group: 'meta',
  title: 'An acknowledgement matches no finding: the fault is gone, or the acknowledgement was mistyped.',
  severities: ['warning'],
  sources: ['cdklabs/cdk-nag#800'],
  finding: (acknowledgement: Acknowledgement): RuleFinding => ({
    severity: 'warning',
    pool: acknowledgement.pool,
    resource: acknowledgement.resource,
    location: acknowledgement.location,
    detail: acknowledgement.finding,
    message: `the acknowledgement of ${acknowledgement.finding}${acknowledgementScope(acknowledgement)} `
      + `("${acknowledgement.reason}") matches no finding`,
    remedies: [
      'Delete it if the fault was mended.',
      'Otherwise compare its finding id, pool and resource with the report: ids read rule[detail].',
    ],
  }),
} satisfies RuleDescription & { finding: unknown };
