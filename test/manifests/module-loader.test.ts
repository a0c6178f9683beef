import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { moduleLoader } from '../../src/manifests/module-loader';
import { CHECKSUM_APART, containersOf, podOf } from './daemon-set-parts';

const MODULES = ['ip_vs', 'ip_vs_rr', 'nf_conntrack_ipv4|nf_conntrack'];

/** Where the loading container leaves what is built in. */
const FOUND = { name: 'found', mountPath: '/found' };

test('defaults', () => {
  const { daemonSet, configMap } = moduleLoader({ modules: MODULES });
  expect(daemonSet).toMatchSnapshot(CHECKSUM_APART);
  expect(Object.keys(configMap.data as object)).toEqual(['load-modules.sh', 'node.sh']);
});

test('loads with two capabilities and the root of the node read-only, then waits with no rights', () => {
  const { daemonSet } = moduleLoader({ modules: MODULES });
  const [load, stay] = containersOf(daemonSet);
  expect(load.securityContext).toMatchObject({ runAsUser: 0, capabilities: { add: ['SYS_MODULE', 'SYS_CHROOT'] } });
  expect(load.command).toEqual(['sh', '/scripts/load-modules.sh', 'load', ...MODULES]);
  expect(stay.securityContext).toMatchObject({ runAsUser: 65534, runAsNonRoot: true, capabilities: { drop: ['ALL'] } });
  expect(stay.readinessProbe?.exec.command).toEqual(['sh', '/scripts/load-modules.sh', 'verify', ...MODULES]);
  expect(load.volumeMounts).toContainEqual({ name: 'host', mountPath: '/host', readOnly: true });
  expect(load.volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([FOUND]);
  expect(stay.volumeMounts.map(({ name }) => name).sort()).toEqual(['found', 'scripts']);
  expect(podOf(daemonSet).volumes).toContainEqual({ name: 'found', emptyDir: {} });
});

test.each([
  [undefined, {}], ['v1.30.9', {}], ['v1.31.0', { recursiveReadOnly: 'IfPossible' }],
])('for an API server of %s the root of the node and all below it is read-only as far as the API can', (version, recursive) => {
  const kubernetesVersion = version === undefined ? undefined : KubeVersion.parse(version);
  const [load] = containersOf(moduleLoader({ modules: MODULES, kubernetesVersion }).daemonSet);
  expect(load.volumeMounts.find(({ name }) => name === 'host')).toEqual({ name: 'host', mountPath: '/host', readOnly: true, ...recursive });
});

test('can write one directory of the node, and only the loading container, when modules are to persist', () => {
  const { daemonSet } = moduleLoader({ modules: MODULES, persist: true, name: 'loader' });
  const [load, stay] = containersOf(daemonSet);
  expect(load.volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([FOUND, { name: 'modules-load-d', mountPath: '/persist' }]);
  expect(load.env).toContainEqual({ name: 'PERSIST_FILE', value: '/persist/loader.conf' });
  expect(stay.volumeMounts.filter(({ readOnly }) => !readOnly)).toEqual([]);
  expect(podOf(daemonSet).volumes).toContainEqual({ name: 'modules-load-d', hostPath: { path: '/etc/modules-load.d', type: 'DirectoryOrCreate' } });
});

test('names a module once', () => {
  expect(containersOf(moduleLoader({ modules: ['ip_vs', 'ip_vs_rr', 'ip_vs'] }).daemonSet)[0].command.slice(3)).toEqual(['ip_vs', 'ip_vs_rr']);
});
