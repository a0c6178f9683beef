import { COLLECTED_MODULES, COLLECTED_SYSCTLS, inventoryCollector } from '../../src/manifests';
import { containersOf, specOf } from './daemon-set-parts';

test('reads only', () => {
  const [collect, ...others] = containersOf(inventoryCollector().daemonSet);
  expect(others).toEqual([]);
  expect(collect.securityContext).toMatchObject({ runAsUser: 65534, runAsNonRoot: true, capabilities: { drop: ['ALL'] } });
  expect(collect.volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([]);
  expect(collect.command).toEqual(['sh', '/scripts/collect-inventory.sh', ...COLLECTED_MODULES, ...COLLECTED_SYSCTLS]);
});

test('is rolled out only once the line is there', () => {
  expect(specOf(inventoryCollector().daemonSet).minReadySeconds).toBeGreaterThanOrEqual(5);
});

test('modules and sysctls can be told apart by the dot', () => {
  expect(COLLECTED_MODULES.filter((name) => name.includes('.'))).toEqual([]);
  expect(COLLECTED_SYSCTLS.filter((name) => !name.startsWith('net.'))).toEqual([]);
});
