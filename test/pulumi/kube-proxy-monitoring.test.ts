import * as pulumi from '@pulumi/pulumi';
import { defineCluster } from '../../src/cluster/define-cluster';
import { KubeProxyMonitoring, type ClusterKubeProxyArgs, type KubeProxyMonitoringArgs } from '../../src/pulumi';
import { recordProgram, settled, type RecordedProgram } from './recording-mocks';

const args = {
  cluster: defineCluster({ kubernetesVersion: 'v1.37.2', nodePools: [{ name: 'web', kernelVersion: '6.8.0-31-generic' }] }),
  configuration: { mode: 'nftables' as const, metricsBindAddress: '0.0.0.0:10249' },
};

let program: RecordedProgram;
beforeEach(async () => { program = await recordProgram(); });
afterEach(settled);

it('registers its objects below itself, in a namespace that is known later', async () => {
  const monitoring = new KubeProxyMonitoring('monitoring', {
    ...args, namespace: pulumi.output('observability'), labels: pulumi.output({ release: 'prometheus' }),
  });
  await settled();
  expect(program.resources.map(({ type, name }) => `${type} ${name}`).sort()).toEqual([
    'kube-proxy-kit:index:KubeProxyMonitoring monitoring', 'kubernetes:core/v1:ConfigMap monitoring',
    'kubernetes:monitoring.coreos.com/v1:PodMonitor monitoring', 'kubernetes:monitoring.coreos.com/v1:PrometheusRule monitoring',
  ]);
  for (const object of program.objects()) {
    expect(object.metadata).toMatchObject({ namespace: 'observability', labels: { release: 'prometheus' } });
  }
  expect([monitoring.prometheusRule, monitoring.podMonitor, monitoring.dashboard]).not.toContain(undefined);
});

it('takes what its ClusterKubeProxy takes, outputs included', async () => {
  const ofCluster: ClusterKubeProxyArgs = {
    ...args, configuration: { mode: 'ipvs', metricsBindAddress: '0.0.0.0:10249' },
    kubeProxy: { image: pulumi.output('registry.example.com/kube-proxy:v1.37.2'), namespace: pulumi.output('network') },
    sysctlTuner: { resources: pulumi.output({}), namespace: pulumi.output('tuning'), name: 'tuner' }, moduleLoader: false,
  };
  const { cluster, configuration, kubeProxy, sysctlTuner, moduleLoader } = ofCluster;
  new KubeProxyMonitoring('monitoring', { cluster, configuration, kubeProxy, sysctlTuner, moduleLoader });
  await settled();
  const objects = JSON.stringify(program.objects());
  expect(objects).toContain('"namespaceSelector":{"matchNames":["network"]}');
  expect(objects).toContain('kube_pod_status_ready{namespace=\\"tuning\\",pod=~\\"tuner-[a-z0-9]{5}\\"');
  expect(objects).not.toContain('known-later');
});

it('leaves out what is not asked for', async () => {
  const { podMonitor, dashboard } = new KubeProxyMonitoring('monitoring', { ...args, scraping: 'elsewhere', dashboard: false });
  expect([podMonitor, dashboard]).toEqual([undefined, undefined]);
});

it.each<[string, object, RegExp]>([
  ['an address that Prometheus does not reach', { configuration: { mode: 'nftables' } }, /only the node itself reaches the metrics of kube-proxy at 127\.0\.0\.1:10249/],
  ['what must be known at once', { runbooks: pulumi.output('https://runbooks.example.com') }, /runbooks is an Output; allowed: a plain value/],
  ['an alert that there is not', { withoutAlerts: ['Down'] }, /withoutAlerts is "Down"; allowed: /],
])('refuses %s, before anything is registered', async (_what, more, message) => {
  expect(() => new KubeProxyMonitoring('monitoring', { ...args, ...more } as KubeProxyMonitoringArgs)).toThrow(message);
  await settled();
  expect(program.objects()).toEqual([]);
});
