import { Chart, Testing } from 'cdk8s';
import { KubeProxyWithCdk8sPlus } from '../../examples/with-cdk8s-plus';
import { MixedCluster } from '../../examples/mixed-cluster';
import { mixedCluster } from '../../examples/pools';
import * as cdk8s from '../../src/cdk8s';
import { defineCluster } from '../../src/cluster/define-cluster';
import * as components from '../../src/pulumi';
import { recordProgram, settled } from './recording-mocks';

const apiServer = 'https://10.0.0.10:6443';

// What cdk8s says of findings that fail nothing.
beforeEach(() => { jest.spyOn(console, 'warn').mockReturnValue(); });

/** Objects without nulls, which neither framework writes, and in an order of their own. */
function normal(objects: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(objects.map((object) => {
    const plain = JSON.parse(JSON.stringify(object)) as { kind: string; metadata: { name: string } };
    return [`${plain.kind} ${plain.metadata.name}`, plain] as const;
  }).sort(([left], [right]) => (left < right ? -1 : 1)));
}

async function registered(program: () => void): Promise<Record<string, unknown>> {
  const recorded = await recordProgram();
  program();
  await settled();
  return normal(recorded.objects());
}

const TALOS = { name: 'talos', kernelVersion: '6.6.21-talos', osImage: 'Talos (v1.6.6)', labels: { pool: 'talos' } };
const UBUNTU = { name: 'ubuntu', kernelVersion: '5.15.0-91-generic', osImage: 'Ubuntu 22.04.3 LTS', labels: { pool: 'ubuntu' } };

/** A cluster with every setting that both halves take. */
const everySetting = {
  cluster: defineCluster({ kubernetesVersion: 'v1.29.4', platform: 'eks', nodePools: [TALOS, UBUNTU] }),
  version: 'v1.29.4',
  configuration: { mode: 'ipvs' as const, metricsBindAddress: '127.0.0.1:10249' },
  poolConfigurations: { ubuntu: { ipvs: { scheduler: 'wrr' } } },
  connReuseMode: 1 as const,
  sysctls: { 'net.ipv4.vs.expire_nodest_conn': 1 },
  config: {
    name: 'proxy', namespace: 'network', labels: { team: 'net' }, annotations: { note: 'x' },
    overrides: [{ op: 'add' as const, path: '/metadata/labels/extra', value: 'yes' }],
  },
  kubeProxy: {
    name: 'proxy', namespace: 'network', image: 'registry.example.com/kube-proxy:v1.29.4', registry: 'mirror.example.com', imagePullPolicy: 'Always' as const,
    imagePullSecrets: ['pull'], labels: { team: 'net' }, annotations: { note: 'x' }, resources: { requests: { cpu: '100m' } },
    updateStrategy: { maxUnavailable: '20%' }, priorityClassName: 'critical', extraArgs: ['--v=2'], cleanupBeforeStart: true,
    overrides: [{ op: 'add' as const, path: '/spec/minReadySeconds', value: 10 }],
  },
  moduleLoader: { name: 'loader', namespace: 'network', persist: true, privileged: true, labels: { team: 'net' } },
  sysctlTuner: { name: 'tuner', intervalSeconds: 10, seLinuxType: false as const, resources: {} },
  failOn: 'never' as const,
};

describe('Pulumi registers the objects that cdk8s synthesises', () => {
  it.each(['v1.19.16', 'v1.27.4'])('of the mixed cluster on %s', async (version) => {
    const { poolConfigurations, ...options } = {
      apiServer,
      configuration: { mode: 'ipvs' as const, clusterCIDR: '10.244.0.0/16', ipvs: { scheduler: 'rr' } },
      poolConfigurations: { 'euleros-2-5': { mode: 'iptables' as const }, 'euleros-2-9-h541': { mode: 'iptables' as const } },
    };
    const objects = await registered(() => new components.ClusterKubeProxy('kube-proxy', { cluster: mixedCluster(version), poolConfigurations, ...options }));
    expect(objects).toEqual(normal(Testing.synth(new MixedCluster(Testing.app(), 'mixed-cluster', version))));
    expect(Object.keys(objects).length).toBeGreaterThan(8);
  });

  it('with every setting', async () => {
    const objects = await registered(() => new components.ClusterKubeProxy('kube-proxy', everySetting));
    const chart = new Chart(Testing.app(), 'chart');
    new cdk8s.ClusterKubeProxy(chart, 'kube-proxy', everySetting);
    expect(objects).toEqual(normal(Testing.synth(chart)));
  });

  it('from single constructs, beside a service account of others', async () => {
    const objects = await registered(() => {
      const cluster = mixedCluster('v1.27.4');
      const config = new components.KubeProxyConfig('config', { cluster, version: 'v1.27.4', apiServer, configuration: { mode: 'iptables' } });
      new components.KubeProxy('kube-proxy', { cluster, config, serviceAccount: { metadata: { name: 'kube-proxy' } } });
    });
    const ours = normal(Testing.synth(new KubeProxyWithCdk8sPlus(Testing.app(), 'kube-proxy')));
    expect(objects).toEqual(Object.fromEntries(Object.entries(ours).filter(([name]) => /^(ConfigMap|DaemonSet)/.test(name))));
    expect(Object.keys(objects)).toHaveLength(2);
  });

  it('of the monitoring of a cluster, with every setting', async () => {
    const monitoring = {
      cluster: mixedCluster('v1.27.4'),
      configuration: { mode: 'ipvs' as const, metricsBindAddress: '0.0.0.0:10249' },
      poolConfigurations: { 'euleros-2-5': { mode: 'iptables' as const, metricsBindAddress: '0.0.0.0:10251' } },
      connReuseMode: 'auto' as const,
      name: 'proxy', namespace: 'monitoring', labels: { release: 'prometheus' }, annotations: { note: 'x' },
      runbooks: 'https://runbooks.example.com/', alertLabels: { team: 'net' }, withoutAlerts: ['KubeProxyReleaseUnsupported' as const],
      dashboardLabels: { dashboard: 'yes' }, connectionTableBits: 20,
      kubeProxy: { namespace: 'network' }, moduleLoader: { name: 'loader' }, sysctlTuner: { namespace: 'network' },
      overrides: { podMonitor: [{ op: 'add' as const, path: '/spec/podMetricsEndpoints/0/interval', value: '15s' }] },
    };
    const objects = await registered(() => new components.KubeProxyMonitoring('monitoring', monitoring));
    const chart = new Chart(Testing.app(), 'chart');
    new cdk8s.KubeProxyMonitoring(chart, 'monitoring', monitoring);
    expect(objects).toEqual(normal(Testing.synth(chart)));
    expect(Object.keys(objects)).toEqual(['ConfigMap proxy-dashboard', 'PodMonitor proxy', 'PrometheusRule proxy']);
  });
});
