import { acknowledgementProblems, acknowledgementScope, covers, hasExpired, type Acknowledgement } from '../../src/rules/acknowledgement';
import type { Finding } from '../../src/rules/finding';

const finding: Finding = {
  id: 'stale-real-server[old]',
  rule: 'stale-real-server',
  severity: 'error',
  pool: 'old',
  resource: 'ConfigMap kube-system/kube-proxy',
  location: { constructPath: 'app/cluster/config' },
  because: '', message: 'a message',
  remedies: ['a remedy'],
  sources: [],
};
const acknowledge = (scope: Partial<Acknowledgement>): Acknowledgement => ({ finding: 'stale-real-server', reason: 'batch pool', ...scope });

describe('an acknowledgement covers', () => {
  it.each<[string, Partial<Acknowledgement>, boolean]>([
    ['every finding of its rule', {}, true],
    ['the finding of its id', { finding: 'stale-real-server[old]' }, true],
    ['no other id of the rule', { finding: 'stale-real-server[new]' }, false],
    ['no other rule', { finding: 'syn-drop-delay' }, false],
    ['no rule whose name it begins', { finding: 'stale-real' }, false],
    ['findings of its pool', { pool: 'old' }, true],
    ['none of another pool', { pool: 'new' }, false],
    ['findings of its resource', { resource: 'ConfigMap kube-system/kube-proxy' }, true],
    ['none of another resource', { resource: 'ConfigMap kube-system/other' }, false],
    ['findings at its construct', { constructPath: 'app/cluster/config' }, true],
    ['findings below its construct', { constructPath: 'app/cluster' }, true],
    ['none of a construct whose path it begins', { constructPath: 'app/clu' }, false],
  ])('%s', (_, scope, expected) => {
    expect(covers(acknowledge(scope), finding)).toBe(expected);
  });
});

describe('an acknowledgement is refused', () => {
  it.each<[string, Partial<Acknowledgement>, RegExp]>([
    ['without a reason', { reason: '  ' }, /reason is empty/],
    ['with a reason that is no text', { reason: 1 as never }, /reason is empty/],
    ['without a finding', { finding: undefined }, /finding is undefined; write a rule id/],
    ['with an id that is none', { finding: 'Stale Real Server' }, /finding is "Stale Real Server"; write a rule id or a finding id/],
    ['with a last day in another form', { expires: '31.03.2027' }, /expires is "31\.03\.2027"; write a day as 2027-03-31/],
    ['with a last day that no calendar has', { expires: '2027-02-30' }, /expires is "2027-02-30"/],
  ])('%s', (_, scope, message) => {
    expect(acknowledgementProblems(acknowledge(scope))).toEqual([expect.stringMatching(message)]);
  });

  it('not when all is well', () => {
    expect(acknowledgementProblems(acknowledge({ finding: 'config-field-unknown[conntrack.max]', expires: '2028-02-29' }))).toEqual([]);
  });
});

it('counts on its last day, and no longer', () => {
  expect(hasExpired(acknowledge({ expires: '2027-03-31' }), '2027-03-31')).toBe(false);
  expect(hasExpired(acknowledge({ expires: '2027-03-31' }), '2027-04-01')).toBe(true);
  expect(hasExpired(acknowledge({}), '2999-01-01')).toBe(false);
});

it('tells its scope', () => {
  expect(acknowledgementScope(acknowledge({}))).toBe('');
  expect(acknowledgementScope(acknowledge({ pool: 'old', constructPath: 'app/x' }))).toBe(' (pool old, below app/x)');
});
