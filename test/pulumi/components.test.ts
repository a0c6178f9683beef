import * as pulumi from '@pulumi/pulumi';
import { defineCluster } from '../../src/cluster/define-cluster';
import { ClusterKubeProxy, ModuleLoader, KubeProxy, KubeProxyConfig, SysctlTuner, type Adoption, type KubeProxyConfigArgs } from '../../src/pulumi';
import { recordProgram, settled, valueOf, type RecordedProgram } from './recording-mocks';

const apiServer = 'https://10.0.0.10:6443';
const cluster = () => defineCluster({
  kubernetesVersion: 'v1.27.4',
  nodePools: [{ name: 'unclear', kernelVersion: '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', labels: { pool: 'unclear' } }],
});
const config = (props: Partial<KubeProxyConfigArgs> = {}, opts: pulumi.ComponentResourceOptions = {}) =>
  new KubeProxyConfig('config', { version: 'v1.27.4', apiServer, configuration: { mode: 'iptables' }, ...props }, opts);

let program: RecordedProgram;
beforeEach(async () => { program = await recordProgram(); });
afterEach(settled);

/** The options with which a resource of a type is registered, which mocks do not see. */
function optionsOf(type: string, name: string): Partial<pulumi.CustomResourceOptions> {
  const seen = transformed.find((args) => args.type === type && args.name === name);
  return seen?.opts ?? {};
}
let transformed: pulumi.ResourceTransformationArgs[];
/** A component below which every registration is recorded. */
function recordingParent(): pulumi.ComponentResource {
  transformed = [];
  return new pulumi.ComponentResource('my:index:Platform', 'platform', {}, {
    transformations: [(args) => { transformed.push(args); return undefined; }],
  });
}

it('a ClusterKubeProxy has a component for each part, and all of them below it', async () => {
  const parent = recordingParent();
  new ClusterKubeProxy('kube-proxy', { cluster: cluster(), apiServer, configuration: { mode: 'ipvs' } }, { parent });
  await settled();
  expect(program.resources.slice(1).map(({ type, name }) => `${type} ${name}`).sort()).toEqual([
    'kube-proxy-kit:index:ClusterKubeProxy kube-proxy',
    'kube-proxy-kit:index:KubeProxy kube-proxy',
    'kube-proxy-kit:index:KubeProxyConfig kube-proxy-config',
    'kube-proxy-kit:index:ModuleLoader kube-proxy-module-loader',
    'kube-proxy-kit:index:SysctlTuner kube-proxy-sysctl-tuner',
    'kubernetes:apps/v1:DaemonSet kube-proxy',
    'kubernetes:apps/v1:DaemonSet kube-proxy-module-loader',
    'kubernetes:apps/v1:DaemonSet kube-proxy-sysctl-tuner',
    'kubernetes:core/v1:ConfigMap kube-proxy-module-loader',
    'kubernetes:core/v1:ConfigMap kube-proxy-sysctl-tuner',
    'kubernetes:core/v1:ConfigMapPatch kube-proxy-config',
    'kubernetes:core/v1:ServiceAccount kube-proxy',
    'kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding kube-proxy',
  ]);
  // Transformations come from above, so all that are recorded are below; the first is of the parent itself.
  const typeOf = (resource: object | undefined) => (resource as { __pulumiType?: string }).__pulumiType;
  expect(transformed.slice(1).map(({ type, opts }) => [type, typeOf(opts.parent)])).toEqual(expect.arrayContaining([
    ['kube-proxy-kit:index:KubeProxyConfig', 'kube-proxy-kit:index:ClusterKubeProxy'],
    ['kubernetes:core/v1:ConfigMapPatch', 'kube-proxy-kit:index:KubeProxyConfig'],
    ['kubernetes:apps/v1:DaemonSet', 'kube-proxy-kit:index:KubeProxy'],
    ['kubernetes:apps/v1:DaemonSet', 'kube-proxy-kit:index:SysctlTuner'],
  ]));
  expect(transformed).toHaveLength(14);
});

it('a provider given to a component is that of everything below it', async () => {
  const provider = new (class extends pulumi.ProviderResource {})('kubernetes', 'mine');
  const made = new ClusterKubeProxy('kube-proxy', { cluster: cluster(), apiServer, configuration: { mode: 'ipvs' } }, { providers: [provider] });
  for (const { daemonSet } of made.kubeProxies) {
    expect(daemonSet.getProvider('kubernetes:apps/v1:DaemonSet')).toBe(provider);
  }
  expect(made.sysctlTuner?.daemonSet?.getProvider('kubernetes:apps/v1:DaemonSet')).toBe(provider);
});

it('parts that are turned off are not there', async () => {
  new ClusterKubeProxy('kube-proxy', {
    cluster: cluster(), apiServer, configuration: { mode: 'ipvs' }, kubeProxy: false, moduleLoader: false, sysctlTuner: false,
  });
  await settled();
  expect(program.objects().map(({ kind }) => kind)).toEqual(['ConfigMap']);
});

describe('a ConfigMap that may be in the cluster already', () => {
  it.each<[Adoption | undefined, string, object, object]>([
    [undefined, 'ConfigMapPatch', { retainOnDelete: true }, {}],
    ['patch', 'ConfigMapPatch', { retainOnDelete: true }, {}],
    ['take-over', 'ConfigMapPatch', { retainOnDelete: true }, { annotations: { 'pulumi.com/patchForce': 'true' } }],
    ['import', 'ConfigMap', { import: 'kube-system/kube-proxy', retainOnDelete: true }, {}],
    ['create', 'ConfigMap', {}, {}],
  ])('with adoption %s is a %s', async (adoption, kind, options, metadata) => {
    const parent = recordingParent();
    const made = config({ adoption }, { parent });
    await settled();
    const [registered] = program.objects();
    expect(program.resources.find(({ inputs }) => inputs === registered)?.type).toBe(`kubernetes:core/v1:${kind}`);
    expect(registered).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'kube-proxy', namespace: 'kube-system' } });
    expect((registered.metadata as { annotations?: object }).annotations).toEqual((metadata as { annotations?: object }).annotations);
    const { parent: _, version: __, ...others } = optionsOf(`kubernetes:core/v1:${kind}`, 'config');
    expect(others).toEqual(options);
    expect(await valueOf(made.configMap.metadata.name)).toBe('kube-proxy');
  });

  it('keeps its annotations when it is taken over, even those that are known later', async () => {
    config({ adoption: 'take-over', annotations: pulumi.output({ note: 'x' }) });
    await settled();
    expect(program.objects()[0].metadata).toMatchObject({ annotations: { 'note': 'x', 'pulumi.com/patchForce': 'true' } });
  });

  it('is never one that the provider would delete before its replacement exists, unless that is asked for', async () => {
    const parent = recordingParent();
    config({}, { parent });
    await settled();
    // The provider changes patches in place, and the engine deletes none that is to be retained.
    expect(program.resources.filter(({ type }) => type === 'kubernetes:core/v1:ConfigMap')).toEqual([]);
    expect(optionsOf('kubernetes:core/v1:ConfigMapPatch', 'config').retainOnDelete).toBe(true);
  });
});

describe('a changed configuration', () => {
  const checksum = async (props: Partial<KubeProxyConfigArgs>) => {
    program = await recordProgram();
    new KubeProxy('kube-proxy', { config: config(props) });
    await settled();
    const { template } = program.objects().find(({ kind }) => kind === 'DaemonSet')?.spec as { template: { metadata: { annotations: Record<string, string> } } };
    return template.metadata.annotations['kube-proxy-kit/config-checksum'];
  };

  it('rolls the DaemonSet, also where it changes with what is known later', async () => {
    const plain = await checksum({});
    expect(plain).toMatch(/^[0-9a-f]{64}$/);
    expect(await checksum({})).toBe(plain);
    expect(await checksum({ configuration: { mode: 'iptables', clusterCIDR: '10.0.0.0/8' } })).not.toBe(plain);
    expect(await checksum({ apiServer: pulumi.output(apiServer) })).toBe(plain);
    expect(await checksum({ apiServer: pulumi.output('https://10.0.0.11:6443') })).not.toBe(plain);
    expect(await checksum({ labels: { team: 'net' } })).toBe(plain);
  });

  it('is there before the DaemonSet', async () => {
    const parent = recordingParent();
    const made = config();
    new KubeProxy('kube-proxy', { config: made }, { parent });
    expect(optionsOf('kubernetes:apps/v1:DaemonSet', 'kube-proxy').dependsOn).toEqual([made.configMap]);
  });
});

describe('inputs that are known later', () => {
  it('end up in the objects', async () => {
    const account = { metadata: pulumi.output({ name: 'proxy', namespace: 'network' }) };
    new ClusterKubeProxy('kube-proxy', {
      cluster: cluster(), configuration: { mode: 'ipvs' },
      apiServer: pulumi.output(apiServer),
      serviceAccount: account,
      kubeProxy: { namespace: pulumi.output('network'), image: pulumi.output('registry.example.com/kube-proxy:v1.27.4') },
      sysctlTuner: { labels: pulumi.output({ team: 'net' }), resources: pulumi.output({}) },
    });
    await settled();
    const [kubeProxy, tuner] = ['kube-proxy', 'kube-proxy-sysctl-tuner'].map((wanted) =>
      program.objects().find(({ kind, metadata }) => kind === 'DaemonSet' && (metadata as { name: string }).name === wanted));
    expect(kubeProxy).toMatchObject({
      metadata: { namespace: 'network' },
      spec: { template: { spec: { serviceAccountName: 'proxy', containers: [{ image: 'registry.example.com/kube-proxy:v1.27.4' }] } } },
    });
    expect(tuner).toMatchObject({ metadata: { labels: { 'team': 'net', 'app.kubernetes.io/component': 'sysctl-tuner' } } });
    expect(JSON.stringify(program.objects())).not.toContain('known-later');
  });

  it('leave everything else known in a preview that does not know them', async () => {
    program = await recordProgram({ preview: true });
    const unknown = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
    new KubeProxy('kube-proxy', { config: config({ apiServer: unknown }), image: unknown });
    await settled();
    const [configMap, daemonSet] = ['ConfigMap', 'DaemonSet'].map((wanted) => program.objects().find(({ kind }) => kind === wanted));
    expect(configMap).toMatchObject({ metadata: { name: 'kube-proxy' }, data: { 'config.conf': expect.stringContaining('mode: iptables') } });
    expect(Object.keys(configMap?.data as object)).toEqual(['config.conf', 'kubeconfig.conf']);
    expect(daemonSet).toMatchObject({ metadata: { name: 'kube-proxy' }, spec: { selector: { matchLabels: { 'k8s-app': 'kube-proxy' } } } });
  });
});

describe('a mistake ends the program with one line, at the component', () => {
  const output = pulumi.output('ipvs') as never;
  it.each<[string, () => unknown, string]>([
    ['mode is an Output', () => config({ configuration: { mode: output } }),
      'configuration.mode is an Output; allowed: a plain value, since rules read it before any resource exists'],
    ['a pool has an Output', () => new ModuleLoader('modules', { cluster: cluster(), configuration: {}, poolConfigurations: { unclear: { mode: output } } }),
      'poolConfigurations.unclear.mode is an Output'],
    ['an argument is a promise', () => new KubeProxy('kube-proxy', { config: config(), extraArgs: [Promise.resolve('--v=2') as never] }), 'extraArgs[0] is an Output'],
    ['names of parts are Outputs', () => new ClusterKubeProxy('kube-proxy', {
      cluster: cluster(), apiServer, configuration: {}, config: { name: output }, sysctlTuner: { intervalSeconds: output },
    }), 'config.name is an Output; allowed: a plain value, since rules read it before any resource exists\nsysctlTuner.intervalSeconds is an Output'],
    ['an import needs an id at once', () => config({ adoption: 'import', namespace: pulumi.output('network') }), 'namespace is an Output; allowed: plain text together with adoption "import"'],
    ['a namespace of its own that is known later', () => new ClusterKubeProxy('kube-proxy', {
      cluster: cluster(), apiServer, configuration: {}, config: { namespace: output }, kubeProxy: { namespace: pulumi.output('network') },
    }), 'config.namespace is an Output of its own; allowed: kubeProxy.namespace alone, which the ConfigMaps follow'],
    ['no such adoption', () => config({ adoption: 'adopt' as Adoption }), 'adoption is "adopt"; allowed: patch, take-over, import, create'],
    ['no such adoption of a part', () => new ClusterKubeProxy('kube-proxy', {
      cluster: cluster(), apiServer, configuration: {}, kubeProxy: { adoption: 'adopt' as Adoption },
    }), 'adoption is "adopt"; allowed: patch, take-over, import, create'],
    ['no properties', () => new ModuleLoader('modules', undefined as never), 'props is not set; allowed: an object with the properties of the component'],
    ['no cluster', () => new SysctlTuner('tuner', { configuration: {} } as never), 'cluster is not set; allowed: what defineCluster returns'],
    ['no reason', () => config({ acknowledgements: [{ finding: 'stale-real-server' } as never] }), 'acknowledgements[0]: reason is empty; say why the finding is acceptable'],
    ['no list', () => config({ acknowledgements: {} as never }), 'acknowledgements is {}; allowed: a list of objects with finding and reason'],
    ['no service account', () => new KubeProxy('kube-proxy', { config: config(), serviceAccount: 'proxy' as never }),
      'serviceAccount.metadata is not set; allowed: that of a ServiceAccount, or any object with its name'],
    ['no API server', () => config({ apiServer: undefined }), 'apiServer is not set; allowed: the URL of the API server'],
    ['no image name', () => new SysctlTuner('tuner', { cluster: cluster(), configuration: { mode: 'ipvs' }, image: 'no image' }), 'image is "no image"; allowed: '],
    ['a pool that does not exist', () => new SysctlTuner('tuner', { cluster: cluster(), configuration: {}, poolConfigurations: { none: {} } }),
      'poolConfigurations["none"] is "none"; allowed: the name of a node pool: unclear'],
  ])('%s', async (_, make, message) => {
    let error: unknown;
    try {
      make();
    } catch (thrown) {
      error = thrown;
    }
    expect(pulumi.ResourceError.isInstance(error) && error.hideStack).toBe(true);
    expect((error as Error).message).toContain(message);
    expect((error as pulumi.ResourceError).resource).toBeInstanceOf(pulumi.ComponentResource);
    await settled();
    expect(program.resources.filter(({ type }) => type.startsWith('kubernetes:')).length).toBeLessThanOrEqual(1);
  });

  it('and an Output in a cluster is named', () => {
    expect(() => defineCluster({ nodePools: [{ name: 'a', kernelVersion: pulumi.output('5.15.0') as never }] })).toThrow(/kernelVersion is .*; allowed: /);
  });
});
