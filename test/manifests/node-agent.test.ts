import { inventoryCollector } from '../../src/manifests/inventory-collector';
import { moduleLoader } from '../../src/manifests/module-loader';
import type { NodeAgentOptions } from '../../src/manifests/node-agent';
import { sysctlTuner } from '../../src/manifests/sysctl-tuner';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { containersOf, podOf, specOf } from './daemon-set-parts';

const AGENTS = {
  loader: (options: NodeAgentOptions = {}) => moduleLoader({ modules: ['ip_vs'], ...options }),
  tuner: (options: NodeAgentOptions = {}) => sysctlTuner({ sysctls: { 'net.core.somaxconn': 4096 }, ...options }),
  collector: (options: NodeAgentOptions = {}) => inventoryCollector(options),
};

describe.each(Object.entries(AGENTS))('the %s', (_name, agent) => {
  const { daemonSet, configMap } = agent();
  const pod = podOf(daemonSet);

  test('runs on every Linux node, in its network, whatever happens there', () => {
    expect(pod).toMatchObject({
      hostNetwork: true, dnsPolicy: 'Default', priorityClassName: 'system-node-critical', nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations: [{ operator: 'Exists' }],
    });
    expect(pod).not.toHaveProperty('affinity');
    expect(pod).not.toHaveProperty('hostPID');
  });

  test('has no token, and the profile of the runtime', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { seccompProfile: { type: 'RuntimeDefault' }, seLinuxOptions: { type: 'spc_t' } },
    });
  });

  test.each(containersOf(daemonSet).map((container) => [container.name, container] as const))('gives container %s no more than it needs', (_container, container) => {
    const { privileged, allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities, runAsUser } = container.securityContext;
    expect({ privileged, allowPrivilegeEscalation, readOnlyRootFilesystem, drop: capabilities?.drop }).toEqual({
      privileged: undefined, allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, drop: ['ALL'],
    });
    expect(capabilities?.add ?? []).not.toContainEqual(expect.stringMatching(/^CAP_/));
    expect(capabilities?.add === undefined || runAsUser === 0).toBe(true);
    const text = expect.any(String);
    expect(container.resources).toEqual({ requests: { cpu: text, memory: text }, limits: { memory: text } });
  });

  test('is rolled when its script changes, and only then', () => {
    const checksum = (options: NodeAgentOptions) => specOf(agent(options).daemonSet).template.metadata.annotations;
    expect(checksum({})).toEqual({ 'kube-proxy-kit/config-checksum': expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(checksum({ name: 'other', labels: { a: 'b' } })).toEqual(checksum({}));
  });

  test('runs the script that its ConfigMap holds', () => {
    const [, script] = containersOf(daemonSet)[0].command;
    expect(Object.keys(configMap.data as object)).toContain(script.replace('/scripts/', ''));
    expect(pod.volumes).toContainEqual({ name: 'scripts', configMap: { name: configMap.metadata.name } });
  });

  test('has a selector that options do not change', () => {
    const { selector, template } = specOf(agent({ name: 'mine', labels: { 'team': 'net', 'app.kubernetes.io/name': 'x' } }).daemonSet);
    expect(selector.matchLabels).toEqual({ ...specOf(daemonSet).selector.matchLabels, 'app.kubernetes.io/instance': 'mine' });
    expect(template.metadata.labels).toMatchObject({ ...selector.matchLabels, 'team': 'net', 'app.kubernetes.io/part-of': 'kube-proxy-kit' });
  });

  test('takes names, image, resources, priority and strategy', () => {
    const changed = agent({
      name: 'mine', namespace: 'net', image: 'busybox:1', registry: 'r.example', imagePullPolicy: 'Always', imagePullSecrets: ['s'], resources: {},
      priorityClassName: 'high', updateStrategy: { maxUnavailable: 2 },
    });
    expect(changed.configMap.metadata).toMatchObject({ name: 'mine', namespace: 'net' });
    expect(changed.daemonSet.metadata).toMatchObject({ name: 'mine', namespace: 'net' });
    expect(podOf(changed.daemonSet)).toMatchObject({ imagePullSecrets: [{ name: 's' }], priorityClassName: 'high' });
    expect(containersOf(changed.daemonSet)).toEqual(containersOf(daemonSet).map(() => expect.objectContaining({
      image: 'r.example/busybox:1', imagePullPolicy: 'Always', resources: {},
    })));
    expect(specOf(changed.daemonSet).updateStrategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } });
    expect(specOf(agent({ updateStrategy: { type: 'OnDelete' } }).daemonSet).updateStrategy).toEqual({ type: 'OnDelete' });
  });

  test('applies overrides last, as they are', () => {
    const changed = podOf(agent({
      overrides: [
        { op: 'replace', path: '/spec/template/spec/containers/0/resources/limits/memory', value: '1Gi' },
        { op: 'add', path: '/spec/template/spec/hostPID', value: true },
      ],
    }).daemonSet);
    expect(changed.hostPID).toBe(true);
    expect(changed.containers[0].resources?.limits).toEqual({ memory: '1Gi' });
    expect(changed.initContainers).toEqual(pod.initContainers);
    expect(() => agent({ overrides: [{ op: 'remove', path: '/spec/nothing' }] })).toThrow('overrides[0].path is "/spec/nothing"');
  });

  test('is privileged only when asked, and then only what is root', () => {
    for (const { securityContext } of containersOf(agent({ privileged: true }).daemonSet)) {
      const root = securityContext.runAsUser === 0;
      expect([securityContext.privileged, securityContext.allowPrivilegeEscalation]).toEqual(root ? [true, undefined] : [undefined, false]);
    }
  });

  test('leaves SELinux to the runtime when asked', () => {
    expect(podOf(agent({ seLinuxType: false }).daemonSet).securityContext).toEqual({ seccompProfile: { type: 'RuntimeDefault' } });
    expect(podOf(agent({ seLinuxType: 'super_t' }).daemonSet).securityContext).toMatchObject({ seLinuxOptions: { type: 'super_t' } });
  });

  test.each([
    ['v1.13.12', 'beta.kubernetes.io/os', false], ['v1.14.0', 'kubernetes.io/os', false], ['v1.18.20', 'kubernetes.io/os', false],
    ['v1.19.0', 'kubernetes.io/os', true],
  ])('fits the API of %s', (version, label, field) => {
    const { spec, metadata } = specOf(agent({ kubernetesVersion: KubeVersion.parse(version) }).daemonSet).template;
    expect(spec.nodeSelector).toEqual({ [label]: 'linux' });
    expect('seccompProfile' in (spec.securityContext as object)).toBe(field);
    expect(metadata.annotations?.['seccomp.security.alpha.kubernetes.io/pod']).toBe(field ? undefined : 'runtime/default');
  });

  test('selects the nodes of one pool by selector, of several by affinity', () => {
    expect(podOf(agent({ nodes: [{ pool: 'a', zone: 'z' }] }).daemonSet)).toMatchObject({ nodeSelector: { 'kubernetes.io/os': 'linux', 'pool': 'a', 'zone': 'z' } });
    const term = (value: string) => ({ matchExpressions: [{ key: 'pool', operator: 'In', values: [value] }] });
    expect(podOf(agent({ nodes: [{ pool: 'a' }, { pool: 'b' }] }).daemonSet)).toMatchObject({
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term('a'), term('b')] } } },
    });
  });

  test.each<[NodeAgentOptions, string]>([
    [{ name: 'Loader' }, 'name is "Loader"; allowed: up to 63 lower-case letters, digits and -'],
    [{ name: 'x'.repeat(64) }, 'allowed: up to 63'],
    [{ namespace: 'a.b' }, 'namespace is "a.b"'],
    [{ nodes: [] }, 'nodes is []; allowed: one or more sets of at least one label'],
    [{ nodes: [{ a: 'b' }, {}] }, 'nodes is [{"a":"b"},{}]'],
    [{ updateStrategy: { maxUnavailable: 0 } }, 'updateStrategy.maxUnavailable is 0; allowed: a whole number from 1, or a percentage'],
    [{ updateStrategy: { maxUnavailable: '101%' } }, 'updateStrategy.maxUnavailable is "101%"'],
    [{ image: 'a b' }, 'image is "a b"'],
    [{ imagePullSecrets: 'registry' as never }, 'imagePullSecrets is "registry"; allowed: a list of names of Secrets'],
  ])('refuses %j', (options, message) => {
    expect(() => agent(options)).toThrow(message);
  });
});
