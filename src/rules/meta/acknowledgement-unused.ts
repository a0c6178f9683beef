import { nearestName } from '../../config/edit-distance';
import type { Acknowledgement } from '../acknowledgement';
import { acknowledgementScope } from '../acknowledgement';
import type { RuleDescription, RuleFinding } from '../rule';

export const acknowledgementUnused = {
  id: 'acknowledgement-unused',
  group: 'meta',
  title: 'An acknowledgement matches no finding: the fault is gone, or the acknowledgement was mistyped.',
  severities: ['warning'],
  sources: ['cdklabs/cdk-nag#800'],
  /** @param known ids of rules, and of what was found */
  finding: (acknowledgement: Acknowledgement, known: readonly string[] = []): RuleFinding => {
    const meant = known.includes(acknowledgement.finding) ? undefined : nearestName(acknowledgement.finding, known);
    return {
      severity: 'warning',
      pool: acknowledgement.pool,
      resource: acknowledgement.resource,
      location: acknowledgement.location,
      detail: acknowledgement.finding,
      message: `the acknowledgement of ${acknowledgement.finding}${acknowledgementScope(acknowledgement)} matches no finding`,
      because: `either the fault is gone or the acknowledgement was mistyped; its reason is "${acknowledgement.reason}"`,
      remedies: [
        ...meant === undefined ? [] : [`Write ${meant}, if that is meant.`],
        'Delete it if the fault was fixed.',
        'Otherwise compare its finding id, pool and resource with the report: ids read rule[detail].',
      ],
    };
  },
} satisfies RuleDescription & { finding: unknown };
