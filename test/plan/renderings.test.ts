import * as pulumi from '@pulumi/pulumi';
import { Chart, Testing } from 'cdk8s';
import * as cdk8s from '../../src/cdk8s';
import { defineCluster } from '../../src/cluster/define-cluster';
import * as components from '../../src/pulumi';
import { recordProgram, settled } from '../pulumi/recording-mocks';

const mockCalls: Record<string, number> = {};

/** A module whose functions are counted by name, and do what they do. */
function mockCounting(file: string, ...names: readonly string[]): Record<string, unknown> {
  const actual = jest.requireActual<Record<string, (...args: unknown[]) => unknown>>(file);
  const counting = names.map((name) => [name, (...args: unknown[]) => {
    mockCalls[name] = (mockCalls[name] ?? 0) + 1;
    return actual[name](...args);
  }]);
  return { ...actual, ...Object.fromEntries(counting) };
}

jest.mock('../../src/manifests/kube-proxy-config-map', () => mockCounting('../../src/manifests/kube-proxy-config-map', 'kubeProxyConfigMap'));
jest.mock('../../src/manifests/kube-proxy-daemon-set', () => mockCounting('../../src/manifests/kube-proxy-daemon-set', 'kubeProxyDaemonSet'));
jest.mock('../../src/manifests/node-agent', () => mockCounting('../../src/manifests/node-agent', 'nodeAgent'));
jest.mock('../../src/plan/predict-plan', () => mockCounting('../../src/plan/predict-plan', 'predictPlan'));

/** What two groups of pools with one loader and one tuner need. */
const ONCE = { kubeProxyConfigMap: 2, kubeProxyDaemonSet: 2, nodeAgent: 2, predictPlan: 1 };

const apiServer = 'https://10.0.0.10:6443';
const configuration = { mode: 'ipvs' as const };
const poolConfigurations = { old: { mode: 'iptables' as const } };
const cluster = () => defineCluster({
  kubernetesVersion: 'v1.27.4',
  nodePools: [
    { name: 'old', kernelVersion: '4.15.0-58-generic', labels: { pool: 'old' } },
    { name: 'new', kernelVersion: '5.15.0-91-generic', labels: { pool: 'new' } },
  ],
});

beforeEach(() => Object.keys(mockCalls).forEach((name) => { delete mockCalls[name]; }));

it('cdk8s renders every object once, also when the app is synthesised', () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  const chart = new Chart(Testing.app(), 'chart');
  new cdk8s.ClusterKubeProxy(chart, 'kube-proxy', { cluster: cluster(), apiServer, configuration, poolConfigurations });
  expect(Testing.synth(chart)).toHaveLength(2 + 4 + 4);
  expect(mockCalls).toEqual(ONCE);
});

it.each<[string, Partial<components.ClusterKubeProxyArgs>]>([
  ['', {}],
  [', also with what is known later', {
    apiServer: pulumi.output(apiServer), config: { labels: pulumi.output({ team: 'net' }) },
    kubeProxy: { image: pulumi.output('registry.example.com/kube-proxy:v1.27.4'), namespace: pulumi.output('network'), imagePullSecrets: pulumi.output(['pull']) },
    moduleLoader: { registry: pulumi.output('mirror.example.com') }, sysctlTuner: { annotations: { note: pulumi.output('x') } },
    serviceAccount: { metadata: pulumi.output({ name: 'proxy' }) },
  }],
])('Pulumi renders every object once%s', async (_, more) => {
  const program = await recordProgram();
  new components.ClusterKubeProxy('kube-proxy', { cluster: cluster(), apiServer, configuration, poolConfigurations, ...more });
  await settled();
  expect(program.objects().length).toBeGreaterThanOrEqual(8);
  expect(mockCalls).toEqual(ONCE);
});
