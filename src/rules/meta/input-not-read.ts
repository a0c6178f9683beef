import type { Rule } from '../rule';

export const inputNotRead: Rule = {
  id: 'input-not-read',
  group: 'meta',
  title: 'Something in the input has to be rendered or built before it can be judged.',
  severities: ['info'],
  sources: [],
  judge: ({ declaration }) => (declaration.notRead ?? []).map(({ name, location, message, because, remedy }) => ({
    severity: 'info',
    location,
    detail: name,
    message,
    because,
    remedies: [remedy],
  })),
};
