import fc from 'fast-check';
import { selects, type SelectorTerm } from '../../src/cluster/pool-selector';
import { nodePool } from '../../src/cluster/read-node-pool';
import type { KubeProxyInstance } from '../../src/declaration/kube-proxy-instance';
import { mayBeSelectedBy } from '../../src/declaration/selected-by-label';

const requirement = fc.record({
  key: fc.constantFrom('pool', 'zone', 'kubernetes.io/os'), operator: fc.constantFrom('In' as const, 'NotIn' as const, 'Exists' as const),
  values: fc.array(fc.constantFrom('a', 'b', 'linux'), { minLength: 1, maxLength: 2 }),
});
const terms = fc.oneof(fc.constant('everything' as const), fc.array(fc.array(requirement, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }));
const labels = fc.dictionary(fc.constantFrom('pool', 'zone'), fc.constantFrom('a', 'b', 'c'));

const instance = (of: readonly SelectorTerm[] | 'everything') => ({ pools: { terms: of } }) as KubeProxyInstance;

it('leaves out none that may select the pool, and keeps the order', () => {
  fc.assert(fc.property(fc.array(terms, { maxLength: 6 }), labels, (selectors, of) => {
    const instances = selectors.map(instance);
    const pool = nodePool({ name: 'it', kernelVersion: '5.15.0', labels: of });
    const found = mayBeSelectedBy(instances, pool);
    expect(found).toEqual(instances.filter((one) => found.includes(one)));
    expect(instances.filter((one) => !found.includes(one)).map(({ pools }) => selects(pools, pool))).not.toEqual(expect.arrayContaining([expect.stringMatching(/yes|unknown/)]));
  }));
});

it('leaves out those of other pools', () => {
  const instances = ['a', 'b', 'c'].map((value) => instance([[{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }, { key: 'pool', operator: 'In', values: [value] }]]));
  expect(mayBeSelectedBy(instances, nodePool({ name: 'b', kernelVersion: '5.15.0', labels: { pool: 'b' } }))).toEqual([instances[1]]);
  expect(mayBeSelectedBy(instances, nodePool({ name: 'x', kernelVersion: '5.15.0' }))).toEqual(instances);
});
