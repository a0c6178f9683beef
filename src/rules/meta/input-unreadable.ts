import type { Rule } from '../rule';

const LONGEST_MESSAGE = 120;

export const inputUnreadable: Rule = {
  id: 'input-unreadable',
  group: 'meta',
  title: 'A part of the input cannot be read, so it is not checked.',
  severities: ['error'],
  sources: [],
  judge: ({ declaration }) => declaration.unreadable.map((input) => ({
    severity: 'error',
    resource: input.resource,
    location: input.location,
    detail: input.name,
    ...input.message.length > LONGEST_MESSAGE
      ? { message: `${input.name} cannot be read`, because: input.message }
      : { message: input.message, because: 'it cannot be read, so nothing of it is checked' },
    remedies: ['Correct the input.', 'Or leave it out of the check, if kube-proxy never reads it.'],
  })),
};
