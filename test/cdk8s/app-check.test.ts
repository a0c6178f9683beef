import { ApiObject, Chart, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { acknowledge, ClusterKubeProxy, findingsOf, KubeProxy, KubeProxyConfig, type ClusterKubeProxyProps, type KubeProxyConfigProps } from '../../src/cdk8s';
import { builtInRules, type Rule } from '../../src';
import { defineCluster } from '../../src/cluster/define-cluster';
import type { NodePoolProps } from '../../src/cluster/node-pool';

const old: NodePoolProps = { name: 'old', kernelVersion: '4.15.0-58-generic', labels: { pool: 'old' } };
const unclear: NodePoolProps = { name: 'unclear', kernelVersion: '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', labels: { pool: 'unclear' } };
const sound: NodePoolProps = { name: 'sound', kernelVersion: '5.15.0-91-generic', labels: { pool: 'sound' } };
const apiServer = 'https://10.0.0.10:6443';

function setup(chart: Chart, pools: readonly NodePoolProps[], props: Partial<ClusterKubeProxyProps> = {}): ClusterKubeProxy {
  const cluster = defineCluster({ kubernetesVersion: 'v1.27.4', nodePools: pools });
  return new ClusterKubeProxy(chart, 'kube-proxy', { cluster, apiServer, configuration: { mode: 'ipvs' }, sysctlTuner: false, ...props });
}

let warnings: jest.SpyInstance;
beforeEach(() => { warnings = jest.spyOn(console, 'warn').mockImplementation(() => undefined); });
afterEach(() => warnings.mockRestore());

describe('a synth is refused', () => {
  const refusal = /Validation failed[\s\S]*\[chart\/kube-proxy\/config\] error stale-real-server\[old\]: [^\n]*\n(?:      Why: [^\n]+\n)?      - /;

  it('by App.synth, before anything is written', () => {
    const app = Testing.app();
    setup(new Chart(app, 'chart'), [old, sound]);
    expect(() => app.synth()).toThrow(refusal);
  });

  it('by Testing.synth and App.synthYaml', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'chart');
    setup(chart, [old]);
    expect(() => Testing.synth(chart)).toThrow(refusal);
    expect(() => app.synthYaml()).toThrow(refusal);
  });

  it('with every finding at once, each at the construct that causes it', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const made = setup(chart, [old, { name: 'older', kernelVersion: '3.10.0-1160.92.1.el7.x86_64', labels: { pool: 'older' } }], {
      kubeProxy: { extraArgs: ['--ipvs-scheduler=lc'] },
    });
    expect(refusalOf(chart).match(/\[\S+\] error [a-z-]+\[[^\]]*\]/g)).toEqual([
      `[${made.configs[0].node.path}] error stale-real-server[old]`,
      `[${made.configs[0].node.path}] error syn-drop-delay[older]`,
      `[${made.kubeProxies[0].node.path}] error config-flag-ignored[--ipvs-scheduler]`,
    ]);
  });

  it('again, once the tree has changed for the worse, and no longer once it is mended', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const made = setup(chart, [old], { configuration: { mode: 'iptables' } });
    expect(() => Testing.synth(chart)).not.toThrow();
    const { apiObject } = made.configs[0];
    const text = made.configs[0].manifest.data as Record<string, string>;
    apiObject.addJsonPatch(JsonPatch.replace('/data/config.conf', text['config.conf'].replace('iptables', 'ipvs')));
    expect(() => Testing.synth(chart)).toThrow(/stale-real-server/);
    apiObject.addJsonPatch(JsonPatch.replace('/data/config.conf', text['config.conf']));
    expect(() => Testing.synth(chart)).not.toThrow();
  });
});

function refusalOf(chart: Chart): string {
  try {
    Testing.synth(chart);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('findingsOf', () => {
  it('gives findings without throwing or printing', () => {
    const app = Testing.app();
    setup(new Chart(app, 'chart'), [old, unclear]);
    expect(findingsOf(app).map(({ id, location }) => [id, location])).toEqual([
      ['stale-real-server[old]', { constructPath: 'chart/kube-proxy/config/config-map' }],
      ['kernel-fixes-unknown[unclear]', { constructPath: 'chart/kube-proxy/config/config-map' }],
    ]);
    expect(warnings).not.toHaveBeenCalled();
  });

  it('gives those below a construct', () => {
    const app = Testing.app();
    setup(new Chart(app, 'one'), [old]);
    setup(new Chart(app, 'two'), [sound]);
    expect(findingsOf(app.node.findChild('one')).map(({ id }) => id)).toEqual(['stale-real-server[old]']);
    expect(findingsOf(app.node.findChild('two'))).toEqual([]);
  });

  it('knows nothing of an app without our constructs', () => {
    expect(findingsOf(new Chart(Testing.app(), 'chart'))).toEqual([]);
  });
});

describe('a KubeProxyConfig without a cluster', () => {
  const configOf = (chart: Chart, version: string, configuration: KubeProxyConfigProps['configuration'], id = 'config') =>
    new KubeProxyConfig(chart, id, { version, apiServer, configuration });

  it('is judged for its own version', () => {
    const chart = new Chart(Testing.app(), 'chart');
    configOf(chart, 'v1.27.4', { mode: 'nftables' });
    configOf(chart, 'v1.33.0', { mode: 'nftables' }, 'newer');
    expect(findingsOf(chart).map(({ id, location }) => [id, location?.constructPath])).toEqual([['nftables-unsupported[mode]', 'chart/config/config-map']]);
    expect(refusalOf(chart)).toMatch(/\[chart\/config\] error nftables-unsupported\[mode\]/);
  });

  it('is judged on the pools of the app, where others know them', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const cluster = defineCluster({ kubernetesVersion: 'v1.27.4', nodePools: [old] });
    const config = configOf(chart, 'v1.27.4', { mode: 'ipvs' });
    expect(findingsOf(chart)).toEqual([]);
    new KubeProxy(chart, 'kube-proxy', { config, cluster });
    expect(findingsOf(chart).map(({ id }) => id)).toEqual(['stale-real-server[old]']);
  });
});

it('prints a warning once, though cdk8s validates once for each chart', () => {
  const app = Testing.app();
  setup(new Chart(app, 'only-here'), [unclear]);
  new Chart(app, 'another');
  app.synth();
  app.synth();
  const printed = warnings.mock.calls.filter(([text]) => String(text).includes('kernel-fixes-unknown[unclear]') && String(text).includes('only-here'));
  expect(printed).toHaveLength(1);
});

it('refuses a failOn that would let everything pass', () => {
  expect(() => setup(new Chart(Testing.app(), 'chart'), [unclear], { failOn: 'errors' as never })).toThrow('failOn is "errors"; allowed: error, warning, not-checked, never');
});

it('fails on warnings where that is asked for', () => {
  const chart = new Chart(Testing.app(), 'chart');
  setup(chart, [unclear], { failOn: 'warning' });
  expect(() => Testing.synth(chart)).toThrow(/warning kernel-fixes-unknown\[unclear\]/);
});

describe('the rules read', () => {
  it('workloads of cdk8s-plus', () => {
    const chart = new Chart(Testing.app(), 'chart', { namespace: 'default' });
    setup(chart, [{ ...sound, kubeProxyVersion: 'v1.13.4' }]);
    new kplus.DaemonSet(chart, 'ingress', {
      containers: [{ image: 'registry.example/ingress:1', ports: [{ number: 443, hostPort: 443 }], resources: {} }],
    });
    expect(findingsOf(chart.node.root).map(({ rule, location }) => [rule, location?.constructPath]))
      .toContainEqual(['host-port-shadows-service', 'chart/ingress/Resource']);
  });

  it('what was asked for, where the release does not have it', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'chart');
    const cluster = defineCluster({ kubernetesVersion: 'v1.13.5', nodePools: [sound] });
    new KubeProxyConfig(chart, 'config', {
      cluster, version: 'v1.13.5', apiServer, configuration: { mode: 'iptables', ipvs: { tcpTimeout: '900s' } },
    });
    expect(findingsOf(app).map(({ id }) => id)).toContain('config-field-unknown[ipvs.tcpTimeout]');
    expect(JSON.stringify(chart.toJson())).not.toContain('tcpTimeout');
  });

  it('one cluster of several without the objects of the others', () => {
    const app = Testing.app();
    setup(new Chart(app, 'first'), [sound]);
    const second = new Chart(app, 'second');
    setup(second, [sound]);
    new ApiObject(second, 'metallb', { apiVersion: 'metallb.io/v1beta1', kind: 'L2Advertisement', metadata: { name: 'lan', namespace: 'metallb-system' } });
    expect(findingsOf(app).filter(({ rule }) => rule === 'strict-arp-required')).toHaveLength(1);
  });
});

describe('what was not checked', () => {
  const said = () => warnings.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('not checked'));
  // Whether Talos loads a module is said in its machine configuration.
  const open = (chart: Chart, props: Partial<KubeProxyConfigProps> = {}) => {
    const cluster = defineCluster({ kubernetesVersion: 'v1.27.4', nodePools: [{ name: 'talos', kernelVersion: '6.18.5-talos', osImage: 'Talos (v1.14.0)' }] });
    const config = new KubeProxyConfig(chart, 'config', { cluster, apiServer, configuration: { mode: 'ipvs' }, ...props });
    new KubeProxy(chart, 'kube-proxy', { cluster, config, failOn: props.failOn });
  };

  it('is printed once, and fails nothing by default', () => {
    const app = Testing.app();
    open(new Chart(app, 'printed'));
    app.synthYaml();
    app.synthYaml();
    expect(said().filter((line) => line.includes('pool talos'))).toEqual([expect.stringMatching(/^\[printed\] not checked: .*pool talos: .*ip_vs_rr/)]);
  });

  it('fails a synth that is to be certain', () => {
    const app = Testing.app();
    open(new Chart(app, 'certain'), { failOn: 'not-checked' });
    expect(() => app.synthYaml()).toThrow(/\[certain\/config\] not checked: .*pool talos: .*ip_vs_rr/);
  });

  it('of nodes that nobody described is printed, and fails nothing', () => {
    const app = Testing.app();
    setup(new Chart(app, 'undescribed'), [sound], { failOn: 'not-checked', configuration: { mode: 'iptables' } });
    app.synthYaml();
    expect(said()).toEqual(expect.arrayContaining(['[undescribed/kube-proxy] not checked: DaemonSet kube-system/kube-proxy also runs on Linux nodes of no described pool (described: sound); nothing is known of those']));
  });
});

describe('several clusters in one app', () => {
  it('are named by their findings', () => {
    const app = Testing.app();
    setup(new Chart(app, 'north'), [old]);
    setup(new Chart(app, 'south'), [old]);
    expect(findingsOf(app).map(({ id, message }) => `${id} ${message.slice(0, 25)}`)).toEqual([
      'stale-real-server[old] cluster north/kube-proxy:', 'stale-real-server[old] cluster south/kube-proxy:',
    ]);
    expect(() => app.synthYaml()).toThrow(/\[north\/.*\] error stale-real-server\[old\]: cluster north\/kube-proxy: [^]*\[south\/.*\] error stale-real-server\[old\]: cluster south/);
  });
});

describe('acknowledgements', () => {
  const reason = 'batch jobs only, no client reuses ports';

  it('take findings at and below their construct out, and nothing else', () => {
    const app = Testing.app();
    const one = setup(new Chart(app, 'one'), [old]);
    setup(new Chart(app, 'two'), [{ ...old, name: 'other' }]);
    acknowledge(one, { finding: 'stale-real-server', reason });
    expect(findingsOf(app).map(({ id }) => id)).toEqual(['stale-real-server[other]']);
  });

  it('are given as props, too', () => {
    const app = Testing.app();
    setup(new Chart(app, 'one'), [old], { acknowledgements: [{ finding: 'stale-real-server[old]', reason }] });
    expect(() => app.synthYaml()).not.toThrow();
  });

  it('are reported when nothing is meant by them', () => {
    const app = Testing.app();
    const made = setup(new Chart(app, 'one'), [sound]);
    acknowledge(made, { finding: 'stale-real-server', reason });
    expect(findingsOf(made)).toEqual([expect.objectContaining({
      id: 'acknowledgement-unused[stale-real-server]', severity: 'warning', location: { constructPath: 'one/kube-proxy' },
    })]);
  });

  it('for several clusters are unused where none needs them, and that is said once', () => {
    const app = Testing.app();
    setup(new Chart(app, 'one'), [sound]);
    setup(new Chart(app, 'two'), [old]);
    setup(new Chart(app, 'three'), [sound]);
    acknowledge(app, { finding: 'stale-real-server', reason });
    expect(findingsOf(app)).toEqual([]);
    acknowledge(app, { finding: 'windows-mode', reason });
    expect(findingsOf(app).map(({ id }) => id)).toEqual(['acknowledgement-unused[windows-mode]']);
  });

  it('are refused without a reason', () => {
    expect(() => acknowledge(Testing.app(), { finding: 'stale-real-server', reason: '' })).toThrow(/acknowledgement at the app: reason is empty/);
  });
});

it('applies rules of the user, and refuses an id of a built-in one', () => {
  const mine: Rule = {
    id: 'team-no-ipvs', group: 'modes', title: 'A pool runs IPVS.', severities: ['error'], sources: [],
    judge: ({ prediction }) => prediction.pools.filter(({ modeInForce: mode }) => mode === 'ipvs')
      .map(({ pool }) => ({ severity: 'error', pool: pool.name, message: `pool ${pool.name} runs IPVS`, remedies: ['Set mode to nftables.'] })),
  };
  const chart = Testing.chart();
  const { node } = setup(chart, [sound], { rules: [...builtInRules, mine] });
  expect(findingsOf(node.root).map(({ id }) => id)).toContain('team-no-ipvs[sound]');
  // It names no place: it is about what the chart sets up.
  expect(findingsOf(chart).map(({ id }) => id)).toContain('team-no-ipvs[sound]');
  expect(node.root.node.findAll().flatMap((construct) => construct.node.validate())).toEqual([expect.stringContaining('error team-no-ipvs[sound]')]);
  expect(() => setup(Testing.chart(), [sound], { rules: [{ ...mine, id: 'mode-unset' }] })).toThrow('rules[0].id is "mode-unset", which a built-in rule has');
});
