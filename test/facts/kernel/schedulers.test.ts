import fc from 'fast-check';
import { schedulerMeantBy, schedulerModule, schedulerNamed, SCHEDULERS } from '../../../src/facts/kernel/schedulers';

it('knows each scheduler once, by a name that differs from every other word for one', () => {
  const words = SCHEDULERS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

  expect(new Set(words).size).toBe(words.length);
});

it.each(SCHEDULERS)('$name is known by its exact name', ({ name }) => {
  expect(schedulerNamed(name)?.name).toBe(name);
  expect(schedulerNamed(name.toUpperCase())).toBeUndefined();
  expect(schedulerModule(name)).toBe(`ip_vs_${name}`);
});

describe('schedulerMeantBy', () => {
  it.each([
    ['RoundRobin', 'rr'],
    ['round-robin', 'rr'],
    ['LeastConnection', 'lc'],
    ['least_conn', 'lc'],
    ['leastConnections', 'lc'],
    ['WeightedLeastConnection', 'wlc'],
    ['LocalityBasedLeastConnection', 'lblc'],
    ['LocalityBasedLeastConnectionWithReplication', 'lblcr'],
    ['SourceHash', 'sh'],
    ['destination hashing', 'dh'],
    ['shortestExpectedDelay', 'sed'],
    ['NeverQueue', 'nq'],
    ['maglev', 'mh'],
    ['WRR', 'wrr'],
    ['ip_vs_lc', 'lc'],
    ['iphash', 'sh'],
    ['rr', 'rr'],
  ])('%s is %s', (text, name) => {
    expect(schedulerMeantBy(text)?.name).toBe(name);
  });

  it.each(['', 'r', 'rand', 'random', 'foo', 'ip_vs_'])('%j is near none', (text) => {
    expect(schedulerMeantBy(text)).toBeUndefined();
  });

  it('takes any text', () => {
    fc.assert(fc.property(fc.string(), (text) => {
      expect(() => schedulerMeantBy(text)).not.toThrow();
    }));
  });
});
