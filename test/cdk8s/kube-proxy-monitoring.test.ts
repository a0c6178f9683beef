import { Chart, Testing } from 'cdk8s';
import { acknowledge, ClusterKubeProxy, findingsOf, KubeProxyMonitoring } from '../../src/cdk8s';
import { defineCluster } from '../../src/cluster/define-cluster';
import type { KubernetesObject } from '../../src/kubernetes/resource';

const options = {
  cluster: defineCluster({
    kubernetesVersion: 'v1.34.3',
    nodePools: [
      { name: 'web', kernelVersion: '5.15.0-91-generic', labels: { pool: 'web' } },
      { name: 'old', kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', labels: { pool: 'old' } },
    ],
  }),
  configuration: { mode: 'ipvs' as const, metricsBindAddress: '0.0.0.0:10249' },
};

beforeEach(() => { jest.spyOn(console, 'warn').mockReturnValue(); });

function chartWith(make: (chart: Chart) => void, namespace?: string): Chart {
  const chart = new Chart(Testing.app(), 'chart', { namespace });
  make(chart);
  return chart;
}

const kubeProxy = (chart: Chart) => new ClusterKubeProxy(chart, 'kube-proxy', { ...options, apiServer: 'https://10.0.0.10:6443' });
const monitoring = (chart: Chart) => new KubeProxyMonitoring(chart, 'monitoring', options);

it('changes nothing in what is found: its texts are about sysctls and modules, and set none', () => {
  const found = (chart: Chart) => findingsOf(chart.node.root).map(({ id, message }) => `${id} ${message}`);
  const without = found(chartWith(kubeProxy));
  expect(found(chartWith((chart) => [kubeProxy(chart), monitoring(chart)]))).toEqual(without);
  expect(without).not.toEqual([]);
});

it('stands beside a cluster whose unsafe pool is accepted, and watches it', () => {
  const chart = chartWith((scope) => {
    kubeProxy(scope);
    monitoring(scope);
    ['stale-real-server', 'mode-deprecated', 'ipvs-resync-regression'].forEach((finding) => acknowledge(scope, { finding, reason: 'nothing on these nodes reuses ports' }));
  });
  const rule = (Testing.synth(chart) as KubernetesObject[]).find(({ kind }) => kind === 'PrometheusRule');
  expect(JSON.stringify(rule)).toContain('KubeProxySynRetransmissions');
});

it('is alone in an app that makes nothing else', () => {
  const objects = Testing.synth(chartWith(monitoring)) as KubernetesObject[];
  expect(objects.map(({ kind, metadata: { namespace, name } }) => `${kind} ${namespace}/${name}`)).toEqual([
    'PrometheusRule kube-system/kube-proxy-kit', 'PodMonitor kube-system/kube-proxy-kit', 'ConfigMap kube-system/kube-proxy-kit-dashboard',
  ]);
});
