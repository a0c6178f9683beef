import { COLLECTED_MODULES, COLLECTED_SYSCTLS, inventoryCollector } from '../../src/manifests/inventory-collector';
import { containersOf, podOf, specOf } from './daemon-set-parts';

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

test('has no token unless it is to read the labels of its node', () => {
  const { access, daemonSet } = inventoryCollector();
  expect(access).toEqual([]);
  expect(podOf(daemonSet)).toMatchObject({ automountServiceAccountToken: false });
});

test('may get nodes by name and nothing else, when it reads labels', () => {
  const { access: [account, role, binding], daemonSet } = inventoryCollector({ nodeLabels: true, namespace: 'tools' });
  expect(podOf(daemonSet)).toMatchObject({ automountServiceAccountToken: true, serviceAccountName: account.metadata.name });
  expect(role).toMatchObject({ kind: 'ClusterRole', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }] });
  expect(binding).toMatchObject({
    roleRef: { kind: 'ClusterRole', name: role.metadata.name }, subjects: [{ kind: 'ServiceAccount', name: account.metadata.name, namespace: 'tools' }],
  });
  expect(account.metadata.namespace).toBe('tools');
});
