import { defineCluster } from '../../src/cluster/define-cluster';
import { planConfigMap } from '../../src/plan/config-map';
import { planObjects } from '../../src/plan/plan-objects';
import { planSetup } from '../../src/plan/plan-setup';
import type { SetupOptions } from '../../src/plan/setup-options';

const nodePools = [{ name: 'new', kernelVersion: '5.15.0-91-generic' }];
const options: SetupOptions = { cluster: defineCluster({ kubernetesVersion: 'v1.29.4', nodePools }), configuration: { mode: 'ipvs' } };
const CYCLIC: Record<string, unknown> = {};
CYCLIC.self = CYCLIC;
const A_CONFIGURATION = "; allowed: an object with fields of KubeProxyConfiguration, { mode: 'ipvs' }";

it.each<[string, Record<keyof never, unknown>, string]>([
  ['no cluster', { cluster: undefined }, 'cluster is not set; allowed: what defineCluster returns'],
  ['what defines a cluster', { cluster: { nodePools } }, 'cluster is another kind of object; allowed: what defineCluster returns'],
  ['a cluster of none', { cluster: 'mine' }, 'cluster is "mine"; allowed: what defineCluster returns'],
  ['no configuration', { configuration: undefined }, `configuration is not set${A_CONFIGURATION}`],
  ['a document as text', { configuration: 'mode: ipvs' }, `configuration is "mode: ipvs"${A_CONFIGURATION}`],
  ['a list of configurations', { poolConfigurations: [{}] }, 'poolConfigurations is [{}]; allowed: a configuration for each pool that is named'],
  ['a configuration that holds itself', { configuration: CYCLIC }, 'configuration is <ref *1> { self: [Circular *1] }; allowed: an object with fields'],
  ['a big integer', { sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1n } }, "sysctls is { 'net.ipv4.vs.conn_reuse_mode': 1n }; allowed: a value for each sysctl"],
  ['a mode for a pool', { poolConfigurations: { new: 'iptables' } }, `poolConfigurations["new"] is "iptables"${A_CONFIGURATION}`],
  ['a value that no tuner keeps', { connReuseMode: 2 }, 'connReuseMode is 2; allowed: auto, 0, 1'],
  ['a number as text', { connReuseMode: '1' }, 'connReuseMode is "1"; allowed: auto, 0, 1'],
  ['sysctls as text', { sysctls: 'net.ipv4.vs.conntrack=1' }, 'sysctls is "net.ipv4.vs.conntrack=1"; allowed: a value for each sysctl that is named'],
  ['a version with a comma', { version: 'v1,30' }, 'version is "v1,30"; allowed: a version of kube-proxy such as v1.29.4'],
  ['a version that has lost its zero', { version: 1.3 }, 'version is 1.3; allowed: a version of kube-proxy such as v1.29.4'],
])('a setup does not take %s', (_, wrong, message) => {
  expect(() => planSetup({ ...options, ...wrong } as never)).toThrow(message);
});

it.each<[string, Record<keyof never, unknown>, string]>([
  ['no version', { version: undefined }, 'version is not set; allowed: a version of kube-proxy such as v1.29.4'],
  ['a number', { version: 1.29 }, 'version is 1.29; allowed: a version of kube-proxy such as v1.29.4, in quotes'],
  ['no configuration', { configuration: null }, `configuration is null${A_CONFIGURATION}`],
])('a ConfigMap does not take %s', (_, wrong, message) => {
  expect(() => planConfigMap({ version: 'v1.29.4', configuration: {}, ...wrong } as never)).toThrow(message);
});

it('settings that are null are as good as none', () => {
  const nulls = { config: null, kubeProxy: null } as never as object;
  const apiServer = 'https://10.0.0.10:6443';
  expect(planObjects({ ...options, apiServer, ...nulls }).objects).toEqual(planObjects({ ...options, apiServer }).objects);
  expect(planSetup({ ...options, poolConfigurations: { new: undefined as never } }).kubeProxies).toEqual(planSetup(options).kubeProxies);
});
