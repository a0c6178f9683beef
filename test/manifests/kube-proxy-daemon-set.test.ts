import { kubeProxyClusterRoleBinding, kubeProxyServiceAccount } from '../../src/manifests/kube-proxy-access';
import { kubeProxyConfigMap } from '../../src/manifests/kube-proxy-config-map';
import { kubeProxyDaemonSet, type KubeProxyDaemonSetOptions } from '../../src/manifests/kube-proxy-daemon-set';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { podOf, specOf } from './daemon-set-parts';

const configMapOf = (configuration: string) => kubeProxyConfigMap({ configuration, apiServer: 'https://10.0.0.10:6443' });
const version = KubeVersion.parse('v1.29.4');
const daemonSet = (options: Partial<KubeProxyDaemonSetOptions> = {}) => kubeProxyDaemonSet({ version, configMap: configMapOf('mode: ipvs\n'), ...options });

test('defaults', () => {
  expect(daemonSet()).toMatchSnapshot();
});

test('is the one that kubeadm makes, but for labels, the checksum and the name of a volume', () => {
  const { metadata, spec } = daemonSet();
  expect(metadata).toMatchObject({ name: 'kube-proxy', namespace: 'kube-system', labels: { 'k8s-app': 'kube-proxy' } });
  expect(spec).toMatchObject({
    selector: { matchLabels: { 'k8s-app': 'kube-proxy' } },
    updateStrategy: { type: 'RollingUpdate' },
    template: {
      metadata: { labels: { 'k8s-app': 'kube-proxy' } },
      spec: {
        priorityClassName: 'system-node-critical',
        hostNetwork: true,
        serviceAccountName: 'kube-proxy',
        tolerations: [{ operator: 'Exists' }],
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        containers: [{
          name: 'kube-proxy',
          image: 'registry.k8s.io/kube-proxy:v1.29.4',
          command: ['/usr/local/bin/kube-proxy', '--config=/var/lib/kube-proxy/config.conf', '--hostname-override=$(NODE_NAME)'],
          securityContext: { privileged: true },
          env: [{ name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
        }],
      },
    },
  });
  expect(podOf(daemonSet())).not.toHaveProperty('initContainers');
  expect(podOf(daemonSet()).containers[0].volumeMounts.map(({ mountPath, readOnly }) => [mountPath, readOnly ?? false])).toEqual([
    ['/var/lib/kube-proxy', false], ['/run/xtables.lock', false], ['/lib/modules', true],
  ]);
});

test.each<[string, Partial<KubeProxyDaemonSetOptions>, object]>([
  ['v1.27.16', {}, { path: '/healthz', port: 10256 }],
  ['v1.28.0', {}, { path: '/livez', port: 10256 }],
  ['v1.29.4', { healthzBindAddress: '0.0.0.0:10299' }, { path: '/livez', port: 10299 }],
  ['v1.29.4', { healthzBindAddress: '[::]:10256' }, { path: '/livez', port: 10256 }],
  ['v1.29.4', { healthzBindAddress: '::' }, { path: '/livez', port: 10256 }],
  ['v1.29.4', { healthzBindAddress: '127.0.0.1:10256' }, { path: '/livez', host: '127.0.0.1', port: 10256 }],
  ['v1.29.4', { healthzBindAddress: '[fd00::1]:10256' }, { path: '/livez', host: 'fd00::1', port: 10256 }],
  ['v1.29.4', { healthzBindAddress: '10.0.0.1' }, { path: '/livez', host: '10.0.0.1', port: 10256 }],
])('%s with %j is probed at %j', (text, options, httpGet) => {
  const [container] = podOf(daemonSet({ version: KubeVersion.parse(text), ...options })).containers;
  expect(container.readinessProbe).toEqual({ httpGet, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 });
  expect(container.livenessProbe).toEqual({ httpGet, initialDelaySeconds: 30, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 12 });
});

test('probes and the pace of the rollout can be set, or left out', () => {
  const without = daemonSet({ readinessProbe: false, livenessProbe: false, minReadySeconds: 0 });
  expect(Object.keys(podOf(without).containers[0])).not.toEqual(expect.arrayContaining(['readinessProbe']));
  expect(Object.keys(podOf(without).containers[0])).not.toEqual(expect.arrayContaining(['livenessProbe']));
  expect(without.spec).toMatchObject({ minReadySeconds: 0 });
  const [container] = podOf(daemonSet({ livenessProbe: { failureThreshold: 3 } })).containers;
  expect(container.livenessProbe).toMatchObject({ failureThreshold: 3, periodSeconds: 10 });
});

test.each<[Partial<KubeProxyDaemonSetOptions>, string]>([
  [{ minReadySeconds: -1 }, 'minReadySeconds is -1; allowed: a whole number from 0'],
  [{ readinessProbe: { periodSeconds: 0 } }, 'readinessProbe.periodSeconds is 0; allowed: a whole number from 1'],
  [{ livenessProbe: { failures: 3 } as never }, 'livenessProbe.failures is 3; allowed: initialDelaySeconds, periodSeconds, timeoutSeconds, failureThreshold'],
  [{ healthzBindAddress: 'a:b:c' }, 'healthzBindAddress is "a:b:c"; allowed: an address with a port, such as 0.0.0.0:10256'],
])('refuses %j', (options, message) => {
  expect(() => daemonSet(options)).toThrow(message);
});

test('a changed configuration rolls the pods, the same one does not', () => {
  const checksum = (configuration: string) => specOf(daemonSet({ configMap: configMapOf(configuration) })).template.metadata.annotations;
  expect(checksum('mode: ipvs\n')).toEqual(checksum('mode: ipvs\n'));
  expect(checksum('mode: ipvs\n')).not.toEqual(checksum('mode: nftables\n'));
});

test('reads the ConfigMap that it is given', () => {
  const configMap = kubeProxyConfigMap({ configuration: '', apiServer: 'https://10.0.0.10:6443', name: 'kube-proxy-ipvs' });
  expect(podOf(daemonSet({ configMap })).volumes).toContainEqual({ name: 'config', configMap: { name: 'kube-proxy-ipvs' } });
});

test('two groups of pools do not share a selector', () => {
  expect(specOf(daemonSet({ name: 'kube-proxy-nftables', nodes: [{ pool: 'new' }] })).selector).toEqual({ matchLabels: { 'k8s-app': 'kube-proxy-nftables' } });
});

test('on EKS it finds the configuration and the kubeconfig where the platform has them', () => {
  const configMap = kubeProxyConfigMap({ platform: 'eks', configuration: '' });
  const pod = podOf(daemonSet({ platform: 'eks', configMap, image: 'registry.example/eks/kube-proxy:v1.31.2-eksbuild.3' }));
  expect(pod.containers[0].command.slice(0, 2)).toEqual(['kube-proxy', '--config=/var/lib/kube-proxy-config/config']);
  expect(pod.containers[0].volumeMounts.slice(0, 2)).toEqual([
    { name: 'config', mountPath: '/var/lib/kube-proxy-config' }, { name: 'kubeconfig', mountPath: '/var/lib/kube-proxy' },
  ]);
  expect(pod.volumes.slice(0, 2)).toEqual([
    { name: 'config', configMap: { name: 'kube-proxy-config' } }, { name: 'kubeconfig', configMap: { name: 'kube-proxy' } },
  ]);
});

test('cleans up before it starts only when asked', () => {
  expect(podOf(daemonSet({ cleanupBeforeStart: true })).initContainers).toMatchObject([{
    name: 'cleanup', image: 'registry.k8s.io/kube-proxy:v1.29.4', command: ['/usr/local/bin/kube-proxy', '--cleanup'], securityContext: { privileged: true },
  }]);
});

test('takes further flags and an image', () => {
  const [container] = podOf(daemonSet({ extraArgs: ['--v=4'], registry: 'mirror.example' })).containers;
  expect(container.command.slice(-1)).toEqual(['--v=4']);
  expect(container.image).toBe('mirror.example/kube-proxy:v1.29.4');
});

test('a version without a patch names no image', () => {
  const minor = KubeVersion.parse('1.29');
  expect(() => daemonSet({ version: minor })).toThrow('version is "1.29"; allowed: a version with its patch, such as v1.29.4');
  expect(() => daemonSet({ version: minor, image: 'kube-proxy:mine' })).not.toThrow();
});

test('the image of a vendor version is the upstream one', () => {
  expect(podOf(daemonSet({ version: KubeVersion.parse('v1.31.2-eksbuild.3') })).containers[0].image).toBe('registry.k8s.io/kube-proxy:v1.31.2');
});

test('the service account may do what every kube-proxy may', () => {
  expect(kubeProxyServiceAccount().metadata).toMatchObject({ name: 'kube-proxy', namespace: 'kube-system' });
  expect(kubeProxyClusterRoleBinding()).toMatchObject({
    metadata: { name: 'kube-proxy-kit:node-proxier' },
    roleRef: { kind: 'ClusterRole', name: 'system:node-proxier' },
    subjects: [{ kind: 'ServiceAccount', name: 'kube-proxy', namespace: 'kube-system' }],
  });
  expect(kubeProxyClusterRoleBinding().metadata).not.toHaveProperty('namespace');
  expect(kubeProxyClusterRoleBinding({ serviceAccountName: 'proxy', namespace: 'net' })).toMatchObject({ subjects: [{ name: 'proxy', namespace: 'net' }] });
});
