import { Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { ClusterKubeProxy, KubeProxy, KubeProxyConfig, type ServiceAccountHandle } from '../../src/cdk8s';
import { defineCluster } from '../../src/cluster/define-cluster';
import type { KubernetesObject } from '../../src/kubernetes/resource';

const apiServer = 'https://10.0.0.10:6443';
const cluster = () => defineCluster({ kubernetesVersion: 'v1.27.4', nodePools: [{ name: 'all', kernelVersion: '5.15.0-91-generic' }] });
const accountOf = ({ spec }: KubernetesObject) =>
  (spec as { template: { spec: { serviceAccountName: string } } }).template.spec.serviceAccountName;

beforeEach(() => { jest.spyOn(console, 'warn').mockReturnValue(); });

it('a configuration is an IConfigMap: workloads mount it, and roles name it', () => {
  const chart = new Chart(Testing.app(), 'chart', { namespace: 'kube-system' });
  const config = new KubeProxyConfig(chart, 'config', { version: 'v1.27.4', apiServer, configuration: { mode: 'iptables' } });
  const handle: kplus.IConfigMap = config;
  new kplus.Pod(chart, 'viewer', {
    containers: [{ image: 'busybox', volumeMounts: [{ path: '/config', volume: kplus.Volume.fromConfigMap(chart, 'volume', handle) }] }],
  });
  const role = new kplus.Role(chart, 'role');
  role.allowRead(handle);
  const objects = Testing.synth(chart) as (KubernetesObject & { readonly rules?: unknown })[];
  expect(objects.find(({ kind }) => kind === 'Pod')?.spec).toMatchObject({ volumes: [{ configMap: { name: 'kube-proxy' } }] });
  expect(objects.find(({ kind }) => kind === 'Role')?.rules).toEqual([
    { apiGroups: [''], resources: ['configmaps'], resourceNames: ['kube-proxy'], verbs: ['get', 'list', 'watch'] },
  ]);
});

it.each<[string, (chart: Chart) => kplus.IServiceAccount, string]>([
  ['that is made', (chart) => new kplus.ServiceAccount(chart, 'account', { metadata: { name: 'proxy' } }), 'proxy'],
  ['that exists', (chart) => kplus.ServiceAccount.fromServiceAccountName(chart, 'account', 'theirs'), 'theirs'],
])('an IServiceAccount %s is taken, by a cluster and by a single kube-proxy', (_, make, name) => {
  const chart = new Chart(Testing.app(), 'chart');
  const account: ServiceAccountHandle = make(chart);
  const { kubeProxies, serviceAccount } = new ClusterKubeProxy(chart, 'kube-proxy', { cluster: cluster(), apiServer, configuration: {}, serviceAccount: account });
  expect(serviceAccount).toBe(account);
  const config = new KubeProxyConfig(chart, 'other', { version: 'v1.27.4', apiServer, configuration: {}, name: 'other' });
  const single = new KubeProxy(chart, 'single', { config, serviceAccount: account });
  expect([...kubeProxies, single].map(({ apiObject }) => accountOf(apiObject.toJson() as KubernetesObject))).toEqual([name, name]);
});
