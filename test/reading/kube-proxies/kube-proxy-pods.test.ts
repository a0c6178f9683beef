import { stringify } from 'yaml';
import { declared, flagTexts, kubeProxiesIn } from '../declared';

interface Changes {
  readonly kind?: string;
  readonly metadata?: object;
  readonly template?: object;
  readonly spec?: object;
  readonly container?: object;
}

/** The DaemonSet as kubeadm ships it, changed. */
function daemonSet({ kind = 'DaemonSet', metadata, template, spec, container }: Changes = {}): string {
  const pod = {
    metadata: { labels: { 'k8s-app': 'kube-proxy' }, ...template },
    spec: {
      hostNetwork: true,
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      containers: [{
        name: 'kube-proxy',
        image: 'registry.k8s.io/kube-proxy:v1.29.4',
        command: ['/usr/local/bin/kube-proxy', '--config=/var/lib/kube-proxy/config.conf', '--hostname-override=$(NODE_NAME)'],
        env: [{ name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
        securityContext: { privileged: true },
        volumeMounts: [{ mountPath: '/var/lib/kube-proxy', name: 'kube-proxy' }, { mountPath: '/lib/modules', name: 'lib-modules', readOnly: true }],
        ...container,
      }],
      volumes: [{ name: 'kube-proxy', configMap: { name: 'kube-proxy' } }, { name: 'lib-modules', hostPath: { path: '/lib/modules' } }],
      ...spec,
    },
  };
  const identity = { apiVersion: 'apps/v1', kind, metadata: { name: 'kube-proxy', namespace: 'kube-system', ...metadata } };
  return stringify(kind === 'Pod' ? { ...identity, spec: pod.spec } : { ...identity, spec: { template: pod } });
}

const CONFIG = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n';
const configMap = (name = 'kube-proxy', key = 'config.conf', namespace = 'kube-system') =>
  stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { [key]: CONFIG, 'kubeconfig.conf': 'kind: Config\n' } });

describe('the DaemonSet of kubeadm', () => {
  const [instance, ...others] = kubeProxiesIn(`${daemonSet()}---\n${configMap()}`);

  test('is read with its configuration, which is not listed again', () => {
    expect(others).toEqual([]);
    expect(instance).toMatchObject({
      kind: 'daemon-set', name: 'DaemonSet kube-system/kube-proxy', resource: 'DaemonSet kube-system/kube-proxy', shippedBy: 'kubeadm', readsConfiguration: true,
      rollsOnChange: false, mountsLibModules: true, cleansUpOnModeChange: false, environment: {},
      pools: { terms: [[{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }]] },
      configuration: { text: CONFIG, name: 'ConfigMap kube-system/kube-proxy', resource: 'ConfigMap kube-system/kube-proxy' },
    });
    expect(String(instance.version)).toBe('v1.29.4');
    expect(flagTexts(instance)).toEqual(['config=/var/lib/kube-proxy/config.conf', 'hostname-override=$(NODE_NAME)']);
  });

  test('is told where it stands', () => {
    const lines = `${daemonSet()}---\n${configMap()}`.split('\n');
    const at = (line: number | undefined) => lines[(line ?? 0) - 1].trim();
    expect(at(instance.location?.line)).toBe('- name: kube-proxy');
    expect(at(instance.flags[1].location?.line)).toBe('- --hostname-override=$(NODE_NAME)');
    expect(at(instance.configuration?.locate(3, 1)?.line)).toBe('mode: ipvs');
    expect(at(instance.configuration?.locate()?.line)).toBe('config.conf: |');
  });
});

describe('what runs kube-proxy', () => {
  test.each<[string, Changes, readonly string[]]>([
    ['its path', { container: { command: ['/usr/local/bin/kube-proxy'], args: ['--proxy-mode=ipvs', '--v', '2'] } }, ['proxy-mode=ipvs', 'v=2']],
    ['its name', { container: { command: ['kube-proxy', '--proxy-mode=ipvs'] } }, ['proxy-mode=ipvs']],
    ['its image alone', { container: { command: undefined, args: ['--proxy-mode=ipvs', '--masquerade-all'] } }, ['proxy-mode=ipvs', 'masquerade-all=true']],
    ['a shell', { container: { command: ['sh', '-c', 'set -e\nexec /usr/local/bin/kube-proxy --proxy-mode=ipvs \\\n  --v=2 >/var/log/kube-proxy.log 2>&1'] } },
      ['proxy-mode=ipvs', 'v=2']],
    ['a shell with quotes and variables', {
      container: { command: ['sh', '-c'], args: ['kube-proxy --proxy-mode="$MODE" --cluster-cidr \'10.0.0.0/8\''], env: [{ name: 'MODE', value: 'ipvs' }] },
    }, ['proxy-mode=ipvs', 'cluster-cidr=10.0.0.0/8']],
    ['variables of Kubernetes', { container: { command: ['kube-proxy', '--proxy-mode=$(MODE)'], env: [{ name: 'MODE', value: 'ipvs' }] } }, ['proxy-mode=ipvs']],
    ['a wrapper', { container: { command: ['/go-runner', '--log-file=/var/log/x', 'kube-proxy', '--proxy-mode=ipvs'] } }, ['proxy-mode=ipvs']],
    ['hyperkube', { container: { image: 'registry.example/hyperkube-amd64:v1.18.2', command: ['/hyperkube', 'proxy', '--proxy-mode=ipvs'] } }, ['proxy-mode=ipvs']],
    ['another image with flags of kube-proxy', { container: { image: 'registry.example/all-in-one:3', command: undefined, args: ['--proxy-mode=ipvs'] } }, ['proxy-mode=ipvs']],
    ['a static pod', { kind: 'Pod', container: { command: ['kube-proxy', '--proxy-mode=ipvs'] } }, ['proxy-mode=ipvs']],
  ])('is known by %s', (_, changes, flags) => {
    const [instance] = kubeProxiesIn(daemonSet(changes));
    expect(flagTexts(instance)).toEqual(flags);
    expect(instance.kind).toBe(changes.kind === 'Pod' ? 'static-pod' : 'daemon-set');
  });

  test.each<[string, Changes]>([
    ['an exporter', { container: { name: 'exporter', image: 'registry.example/kube-proxy-exporter:1', command: undefined } }],
    ['kubectl', { container: { name: 'restart', image: 'bitnami/kubectl', command: ['kubectl', 'rollout', 'restart', 'ds/kube-proxy'] } }],
    ['kubectl with a name', { container: { name: 'restart', image: 'bitnami/kubectl', command: ['kubectl', 'rollout', 'restart', 'daemonset', 'kube-proxy'] } }],
    ['a script about it', { container: { name: 'x', image: 'tools', command: ['sh', '-c', 'pgrep kube-proxy && grep -q x /var/log/kube-proxy'] } }],
    ['a clean-up', { container: { name: 'clean', image: 'registry.example/tools', command: ['sh', '-c', 'kube-proxy --cleanup'] } }],
    ['a shell in its image', { container: { name: 'debug', command: ['sh', '-c', 'sleep 1d'] } }],
  ])('is not %s', (_, changes) => {
    expect(kubeProxiesIn(daemonSet(changes))).toEqual([]);
  });

  test('is not a Job or an init container', () => {
    expect(kubeProxiesIn(daemonSet({ kind: 'Job' }))).toEqual([]);
    expect(kubeProxiesIn(daemonSet({ spec: { containers: [{ name: 'x', image: 'pause' }], initContainers: [{ name: 'kube-proxy', image: 'kube-proxy:v1', args: ['--proxy-mode=ipvs'] }] } })))
      .toEqual([]);
  });
});

test.each([
  ['registry.k8s.io/kube-proxy:v1.29.4', 'v1.29.4'],
  ['localhost:5000/kube-proxy:v1.29.4@sha256:0123', 'v1.29.4'],
  ['602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/kube-proxy:v1.31.2-eksbuild.3', 'v1.31.2'],
  ['registry.k8s.io/kube-proxy@sha256:0123', undefined],
  ['localhost:5000/kube-proxy', undefined],
  ['registry.k8s.io/kube-proxy:latest', undefined],
])('the image %s has version %s', (image, version) => {
  const [instance] = kubeProxiesIn(daemonSet({ container: { image } }));
  expect(instance.version?.toString()).toBe(version);
});

describe('the configuration of a DaemonSet', () => {
  const mounted = (volume: object, mount: object, path: string) => daemonSet({
    container: { command: ['kube-proxy', `--config=${path}`], volumeMounts: [{ name: 'c', ...mount }] }, spec: { volumes: [{ name: 'c', ...volume }] },
  });

  test.each<[string, string, string]>([
    ['a volume', mounted({ configMap: { name: 'a' } }, { mountPath: '/etc/kp/' }, '/etc/kp/config.yaml'), configMap('a', 'config.yaml')],
    ['an item with another name', mounted({ configMap: { name: 'a', items: [{ key: 'k', path: 'sub/c.yaml' }] } }, { mountPath: '/etc/kp' }, '/etc/kp/sub/c.yaml'), configMap('a', 'k')],
    ['a sub path', mounted({ configMap: { name: 'a' } }, { mountPath: '/etc/kp.yaml', subPath: 'k' }, '/etc/kp.yaml'), configMap('a', 'k')],
    ['a projected volume', mounted({ projected: { sources: [{ secret: {} }, { configMap: { name: 'a' } }] } }, { mountPath: '/etc/kp' }, '/etc/kp/k'), configMap('a', 'k')],
    ['a map without a namespace', mounted({ configMap: { name: 'a' } }, { mountPath: '/etc/kp' }, '/etc/kp/k'), configMap('a', 'k').replace('  namespace: kube-system\n', '')],
  ])('comes from %s', (_, workload, map) => {
    const instances = kubeProxiesIn(`${map}---\n${workload}`);
    expect(instances.map(({ kind, configuration }) => [kind, configuration?.text])).toEqual([['daemon-set', CONFIG]]);
  });

  test('does not come from a map of another name, namespace or key', () => {
    const workload = mounted({ configMap: { name: 'a' } }, { mountPath: '/etc/kp' }, '/etc/kp/k');
    for (const map of [configMap('b', 'k'), configMap('a', 'k', 'other'), configMap('a', 'other')]) {
      expect(kubeProxiesIn(`${map}---\n${workload}`).map(({ kind, configuration }) => [kind, configuration?.text]))
        .toEqual([['daemon-set', undefined], ['configuration', CONFIG]]);
    }
  });

  test('of a patch without volumes, or of a file on the node, is the only one that nothing else reads', () => {
    const patch = daemonSet({ spec: { volumes: undefined }, container: { volumeMounts: undefined } });
    expect(kubeProxiesIn(`${configMap('a')}---\n${patch}`).map(({ kind, configuration }) => [kind, configuration?.text])).toEqual([['daemon-set', CONFIG]]);
    expect(kubeProxiesIn(`${configMap('a', 'x')}---\n${configMap('b', 'y')}---\n${patch}`).map(({ kind, configuration }) => [kind, configuration?.name])).toEqual([
      ['daemon-set', undefined], ['configuration', 'ConfigMap kube-system/a'], ['configuration', 'ConfigMap kube-system/b'],
    ]);
    expect(kubeProxiesIn(`${configMap('a', 'x')}---\n${configMap('b', 'config.conf')}---\n${patch}`)[0].configuration?.name).toBe('ConfigMap kube-system/b');
  });

  test('is none without --config, whatever maps there are', () => {
    expect(kubeProxiesIn(`${configMap()}---\n${daemonSet({ container: { command: ['kube-proxy', '--proxy-mode=ipvs'] } })}`)).toMatchObject([
      { kind: 'daemon-set', readsConfiguration: false, configuration: undefined }, { kind: 'configuration', configuration: { text: CONFIG } },
    ]);
  });
});

describe('a change of the configuration rolls the pods', () => {
  const rolls = (changes: Changes) => kubeProxiesIn(daemonSet(changes))[0].rollsOnChange;
  const SHA = '3f786850e387550fdab836ed7e6dc881de23001b';

  test.each<[string, Changes]>([
    ['by a checksum annotation', { template: { annotations: { 'checksum/config': SHA } } }],
    ['by a short one of one\'s own', { template: { annotations: { 'example.com/config-hash': 'a1b2c3d4' } } }],
    ['by a hashed name, as kustomize makes them', { spec: { volumes: [{ name: 'kube-proxy', configMap: { name: 'kube-proxy-bf2k6dhmg9' } }] } }],
    ['by a hashed name, as Gardener and Pulumi make them', { spec: { volumes: [{ name: 'kube-proxy', configMap: { name: 'kube-proxy-a1b2c3d4' } }] } }],
    ['by Reloader', { metadata: { annotations: { 'reloader.stakater.com/auto': 'true' } } }],
    ['by Reloader for this map', { metadata: { annotations: { 'configmap.reloader.stakater.com/reload': 'kube-proxy' } } }],
  ])('%s', (_, changes) => {
    expect(rolls(changes)).toBe(true);
  });

  test.each<[string, Changes]>([
    ['nothing', {}],
    ['an annotation that is no hash', { template: { annotations: { 'prometheus.io/config': 'yes', 'scheduler.alpha.kubernetes.io/critical-pod': '' } } }],
    ['a hash that is of something else', { template: { annotations: { 'example.com/owner': SHA } } }],
    ['a name that only looks long', { spec: { volumes: [{ name: 'kube-proxy', configMap: { name: 'kube-proxy-feedback' } }] } }],
    ['Reloader switched off', { metadata: { annotations: { 'reloader.stakater.com/auto': 'false' } } }],
  ])('not by %s', (_, changes) => {
    expect(rolls(changes)).toBe(false);
  });

  test('is no question for a static pod', () => {
    expect(rolls({ kind: 'Pod' })).toBeUndefined();
  });
});

describe('who ships a DaemonSet', () => {
  const shippedBy = (changes: Changes) => kubeProxiesIn(daemonSet(changes))[0].shippedBy;
  const EKS = ['kube-proxy', '--v=2', '--config=/var/lib/kube-proxy-config/config', '--hostname-override=$(NODE_NAME)'];

  test.each<[string, Changes, string | undefined]>([
    ['kubeadm', {}, 'kubeadm'],
    ['nobody, with a flag of one\'s own', { container: { command: ['/usr/local/bin/kube-proxy', '--config=/var/lib/kube-proxy/config.conf', '--hostname-override=$(NODE_NAME)', '--v=4'] } }, undefined],
    ['nobody, with another configuration', { container: { command: ['/usr/local/bin/kube-proxy', '--config=/etc/kube-proxy.conf'] } }, undefined],
    ['nobody, in another namespace', { metadata: { namespace: 'proxy' } }, undefined],
    ['EKS', { container: { command: EKS } }, 'eks'],
    ['EKS, before hostname-override', { container: { command: EKS.slice(0, 3) } }, 'eks'],
    ['nobody, edited on EKS', { container: { command: [...EKS, '--proxy-mode=ipvs'] } }, undefined],
  ])('is %s', (_, changes, shipper) => {
    expect(shippedBy(changes)).toBe(shipper);
  });

  test('tells the platform', () => {
    expect(declared({ 'a.yaml': daemonSet() }).cluster.platform).toBe('kubeadm');
    expect(declared({ 'a.yaml': daemonSet({ container: { command: EKS } }) }).cluster.platform).toBe('eks');
    expect(declared({ 'a.yaml': daemonSet({ metadata: { namespace: 'proxy' } }) }).cluster.platform).toBe('generic');
  });
});

test('an init container that runs kube-proxy --cleanup cleans up', () => {
  const withInit = (command: string[]) => kubeProxiesIn(daemonSet({ spec: { initContainers: [{ name: 'cleanup', image: 'registry.k8s.io/kube-proxy:v1.29.4', command }] } }))[0];
  expect(withInit(['/usr/local/bin/kube-proxy', '--cleanup']).cleansUpOnModeChange).toBe(true);
  expect(withInit(['sh', '-c', 'test "$OLD" = "$NEW" || kube-proxy --cleanup --v=2']).cleansUpOnModeChange).toBe(true);
  expect(withInit(['sh', '-c', 'kube-proxy --cleanup-iptables']).cleansUpOnModeChange).toBe(false);
});

test('the host\'s modules are seen through /lib, too, and not through an empty folder', () => {
  const through = (volume: object) => kubeProxiesIn(daemonSet({ spec: { volumes: [{ name: 'lib-modules', ...volume }] } }))[0].mountsLibModules;
  expect(through({ hostPath: { path: '/lib' } })).toBe(true);
  expect(through({ hostPath: { path: '/usr/lib/modules/' } })).toBe(true);
  expect(through({ hostPath: { path: '/run' } })).toBe(false);
  expect(through({ emptyDir: {} })).toBe(false);
});
