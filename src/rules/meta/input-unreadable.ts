import type { Rule } from '../rule';

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
    message: input.message,
    remedies: ['Correct the input, or leave it out of the check if kube-proxy never reads it.'],
  })),
};
