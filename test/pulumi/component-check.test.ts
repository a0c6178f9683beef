import * as pulumi from '@pulumi/pulumi';
import { builtInRules, type Rule } from '../../src';
import { defineCluster } from '../../src/cluster/define-cluster';
import type { NodePoolProps } from '../../src/cluster/node-pool';
import { acknowledge, assessmentOf, ClusterKubeProxy, findingsOf, ModuleLoader, KubeProxy, KubeProxyConfig, SysctlTuner, type ClusterKubeProxyArgs } from '../../src/pulumi';
import { recordProgram, settled, type RecordedProgram } from './recording-mocks';

const old: NodePoolProps = { name: 'old', kernelVersion: '4.15.0-58-generic', labels: { pool: 'old' } };
const older: NodePoolProps = { name: 'older', kernelVersion: '3.10.0-1160.92.1.el7.x86_64', labels: { pool: 'older' } };
const unclear: NodePoolProps = { name: 'unclear', kernelVersion: '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', labels: { pool: 'unclear' } };
const sound: NodePoolProps = { name: 'sound', kernelVersion: '5.15.0-91-generic', labels: { pool: 'sound' } };
const apiServer = 'https://10.0.0.10:6443';
const accepted = { finding: 'stale-real-server[old]', reason: 'no client reuses ports' };

function clusterOf(...nodePools: NodePoolProps[]) {
  return defineCluster({ kubernetesVersion: 'v1.27.4', nodePools });
}

function setUp(pools: NodePoolProps[], props: Partial<ClusterKubeProxyArgs> = {}, opts: pulumi.ComponentResourceOptions = {}): ClusterKubeProxy {
  return new ClusterKubeProxy('kube-proxy', {
    cluster: clusterOf(...pools), apiServer, configuration: { mode: 'ipvs' }, sysctlTuner: false, ...props,
  }, opts);
}

/** The message of the error that a component throws; an error that jest prints shows the whole resource. */
function refusal(make: () => unknown): string | undefined {
  try {
    make();
    return undefined;
  } catch (error) {
    expect(pulumi.ResourceError.isInstance(error) && error.hideStack).toBe(true);
    return (error as Error).message;
  }
}

let program: RecordedProgram;
beforeEach(async () => { program = await recordProgram(); });
afterEach(settled);

/** Every cluster may have nodes that nobody described. */
const UNDESCRIBED = /^not checked: DaemonSet kube-system\/kube-proxy also runs on Linux nodes of no described pool/;
const logged = () => program.logs.filter(({ message }) => !UNDESCRIBED.test(message)).map(({ severity, message }) => `${severity} ${message.split(':', 1)[0]}`);

describe('a component with findings that fail the preview', () => {
  it('logs each with its remedies, then throws one error, before any child is registered', async () => {
    expect(refusal(() => setUp([old, older, unclear, sound]))).toBe('not made, since the 2 findings above refuse it (stale-real-server[old], syn-drop-delay[older]); nothing below it was registered');
    expect(logged()).toEqual(['error stale-real-server[old]', 'error syn-drop-delay[older]', 'warning kernel-fixes-unknown[unclear]']);
    expect(program.logs[0].message).toMatch(/^stale-real-server\[old\]: pool old: [^\n]+\n(?:      Why: [^\n]+\n)?      - [^\n]+\n      - /);
    await settled();
    expect(program.resources.map(({ type }) => type)).toEqual(['kube-proxy-kit:index:ClusterKubeProxy']);
  });

  it.each([
    ['error', ['warning kernel-fixes-unknown[unclear]'], undefined],
    ['warning', ['error kernel-fixes-unknown[unclear]'], 'not made, since the finding above refuses it (kernel-fixes-unknown[unclear]); nothing below it was registered'],
    ['never', ['warning kernel-fixes-unknown[unclear]'], undefined],
  ] as const)('fails on %s as failOn says', (failOn, logs, message) => {
    expect(refusal(() => setUp([unclear], { failOn }))).toBe(message);
    expect(logged()).toEqual(logs);
  });

  it('is made all the same with failOn never', async () => {
    const made = setUp([old], { failOn: 'never' });
    expect(logged()).toEqual(['warning stale-real-server[old]']);
    expect(findingsOf(made).map(({ id, location }) => [id, location])).toEqual([['stale-real-server[old]', {
      urn: 'urn:pulumi:stack::project::kube-proxy-kit:index:ClusterKubeProxy$kube-proxy-kit:index:KubeProxyConfig$kubernetes:core/v1:ConfigMapPatch::kube-proxy-config',
    }]]);
    await settled();
    expect(program.objects().length).toBeGreaterThan(4);
  });
});

describe('findings are structured', () => {
  it('for a component and what is below it', () => {
    const made = setUp([unclear]);
    expect(findingsOf(made).map(({ rule, pool }) => [rule, pool])).toContainEqual(['kernel-fixes-unknown', 'unclear']);
    expect(findingsOf(made.configs[0])).toBe(findingsOf(made));
    expect(assessmentOf(made)?.prediction.pools.map(({ pool, reuse }) => [pool.name, reuse?.verdict])).toEqual([['unclear', 'unknown']]);
  });

  it('and of a configuration without a cluster are those of its version', () => {
    const configOf = (version: string) => new KubeProxyConfig('config', { version, apiServer, configuration: { mode: 'nftables' } });
    expect(findingsOf(configOf('v1.33.0'))).toEqual([]);
    expect(logged()).toEqual([]);
    expect(refusal(() => configOf('v1.27.4'))).toBeDefined();
    expect(logged()).toEqual(['error nftables-unsupported[mode]']);
  });

  it('and there are none for a DaemonSet without a cluster', () => {
    const config = new KubeProxyConfig('config', { version: 'v1.27.4', apiServer, configuration: { mode: 'ipvs' } });
    expect(assessmentOf(new KubeProxy('kube-proxy', { config }))).toBeUndefined();
  });

  it('has the URN that the resource gets', async () => {
    const above = new pulumi.ComponentResource('my:index:Platform', 'platform');
    const made = setUp([old], { failOn: 'never' }, { parent: above });
    const urn = await new Promise((resolve) => { made.configs[0].configMap.urn.apply(resolve); });
    // The mocks keep only one parent in the type.
    expect(findingsOf(made)[0].location?.urn).toMatch(/^urn:pulumi:stack::project::my:index:Platform\$/);
    expect(findingsOf(made)[0].location?.urn?.split('$').slice(-2)).toEqual((urn as string).split('::').slice(2).join('::').split('$').slice(-2));
  });
});

describe('single components', () => {
  const props = { apiServer, version: 'v1.27.4', configuration: { mode: 'ipvs' as const } };

  it('are judged together with what the program has made for the same cluster before', () => {
    const cluster = clusterOf(unclear);
    new ModuleLoader('modules', { cluster, configuration: props.configuration });
    new SysctlTuner('tuner', { cluster, configuration: props.configuration });
    const config = new KubeProxyConfig('config', { ...props, cluster });
    new KubeProxy('kube-proxy', { config, cluster });
    expect(findingsOf(config).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(assessmentOf(config)?.prediction.pools[0].reuse?.connReuseMode).toBe('1');
  });

  it('say that what comes later does not count', () => {
    const cluster = clusterOf(old);
    expect(refusal(() => new KubeProxyConfig('config', { ...props, cluster }))).toMatch(/\. ModuleLoader and SysctlTuner count if the program makes them first$/);
  });

  it('report a finding once', () => {
    const cluster = clusterOf(unclear);
    const config = new KubeProxyConfig('config', { ...props, cluster });
    new KubeProxy('kube-proxy', { config, cluster });
    expect(logged().filter((line) => line.includes('kernel-fixes-unknown'))).toEqual(['warning kernel-fixes-unknown[unclear]']);
  });

  it('read the ConfigMap of a configuration that was judged for its version alone', () => {
    const config = new KubeProxyConfig('config', props);
    expect(refusal(() => new KubeProxy('kube-proxy', { config, cluster: clusterOf(old) }))).toBeDefined();
    expect(logged()).toEqual(['error stale-real-server[old]']);
  });

  it('do not see those of another program in the same process', async () => {
    const cluster = clusterOf(unclear);
    new SysctlTuner('tuner', { cluster, configuration: props.configuration });
    await settled();
    program = await recordProgram();
    new KubeProxyConfig('config', { ...props, cluster });
    expect(logged()).toContain('warning kernel-fixes-unknown[unclear]');
  });

  it('see a second kube-proxy for the same nodes, whatever its objects are called', () => {
    const cluster = clusterOf(sound);
    const [first, second] = ['first', 'second'].map((name) => () => new ClusterKubeProxy(name, { cluster, apiServer, configuration: { mode: 'iptables' } }));
    first();
    expect(refusal(second)).toBeDefined();
    expect(program.logs.find(({ severity }) => severity === 'error')?.message).toMatch(/^kube-proxy-claimed-twice\[sound\]: pool sound: 2 kube-proxies [^\n]+\n      Why: DaemonSet kube-system\/kube-proxy \(urn:[^)]+::first\) and [^ ]+ [^ ]+ \(urn:[^)]+::second\)/);
  });

  it('do not see those that were refused, or that are made a second time', () => {
    const cluster = clusterOf(old);
    const refused = () => refusal(() => setUp([sound], { cluster }));
    expect(refused()).toBeDefined();
    expect(refused()).toBeDefined();
    setUp([sound], { cluster, configuration: { mode: 'iptables' } });
    setUp([sound], { cluster, configuration: { mode: 'iptables' } });
    expect(logged().filter((line) => line.startsWith('error'))).toEqual(['error stale-real-server[old]', 'error stale-real-server[old]']);
  });
});

describe('acknowledgements', () => {
  it('on a component let it pass, and are listed', () => {
    const made = setUp([old], { acknowledgements: [accepted] });
    expect(logged()).toEqual([]);
    expect(assessmentOf(made)?.acknowledged.map(({ finding, acknowledgement }) => [finding.id, acknowledgement.reason]))
      .toEqual([['stale-real-server[old]', 'no client reuses ports']]);
  });

  it('that nothing needs are warned of', () => {
    setUp([sound], { acknowledgements: [accepted] });
    expect(logged()).toEqual(['warning acknowledgement-unused[stale-real-server[old]]']);
  });

  it('that have expired do not count', () => {
    expect(refusal(() => setUp([old], { acknowledgements: [{ ...accepted, expires: '2020-01-01' }] }))).toBeDefined();
    expect(logged()).toEqual(['error acknowledgement-expired[stale-real-server[old]]', 'error stale-real-server[old]']);
  });

  it('of a component hold for the next that is judged with it', () => {
    const cluster = clusterOf(old);
    const config = new KubeProxyConfig('config', { cluster, apiServer, version: 'v1.27.4', configuration: { mode: 'ipvs' }, acknowledgements: [accepted] });
    new KubeProxy('kube-proxy', { config, cluster });
    expect(logged()).toEqual([]);
  });

  it.each([
    ['the stack', () => 'stack' as const, true],
    ['a component above', (above: pulumi.ComponentResource) => above, true],
    ['another component', () => new pulumi.ComponentResource('my:index:Other', 'other'), false],
  ])('given to %s by a call reach what is made later', (_, scope, reaches) => {
    const above = new pulumi.ComponentResource('my:index:Platform', 'platform');
    acknowledge(scope(above), accepted);
    expect(refusal(() => setUp([old], {}, { parent: above })) === undefined).toBe(reaches);
  });

  it('given by a call are not unused where one of several components needs them', () => {
    acknowledge('stack', accepted);
    setUp([sound]);
    setUp([old]);
    expect(logged()).toEqual([]);
  });

  it.each<[Parameters<typeof acknowledge>, string]>([
    [['stack', { ...accepted, reason: ' ' }], 'acknowledgement: reason is empty; say why the finding is acceptable'],
    [['stack', { ...accepted, finding: 'Stale' }], 'acknowledgement: finding is "Stale"; write a rule id or a finding id: stale-real-server, stale-real-server[old]'],
    [['stack', undefined as never], 'acknowledgement: an acknowledgement is undefined; write an object with finding and reason'],
    [['cluster' as never, accepted], "acknowledgement: scope is neither a component nor 'stack'"],
  ])('have a scope, a reason and name a finding: %j', (args, message) => {
    expect(() => acknowledge(...args)).toThrow(message);
  });
});

describe('what cannot be checked', () => {
  it('is said once', () => {
    setUp([old, { name: 'other', kernelVersion: '5.15.0-91-generic', labels: { pool: 'other' } }], {
      failOn: 'never', kubeProxy: { image: pulumi.output('registry.example.com/kube-proxy:v1.27.4') },
    });
    expect(program.logs.filter(({ severity }) => severity === 'info')).toEqual([{
      severity: 'info',
      message: 'not checked: image of the DaemonSet kube-proxy is known only once other resources are, so whether it is kube-proxy v1.27.4 was not checked',
    }, {
      severity: 'info',
      message: 'not checked: DaemonSet kube-system/kube-proxy also runs on Linux nodes of no described pool (described: old, other); nothing is known of those',
    }]);
  });

  it('is not said of a loader or tuner that comes before the configuration', () => {
    new SysctlTuner('tuner', { cluster: clusterOf(unclear), configuration: { mode: 'ipvs' } });
    expect(logged()).toEqual([]);
  });
});

it('applies rules of the user, and refuses an id of a built-in one', async () => {
  const mine: Rule = {
    id: 'team-no-ipvs', group: 'modes', title: 'A pool runs IPVS.', severities: ['error'], sources: [],
    judge: ({ prediction }) => prediction.pools.filter(({ modeInForce: mode }) => mode === 'ipvs')
      .map(({ pool }) => ({ severity: 'error', pool: pool.name, message: `pool ${pool.name} runs IPVS`, remedies: ['Set mode to nftables.'] })),
  };
  await recordProgram();
  expect(refusal(() => setUp([sound], { rules: [...builtInRules, mine] }))).toContain('team-no-ipvs[sound]');
  expect(() => setUp([sound], { rules: [{ ...mine, id: 'mode-unset' }] })).toThrow('which a built-in rule has');
});
