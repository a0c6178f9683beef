import { moduleLoader } from '../../src/manifests';
import { CHECKSUM_APART, containersOf, podOf } from './daemon-set-parts';

const MODULES = ['ip_vs', 'ip_vs_rr', 'nf_conntrack_ipv4|nf_conntrack'];

test('defaults', () => {
  const { daemonSet, configMap } = moduleLoader({ modules: MODULES });
  expect(daemonSet).toMatchSnapshot(CHECKSUM_APART);
  expect(Object.keys(configMap.data as object)).toEqual(['load-modules.sh', 'node.sh']);
});

test('loads with two capabilities and the root of the node read-only, then waits with no rights', () => {
  const [load, stay] = containersOf(moduleLoader({ modules: MODULES }).daemonSet);
  expect(load.securityContext).toMatchObject({ runAsUser: 0, capabilities: { add: ['SYS_MODULE', 'SYS_CHROOT'] } });
  expect(load.command).toEqual(['sh', '/scripts/load-modules.sh', 'load', ...MODULES]);
  expect(stay.securityContext).toMatchObject({ runAsUser: 65534, runAsNonRoot: true, capabilities: { drop: ['ALL'] } });
  expect(stay.readinessProbe?.exec.command).toEqual(['sh', '/scripts/load-modules.sh', 'verify', ...MODULES]);
  for (const { volumeMounts } of [load, stay]) {
    expect(volumeMounts).toContainEqual({ name: 'host', mountPath: '/host', readOnly: true });
    expect(volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([]);
  }
});

test('can write one directory of the node, and only the loading container, when modules are to persist', () => {
  const { daemonSet } = moduleLoader({ modules: MODULES, persist: true, name: 'loader' });
  const [load, stay] = containersOf(daemonSet);
  expect(load.volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([{ name: 'modules-load-d', mountPath: '/persist' }]);
  expect(load.env).toContainEqual({ name: 'PERSIST_FILE', value: '/persist/loader.conf' });
  expect(stay.volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([]);
  expect(podOf(daemonSet).volumes).toContainEqual({ name: 'modules-load-d', hostPath: { path: '/etc/modules-load.d', type: 'DirectoryOrCreate' } });
});

test('names a module once', () => {
  expect(containersOf(moduleLoader({ modules: ['ip_vs', 'ip_vs_rr', 'ip_vs'] }).daemonSet)[0].command.slice(3)).toEqual(['ip_vs', 'ip_vs_rr']);
});
