import { API_SERVER_VERSION, ControlPlane, kubernetesProgram } from '../lab/host/control-plane';
import { PulumiProject } from './pulumi-programs';

// e2e/kubernetes/build.sh builds them.
const isBuilt = [['etcd', 'etcd'], [API_SERVER_VERSION, 'kube-apiserver'], [API_SERVER_VERSION, 'kubectl']]
  .every(([version, program]) => kubernetesProgram(version, program) !== undefined);

/** Each edit of a cluster is there or not; a step of the walk turns one over. */
const EDITS = ['mode', 'rename', 'reorder', 'remove', 'add', 'kernel', 'version'] as const;
type Edit = typeof EDITS[number];
type Edits = Readonly<Partial<Record<Edit, boolean>>>;

/** The arguments of a ClusterKubeProxy with some edits, as text. */
function argumentsWith(edits: Edits): string {
  const kernel = edits.kernel ? '5.15.0-105-generic' : '5.15.0-91-generic';
  const pools = [
    { name: 'first', kernelVersion: kernel, labels: { pool: 'first' } },
    { name: edits.rename ? 'renamed' : 'second', kernelVersion: '5.15.0-91-generic', labels: { pool: 'second' } },
    ...edits.remove ? [] : [{ name: 'third', kernelVersion: '6.1.0-20-amd64', labels: { pool: 'third' } }],
    ...edits.add ? [{ name: 'fourth', kernelVersion: '6.1.0-20-amd64', labels: { pool: 'fourth' } }] : [],
  ];
  const nodePools = (edits.reorder ? [...pools].reverse() : pools)
    .map((pool) => (edits.version && pool.name === 'first' ? { ...pool, kubeProxyVersion: 'v1.30.13' } : pool));
  return JSON.stringify({ nodePools, poolConfigurations: edits.mode ? { first: { mode: 'iptables' } } : {} });
}

/** Steps in which every edit follows every other one: a closed walk over all ordered pairs (Hierholzer). */
function walk(): Edit[] {
  const left = new Map(EDITS.map((edit) => [edit, EDITS.filter((other) => other !== edit)]));
  const path: Edit[] = [EDITS[0]];
  const steps: Edit[] = [];
  while (path.length > 0) {
    const next = left.get(path[path.length - 1])!.pop();
    if (next) {
      path.push(next);
    } else {
      steps.unshift(path.pop()!);
    }
  }
  return steps;
}

test('the walk has every pair of edits', () => {
  const steps = walk();
  expect(new Set(steps.slice(1).map((step, index) => `${steps[index]} ${step}`)).size).toBe(EDITS.length * (EDITS.length - 1));
});

(isBuilt ? describe : describe.skip)('edits of a cluster on a real API server', () => {
  let controlPlane: ControlPlane;
  let project: PulumiProject;
  beforeAll(async () => {
    project = new PulumiProject();
    controlPlane = await ControlPlane.start();
    project.write('kubeconfig', controlPlane.kubeconfig());
  });
  afterAll(async () => {
    await controlPlane?.stop();
    project?.remove();
  });

  interface LiveObject {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly uid: string; readonly deletionTimestamp?: string };
  }

  function objects(): LiveObject[] {
    const { said } = controlPlane.kubectl(['get', 'serviceaccount,configmap,daemonset,clusterrolebinding', '--namespace', 'kube-system', '-o', 'json']);
    return (JSON.parse(said) as { items: LiveObject[] }).items.filter(({ metadata: { name } }) => name.includes('kube-proxy'));
  }

  /** The objects that are there, and the uid of each: one that was deleted and made again has another. */
  function uids(): Map<string, string> {
    return new Map(objects().map(({ kind, metadata: { name, uid } }) => [`${kind} ${name}`, uid]));
  }

  /** Ends what waits for its dependents to be deleted first, as the garbage collector would, which does not run here. */
  function collectGarbage(): void {
    for (const { kind, metadata: { name } } of objects().filter(({ metadata }) => metadata.deletionTimestamp)) {
      controlPlane.kubectl(['patch', kind.toLowerCase(), name, '--namespace', 'kube-system', '--type', 'merge', '-p', '{"metadata":{"finalizers":null}}']);
    }
  }

  function up(edits: Edits): void {
    project.program('edits', [
      "import { defineCluster } from 'kube-proxy-kit';",
      "import { ClusterKubeProxy } from 'kube-proxy-kit/pulumi';",
      `const { nodePools, poolConfigurations } = ${argumentsWith(edits)} as const;`,
      "new ClusterKubeProxy('kube-proxy', {",
      "  cluster: defineCluster({ platform: 'kubeadm', kubernetesVersion: 'v1.31.9', nodePools }), apiServer: 'https://10.0.0.10:6443',",
      "  configuration: { mode: 'ipvs' }, poolConfigurations,",
      // Nothing here runs pods.
      "  kubeProxy: { annotations: { 'pulumi.com/skipAwait': 'true' } },",
      "  moduleLoader: { annotations: { 'pulumi.com/skipAwait': 'true' } }, sysctlTuner: { annotations: { 'pulumi.com/skipAwait': 'true' } },",
      '});',
    ].join('\n'));
    project.succeed('edits', 'up', '--yes', '--skip-preview');
    collectGarbage();
  }

  /** Names that no edit may touch, whatever else it makes or removes. */
  const LASTING = ['ServiceAccount kube-proxy', 'ConfigMap kube-proxy', 'DaemonSet kube-proxy', 'DaemonSet kube-proxy-module-loader', 'DaemonSet kube-proxy-sysctl-tuner'];

  it('the base stays as it is when a pool gets a mode of its own', () => {
    up({});
    const before = uids();
    up({ mode: true });
    const after = uids();
    expect([...after.keys()]).toEqual(expect.arrayContaining(['DaemonSet kube-proxy-first', 'ConfigMap kube-proxy-first']));
    before.forEach((uid, name) => expect([name, after.get(name)]).toEqual([name, uid]));
    up({});
  });

  it('account, binding and whatever an edit leaves keep the uid that they had, over every pair of edits', () => {
    up({});
    let before = uids();
    expect([...before.keys()]).toEqual(expect.arrayContaining([...LASTING, expect.stringMatching(/^ClusterRoleBinding /)]));
    const edits: Partial<Record<Edit, boolean>> = {};
    const done: Edit[] = [];
    for (const edit of walk()) {
      edits[edit] = !edits[edit];
      done.push(edit);
      up(edits);
      const after = uids();
      const changed = [...before].filter(([name, uid]) => after.has(name) && after.get(name) !== uid).map(([name]) => name);
      const gone = [...before.keys()].filter((name) => !after.has(name) && !/-(?:first|second|renamed|third|fourth)$/.test(name));
      expect({ after: done.slice(-2), changed, gone }).toEqual({ after: done.slice(-2), changed: [], gone: [] });
      before = after;
    }
  // 43 updates, each of several seconds.
  }, 30 * 60_000);
});
