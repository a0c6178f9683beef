import type { NodePool } from '../../src/cluster/node-pool';
import { EVERY_POOL, LINUX_POOLS, selects, type Selection, type SelectorOperator } from '../../src/cluster/pool-selector';
import { nodePool } from '../../src/cluster/read-node-pool';

const stated = nodePool({ name: 'a', kernelVersion: '5.15.0', architecture: 'arm64', labels: { pool: 'a', disks: '4' } });
const listed: NodePool = { ...stated, labelsComplete: true, varyingLabels: ['zone'] };

const one = (key: string, operator: SelectorOperator, ...values: string[]) => ({ terms: [[{ key, operator, values }]] });

describe('a selector', () => {
  test.each<[SelectorOperator, readonly string[], Selection]>([
    ['In', ['a', 'b'], 'yes'], ['In', ['b'], 'no'], ['In', [], 'no'],
    ['NotIn', ['b'], 'yes'], ['NotIn', ['a'], 'no'],
    ['Exists', [], 'yes'], ['DoesNotExist', [], 'no'],
  ])('pool %s %j decides %s on a label that is stated', (operator, values, selection) => {
    expect(selects(one('pool', operator, ...values), stated)).toBe(selection);
  });

  test.each<[SelectorOperator, string, Selection]>([['Gt', '3', 'yes'], ['Gt', '4', 'no'], ['Lt', '5', 'yes'], ['Lt', '4', 'no'], ['Gt', 'x', 'no']])(
    'compares numbers: 4 %s %s is %s', (operator, value, selection) => {
      expect(selects(one('disks', operator, value), stated)).toBe(selection);
    });

  test.each<[SelectorOperator, Selection]>([['In', 'no'], ['NotIn', 'yes'], ['Exists', 'no'], ['DoesNotExist', 'yes'], ['Gt', 'no'], ['Lt', 'no']])(
    'with %s does not know a label that an inventory leaves out, and decides %s on one that no node of a list has', (operator, selection) => {
      expect(selects(one('gpu', operator, '1'), stated)).toBe('unknown');
      expect(selects(one('gpu', operator, '1'), listed)).toBe(selection);
    });

  test('does not know a label that differs between the nodes of a list, nor their names', () => {
    expect(selects(one('zone', 'In', '1'), listed)).toBe('unknown');
    expect(selects(one('kubernetes.io/hostname', 'In', 'n1'), listed)).toBe('unknown');
    expect(selects(one('metadata.name', 'In', 'n1'), listed)).toBe('unknown');
  });

  test('knows the labels that the kubelet makes of what is stated', () => {
    expect(selects(LINUX_POOLS, stated)).toBe('yes');
    expect(selects(LINUX_POOLS, { ...stated, operatingSystem: 'windows' })).toBe('no');
    expect(selects(one('kubernetes.io/arch', 'In', 'arm64'), stated)).toBe('yes');
    expect(selects(one('beta.kubernetes.io/os', 'In', 'windows'), stated)).toBe('no');
    expect(selects(one('kubernetes.io/arch', 'In', 'arm64'), { ...stated, architecture: undefined })).toBe('unknown');
  });

  test('needs all requirements of any term', () => {
    const [yes, no, unknown] = [one('pool', 'Exists').terms[0][0], one('pool', 'In', 'b').terms[0][0], one('gpu', 'Exists').terms[0][0]];
    expect(selects({ terms: [[yes, no]] }, stated)).toBe('no');
    expect(selects({ terms: [[yes, unknown]] }, stated)).toBe('unknown');
    expect(selects({ terms: [[no, unknown]] }, stated)).toBe('no');
    expect(selects({ terms: [[no], [unknown]] }, stated)).toBe('unknown');
    expect(selects({ terms: [[no], [yes]] }, stated)).toBe('yes');
    expect(selects({ terms: [] }, stated)).toBe('no');
    expect(selects({ terms: [[]] }, stated)).toBe('no');
    expect(selects(EVERY_POOL, stated)).toBe('yes');
  });
});
