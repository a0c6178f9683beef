import { defineCluster } from '../../src/cluster/define-cluster';
import { clusterFromNodeList } from '../../src/cluster/node-list';
import type { NodePoolProps } from '../../src/cluster/node-pool';
import type { KubernetesObject } from '../../src/kubernetes/resource';
import { planObjects, type PlanOptions } from '../../src/plan/plan-objects';
import { nodeList } from '../node-list';

const apiServer = 'https://10.0.0.10:6443';
const SOUND = '5.15.0-91-generic';
const EULER = '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64';

type Setup = Partial<PlanOptions> & { readonly kubernetesVersion?: string };

const pool = (name: string, more: Partial<NodePoolProps> = {}): NodePoolProps => ({ name, kernelVersion: SOUND, labels: { pool: name }, ...more });

function plan(nodePools: readonly NodePoolProps[], { kubernetesVersion = 'v1.27.4', ...more }: Setup = {}) {
  const cluster = defineCluster({ nodePools, ...kubernetesVersion === '' ? {} : { kubernetesVersion } });
  return planObjects({ cluster, apiServer, configuration: { mode: 'ipvs' }, ...more });
}

interface Placement {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly affinity?: {
    readonly nodeAffinity: {
      readonly requiredDuringSchedulingIgnoredDuringExecution: {
        readonly nodeSelectorTerms: readonly {
          readonly matchExpressions: readonly { readonly key: string; readonly operator: string; readonly values: readonly string[] }[];
        }[];
      };
    };
  };
}

/** Which nodes a DaemonSet runs on: `pool=a`, `not pool=a,b`. */
function nodesOf({ spec }: KubernetesObject): string {
  const { nodeSelector: { 'kubernetes.io/os': os, ...labels }, affinity } = (spec as { template: { spec: Placement } }).template.spec;
  expect(os).toBe('linux');
  const terms = affinity?.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms ?? [];
  return [
    ...Object.entries(labels).map(([key, value]) => `${key}=${value}`),
    terms.map(({ matchExpressions }) => matchExpressions.map(({ key, operator, values }) => `${operator === 'NotIn' ? 'not ' : ''}${key}=${values.join(',')}`).join(' and ')).join(' or '),
  ].filter(Boolean).join(' and ') || 'all';
}

function daemonSets(made: ReturnType<typeof plan>): Record<string, string> {
  return Object.fromEntries(made.objects.filter(({ object }) => object.kind === 'DaemonSet').map(({ object }) => [object.metadata.name!, nodesOf(object)]));
}

function argumentsOf(made: ReturnType<typeof plan>, role: 'module-loader' | 'sysctl-tuner'): readonly string[] {
  interface Pod { readonly initContainers?: { command: string[] }[]; readonly containers: { command: string[] }[] }
  const { template } = made.objects.find((planned) => planned.role === role)!.object.spec as { template: { spec: Pod } };
  return (template.spec.initContainers ?? template.spec.containers)[0].command.slice(3);
}

describe('base and exceptions', () => {
  test.each<[string, readonly NodePoolProps[], Setup, Record<string, string>]>([
    ['pools that need the same are all of the base', [pool('a'), pool('b', { kernelVersion: EULER })], {},
      { 'kube-proxy': 'all', 'kube-proxy-module-loader': 'all', 'kube-proxy-sysctl-tuner': 'all' }],
    ['a pool in another mode is an exception, which the others leave out', [pool('a'), pool('b')], { poolConfigurations: { b: { mode: 'iptables' } } },
      { 'kube-proxy': 'not pool=b', 'kube-proxy-b': 'pool=b', 'kube-proxy-module-loader': 'not pool=b', 'kube-proxy-sysctl-tuner': 'not pool=b' }],
    ['where the base is in another mode, loader and tuner go to the exceptions in IPVS mode', [pool('a'), pool('b'), pool('c')],
      { configuration: {}, poolConfigurations: { b: { mode: 'ipvs' }, c: { mode: 'ipvs' } } },
      {
        'kube-proxy': 'not pool=b,c', 'kube-proxy-b': 'pool=b', 'kube-proxy-c': 'pool=c',
        'kube-proxy-module-loader': 'pool=b or pool=c', 'kube-proxy-sysctl-tuner': 'pool=b or pool=c',
      }],
    ['a pool with another version of kube-proxy', [pool('a'), pool('b', { kubeProxyVersion: 'v1.26.9' })], { configuration: {} },
      { 'kube-proxy': 'not pool=b', 'kube-proxy-b': 'pool=b' }],
    ['a pool that states the version of the base', [pool('a'), pool('b', { kubeProxyVersion: 'v1.27.4-eksbuild.2' })], { configuration: {} }, { 'kube-proxy': 'all' }],
    ['what is laid over a pool and changes nothing', [pool('a'), pool('b')], { configuration: { mode: 'nftables' }, kubernetesVersion: 'v1.33.0', poolConfigurations: { b: { mode: 'nftables' } } },
      { 'kube-proxy': 'all' }],
    ['every pool an exception: the base is still there for nodes that nobody described', [pool('a')], { configuration: {}, poolConfigurations: { a: { clusterCIDR: '10.0.0.0/8' } } },
      { 'kube-proxy': 'not pool=a', 'kube-proxy-a': 'pool=a' }],
    ['pools with labels of different kinds', [pool('workers', { labels: {} }), pool('control-plane', { labels: { 'node-role.kubernetes.io/control-plane': '' } }), pool('gpu')],
      { configuration: {}, poolConfigurations: { 'control-plane': { mode: 'ipvs' }, 'gpu': { mode: 'ipvs' } } },
      {
        'kube-proxy': 'not node-role.kubernetes.io/control-plane= and not pool=gpu',
        'kube-proxy-control-plane': 'node-role.kubernetes.io/control-plane=', 'kube-proxy-gpu': 'pool=gpu',
        'kube-proxy-module-loader': 'node-role.kubernetes.io/control-plane= or pool=gpu', 'kube-proxy-sysctl-tuner': 'node-role.kubernetes.io/control-plane= or pool=gpu',
      }],
    ['Talos in the base: the loader leaves it out', [pool('a'), pool('t', { osImage: 'Talos (v1.14.0)', kernelVersion: '6.18.5-talos' })], {},
      { 'kube-proxy': 'all', 'kube-proxy-module-loader': 'not pool=t', 'kube-proxy-sysctl-tuner': 'all' }],
    ['nothing but Talos needs neither a loader nor a label', [pool('t', { osImage: 'Talos (v1.14.0)', kernelVersion: '6.18.5-talos', labels: {} })], {},
      { 'kube-proxy': 'all', 'kube-proxy-sysctl-tuner': 'all' }],
    ['a Windows pool is nobody\'s', [pool('a'), pool('w', { operatingSystem: 'windows', kernelVersion: '10.0.17763.1' })], { configuration: {}, poolConfigurations: { w: { mode: 'kernelspace' } } },
      { 'kube-proxy': 'all' }],
  ])('%s', (_, pools, setup, expected) => {
    const made = plan(pools, setup);
    expect(daemonSets(made)).toEqual(expected);
    const configMaps = made.objects.filter(({ role }) => role === 'config').map(({ object }) => object.metadata.name);
    expect(configMaps).toEqual(made.objects.filter(({ role }) => role === 'kube-proxy').map(({ object }) => object.metadata.name));
  });

  test('a label of a pool is taken not to be on pools that do not state it', () => {
    const { setup } = plan([pool('a', { labels: {} }), pool('b')], { poolConfigurations: { b: { mode: 'iptables' } } });
    expect(setup.prediction.pools.map(({ pool: { name }, requestedMode, claimants }) => [name, requestedMode, claimants.length])).toEqual([['a', 'ipvs', 1], ['b', 'iptables', 1]]);
    expect(setup.judgedPools.map(({ name, absentLabels }) => [name, absentLabels])).toEqual([['a', ['pool']], ['b', []]]);
  });

  test.each<[string, Record<string, string>, Record<string, string>[], string]>([
    ['one that names pools', { 'team': 'a', 'eks.amazonaws.com/nodegroup': 'x' }, [{ 'eks.amazonaws.com/nodegroup': 'y' }], 'eks.amazonaws.com/nodegroup=x'],
    ['one that has the name of the pool', { 'disk': 'ssd', 'kubernetes.io/arch': 'amd64', 'zz': 'it' }, [{}], 'zz=it'],
    ['one with the name of the pool in its key', { 'disk': 'ssd', 'node-role.kubernetes.io/it': '' }, [{}], 'node-role.kubernetes.io/it='],
    ['one of the owner\'s before those of Kubernetes', { 'kubernetes.io/arch': 'arm64', 'zone': 'z' }, [{}], 'zone=z'],
    ['one that no other pool has', { disk: 'ssd', team: 'a' }, [{ disk: 'ssd', team: 'b' }, { disk: 'hdd' }], 'team=a'],
  ])('the label of an exception is %s', (_, labels, others, expected) => {
    const pools = [pool('it', { labels }), ...others.map((of, index) => pool(`other-${index}`, { labels: of }))];
    const reversed = [...pools].reverse().map((one) => ({ ...one, labels: Object.fromEntries(Object.entries(one.labels!).reverse()) }));
    const setup: Setup = { configuration: {}, poolConfigurations: { it: { clusterCIDR: '10.0.0.0/8' } } };
    expect(daemonSets(plan(pools, setup))).toMatchObject({ 'kube-proxy-it': expected });
    expect(daemonSets(plan(reversed, setup))).toEqual(daemonSets(plan(pools, setup)));
  });

  test.each<[string, readonly NodePoolProps[], Setup, string | RegExp]>([
    ['no label', [pool('a', { labels: {} }), pool('b')], { poolConfigurations: { a: { mode: 'iptables' } } },
      'labels of node pool "a" is {}; allowed: one label that its nodes have and those of "b" have not, since it gets a kube-proxy of its own (v1.27.4, iptables); '
      + 'give its nodes one (kubectl label node <node> pool=a) and name it here'],
    ['no label of its own', [pool('a', { labels: { os: 'euler' } }), pool('b', { labels: { os: 'euler', gen: '2' } }), pool('c')], { poolConfigurations: { a: { mode: 'iptables' } } },
      'labels of node pool "a" is {"os":"euler"}; allowed: one label that its nodes have and those of "b" have not'],
    ['Talos that the loader cannot leave out', [pool('a'), pool('t', { osImage: 'Talos (v1.14.0)', kernelVersion: '6.18.5-talos', labels: {} })], {}, /labels of node pool "t" is {}.*its operating system lets no pod load modules/],
    ['names that differ in punctuation only', [pool('a.b'), pool('A b')], { poolConfigurations: { 'a.b': { mode: 'iptables' }, 'A b': { mode: 'nftables' } } }, 'name of a node pool is "A b"'],
    ['a pool called as the loader is', [pool('a'), pool('module-loader')], { poolConfigurations: { 'module-loader': { ipvs: { scheduler: 'lc' } } } },
      'two objects would be called ConfigMap kube-system/kube-proxy-module-loader, as config-module-loader and as module-loader-script; allowed: another name for node pool "module-loader"'],
    ['no DaemonSets for several', [pool('a'), pool('b')], { kubeProxy: false, poolConfigurations: { b: { mode: 'iptables' } } }, 'kubeProxy is false, but pools need a kube-proxy of their own (b)'],
    ['two namespaces', [pool('a')], { config: { namespace: 'network' } }, 'config.namespace is "network", but kubeProxy.namespace is "kube-system"'],
    ['a ConfigMap that another patch renames', [pool('a')], { config: { overrides: [{ op: 'replace', path: '/metadata/namespace', value: 'network' }] } },
      'DaemonSet kube-system/kube-proxy cannot mount ConfigMap network/kube-proxy'],
    ['a DaemonSet that mounts another ConfigMap', [pool('a')], { kubeProxy: { overrides: [{ op: 'replace', path: '/spec/template/spec/volumes/0/configMap/name', value: 'mine' }] } },
      'DaemonSet kube-system/kube-proxy has no volume with ConfigMap kube-system/kube-proxy'],
  ])('%s is an error', (_, pools, setup, message) => {
    expect(() => plan(pools, setup)).toThrow(message);
  });

  test('the ConfigMaps are where the DaemonSets are', () => {
    const made = plan([pool('a'), pool('b')], { kubeProxy: { namespace: 'network' }, poolConfigurations: { b: { mode: 'iptables' } } });
    expect(made.objects.filter(({ role }) => ['config', 'kube-proxy', 'service-account'].includes(role)).map(({ object }) => object.metadata.namespace))
      .toEqual(Array.from({ length: 5 }, () => 'network'));
  });

  test('nothing is known of nodes that nobody described, and that is said', () => {
    expect(plan([pool('a'), pool('b')]).notChecked).toEqual([{
      rule: '*', pool: undefined, leavesVerdictOpen: false,
      reason: 'DaemonSet kube-system/kube-proxy also runs on Linux nodes of no described pool (described: a, b); nothing is known of those',
    }]);
    expect(plan([pool('a')], { kubeProxy: false }).notChecked).toEqual([]);
  });
});

describe('the version of the base', () => {
  const versions = (made: ReturnType<typeof plan>) => made.setup.kubeProxies.map(({ suffix, version }) => `kube-proxy${suffix} ${version}`);
  const at = (name: string, kubeProxyVersion?: string) => pool(name, { kubeProxyVersion });

  test.each<[string, readonly NodePoolProps[], Setup, string[]]>([
    ['is the cluster\'s', [at('a'), at('b', 'v1.26.9')], {}, ['kube-proxy v1.27.4', 'kube-proxy-b v1.26.9']],
    ['also where every pool states another', [at('a', 'v1.26.9'), at('b', 'v1.26.9')], {}, ['kube-proxy v1.27.4', 'kube-proxy-a v1.26.9', 'kube-proxy-b v1.26.9']],
    ['is what is asked for', [at('a'), at('b', 'v1.26.9')], { version: 'v1.26.9' }, ['kube-proxy v1.26.9']],
    ['is that of all pools where the cluster states none', [at('a', 'v1.26.9'), at('b', 'v1.26.9')], { kubernetesVersion: '' }, ['kube-proxy v1.26.9']],
    ['or only a minor one', [at('a', 'v1.26.9'), at('b', 'v1.26.9')], { kubernetesVersion: 'v1.26' }, ['kube-proxy v1.26.9']],
  ])('%s', (_, pools, setup, expected) => {
    expect(versions(plan(pools, { configuration: {}, ...setup }))).toEqual(expected);
  });

  test.each<[string, readonly NodePoolProps[], string]>([
    ['pools that differ', [at('a', 'v1.26.9'), at('b', 'v1.27.4')], 'node pools name v1.26.9 and v1.27.4 and the cluster has no kubernetesVersion'],
    ['a pool that names none', [at('a', 'v1.26.9'), at('b')], 'node pool "b" names none and the cluster has no kubernetesVersion'],
  ])('must be given where nothing tells: %s', (_, pools, message) => {
    expect(() => plan(pools, { kubernetesVersion: '', configuration: {} })).toThrow(message);
  });
});

describe('one loader and one tuner', () => {
  test('what only some nodes need is loaded where the node has it', () => {
    const made = plan([pool('a'), pool('b')], { poolConfigurations: { b: { ipvs: { scheduler: 'lc' } } } });
    expect(argumentsOf(made, 'module-loader')).toEqual(['ip_vs', 'ip_vs_rr|ip_vs', 'nf_conntrack_ipv4|nf_conntrack', 'ip_vs_lc|ip_vs']);
  });

  test('the tuner has every kernel of a pool in IPVS mode with its values, and no other', () => {
    const made = plan([pool('a'), pool('b', { kernelVersion: EULER }), pool('c', { kernelVersion: '3.10.0-1160.92.1.el7.x86_64' }), pool('d', { kernelVersion: '6.1.0-9-amd64' })],
      { poolConfigurations: { d: { mode: 'iptables' } } });
    expect(argumentsOf(made, 'sysctl-tuner')).toEqual([
      '--kernel', '3.10.0-1160.92.1.el7.x86_64', '--kernel', EULER, 'net.ipv4.vs.conn_reuse_mode=1', '--kernel', SOUND, 'net.ipv4.vs.conn_reuse_mode=1',
    ]);
  });

  test('there is none where there is nothing to keep', () => {
    expect(daemonSets(plan([pool('a', { kernelVersion: '3.10.0-1160.92.1.el7.x86_64' })]))).not.toHaveProperty('kube-proxy-sysctl-tuner');
  });

  test('one kernel that needs two values is an error that says what to do', () => {
    const kernelVersion = '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64';
    const declared = { kernelVersion, declaredBackports: ['f0a5e4d7a594', 'dc7b3eb900aa'].map((commit) => ({ commit, reason: 'vendor' })) };
    expect(() => plan([pool('a', { kernelVersion }), pool('b', declared)]))
      .toThrow(/node pools "a" and "b" both run 4\.18\.0-147[^ ]+, but need different values of net\.ipv4\.vs\.conn_reuse_mode.*; allowed: .*connReuseMode 0 or 1/);
    expect(() => plan([pool('a', { kernelVersion }), pool('b', declared)], { connReuseMode: 1 })).not.toThrow();
  });
});

test('a pool of a node list names its objects by the label that names it, over patches of its kernel', () => {
  const made = (patch: string) => {
    const group = (agentpool: string, kernelVersion: string) => ({ kernelVersion, osImage: 'Ubuntu 22.04.4 LTS', version: 'v1.27.4', labels: { agentpool } });
    const cluster = clusterFromNodeList(nodeList([group('west', `5.15.0-${patch}-generic`), group('east', '5.10.0-28-amd64')]));
    const west = cluster.nodePools.find(({ labels }) => labels.agentpool === 'west')!;
    return daemonSets(planObjects({ cluster, apiServer, configuration: {}, poolConfigurations: { [west.name]: { clusterCIDR: '10.0.0.0/8' } } }));
  };
  expect(made('91')).toEqual({ 'kube-proxy': 'not agentpool=west', 'kube-proxy-west': 'agentpool=west' });
  expect(made('92')).toEqual(made('91'));
});
