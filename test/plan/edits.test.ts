import { Chart, Testing } from 'cdk8s';
import fc from 'fast-check';
import * as cdk8s from '../../src/cdk8s';
import { defineCluster } from '../../src/cluster/define-cluster';
import * as components from '../../src/pulumi';
import { recordProgram, settled } from '../pulumi/recording-mocks';

const apiServer = 'https://10.0.0.10:6443';
const KERNELS = ['5.15.0-91-generic', '6.1.0-18-amd64', '5.10.0-182.0.0.95.r1941_123.hce2.x86_64'];
const NAMES = ['web', 'batch', 'gpu', 'edge', 'control-plane', 'spot'];

/** A pool, with what is laid over the configuration there. */
interface Pool {
  readonly name: string;
  readonly kernelVersion: string;
  readonly mode?: 'iptables' | 'ipvs';
  readonly kubeProxyVersion?: string;
}

/** An edit of a cluster, and the pool that it is about; none for an edit of no pool. */
interface Edit {
  readonly what: 'add' | 'remove' | 'rename' | 'mode' | 'version' | 'kernel' | 'reorder';
  readonly at: number;
  readonly name: string;
  readonly kernelVersion: string;
}

const somePools = fc.uniqueArray(fc.record<Pool>({
  name: fc.constantFrom(...NAMES), kernelVersion: fc.constantFrom(...KERNELS),
  mode: fc.constantFrom(undefined, undefined, 'iptables' as const, 'ipvs' as const), kubeProxyVersion: fc.constantFrom(undefined, undefined, 'v1.26.9'),
}), { selector: ({ name }) => name, minLength: 1, maxLength: 5 });

const edit = fc.record<Edit>({
  what: fc.constantFrom('add', 'remove', 'rename', 'mode', 'version', 'kernel', 'reorder'),
  at: fc.nat({ max: 20 }), name: fc.constantFrom(...NAMES, 'new-1', 'new-2'), kernelVersion: fc.constantFrom(...KERNELS),
});

interface Edited {
  readonly pools: readonly Pool[];
  /** Names of those that the edit is about. */
  readonly touched: readonly string[];
}

function edited(before: readonly Pool[], { what, at, name, kernelVersion }: Edit): Edited {
  const index = at % before.length;
  const pool = before[index];
  const others = before.filter((other) => other !== pool);
  const isFree = before.every((other) => other.name !== name);
  const changed = (change: Partial<Pool>) => before.map((other) => (other === pool ? { ...pool, ...change } : other));
  switch (what) {
    case 'add': return { pools: isFree ? [...before.slice(0, index), { name, kernelVersion }, ...before.slice(index)] : before, touched: isFree ? [name] : [] };
    case 'remove': return others.length > 0 ? { pools: others, touched: [pool.name] } : { pools: before, touched: [] };
    case 'rename': return isFree ? { pools: changed({ name }), touched: [pool.name, name] } : { pools: before, touched: [] };
    case 'mode': return { pools: changed({ mode: pool.mode === 'iptables' ? undefined : 'iptables' }), touched: [pool.name] };
    case 'version': return { pools: changed({ kubeProxyVersion: pool.kubeProxyVersion ? undefined : 'v1.26.9' }), touched: [pool.name] };
    case 'kernel': return { pools: changed({ kernelVersion }), touched: [pool.name] };
    case 'reorder': return { pools: [...before.slice(index), ...before.slice(0, index)], touched: [] };
  }
}

function propsOf(pools: readonly Pool[]) {
  return {
    cluster: defineCluster({
      kubernetesVersion: 'v1.27.4',
      nodePools: pools.map(({ name, kernelVersion, kubeProxyVersion }) => ({ name, kernelVersion, kubeProxyVersion, labels: { pool: name } })),
    }),
    apiServer, configuration: { mode: 'ipvs' as const }, failOn: 'never' as const,
    poolConfigurations: Object.fromEntries(pools.flatMap(({ name, mode }) => (mode ? [[name, { mode }]] : []))),
  };
}

interface Made {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly template: { readonly spec: { readonly nodeSelector: object } } };
}

/** What must not move, by an id that the framework goes by: where the objects are called what, and which nodes they select. */
type Snapshot = Readonly<Record<string, string>>;

/** Where the base runs follows from which pools are exceptions; where an exception does, from its pool alone. */
function placed({ kind, metadata: { name }, spec }: Made): string {
  return `${kind} ${name} ${JSON.stringify(spec?.template.spec.nodeSelector)}`;
}

function ofCdk8s(pools: readonly Pool[]): Snapshot {
  const chart = new Chart(Testing.app(), 'chart');
  new cdk8s.ClusterKubeProxy(chart, 'kube-proxy', propsOf(pools));
  return Object.fromEntries((Testing.synth(chart) as Made[]).map((object) => [`${object.kind} ${object.metadata.name}`, placed(object)]));
}

async function ofPulumi(pools: readonly Pool[]): Promise<Snapshot> {
  const program = await recordProgram();
  new components.ClusterKubeProxy('kube-proxy', propsOf(pools));
  await settled();
  return Object.fromEntries(program.resources.filter(({ type }) => type.startsWith('kubernetes:'))
    .map(({ type, name, inputs }) => [`${type} ${name}`, placed(inputs as unknown as Made)]));
}

/** The objects that are named after none of the pools. The tuner is only there while there is something to keep: then it is as it was. */
function expectUntouched(after: Snapshot, before: Snapshot, touched: readonly string[]): void {
  const others = (snapshot: Snapshot, beside: Snapshot) => Object.fromEntries(Object.entries(snapshot)
    .filter(([id]) => !touched.some((name) => id.endsWith(`-${name}`)) && (!id.endsWith('-sysctl-tuner') || id in beside)));
  expect(others(after, before)).toEqual(others(before, after));
}

beforeEach(() => { jest.spyOn(console, 'warn').mockReturnValue(); });

it('no edit of a pool renames the objects of another or moves them, with cdk8s', () => {
  fc.assert(fc.property(somePools, edit, (before, change) => {
    const after = edited(before, change);
    expectUntouched(ofCdk8s(after.pools), ofCdk8s(before), after.touched);
  }), { numRuns: 40 });
});

it('no edit of a pool renames the resources of another or moves them, with Pulumi', async () => {
  await fc.assert(fc.asyncProperty(somePools, edit, async (before, change) => {
    const after = edited(before, change);
    expectUntouched(await ofPulumi(after.pools), await ofPulumi(before), after.touched);
  }), { numRuns: 8 });
}, 60_000);

it('the base and what the cluster has once are there whatever the pools are', () => {
  fc.assert(fc.property(somePools, (of) => {
    expect(Object.keys(ofCdk8s(of))).toEqual(expect.arrayContaining([
      'ServiceAccount kube-proxy', 'ClusterRoleBinding kube-proxy-kit:node-proxier', 'ConfigMap kube-proxy', 'DaemonSet kube-proxy', 'DaemonSet kube-proxy-module-loader',
    ]));
  }), { numRuns: 15 });
});

it('the order of pools changes nothing at all', () => {
  fc.assert(fc.property(somePools, (of) => {
    const synthesised = (ordered: readonly Pool[]) => {
      const chart = new Chart(Testing.app(), 'chart');
      new cdk8s.ClusterKubeProxy(chart, 'kube-proxy', propsOf(ordered));
      return Testing.synth(chart) as unknown[];
    };
    expect(synthesised([...of].reverse())).toEqual(synthesised(of));
  }), { numRuns: 20 });
});
