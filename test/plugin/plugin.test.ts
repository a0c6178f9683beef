import * as fs from 'node:fs';
import * as path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { parse } from 'yaml';
import { mixedCluster, pools } from '../../examples/pools';
import { version } from '../../package.json';
import {
  ClusterKubeProxy, KubeProxyMonitoring, ModuleLoader, SysctlTuner,
  type Acknowledgement, type ClusterKubeProxyArgs, type ConfigMapSettings, type KubeProxyMonitoringArgs, type ModuleLoaderArgs,
  type KubeProxySettings,
  type ModuleLoaderSettings, type Network, type NodePool, type SetupArgs, type SysctlTunerArgs, type SysctlTunerSettings,
} from '../../plugin';
import manifest from '../../plugin/package.json';
import type { ClusterNetwork } from '../../src/cluster/cluster';
import type { ClusterProps } from '../../src/cluster/define-cluster';
import type { NodePoolProps } from '../../src/cluster/node-pool';
import * as components from '../../src/pulumi';
import { pluginSchema, SCHEMA_FILE } from '../../tools/plugin-schema';
import { recordProgram, settled, valueOf } from '../pulumi/recording-mocks';

const example = parse(fs.readFileSync(path.join(__dirname, '../../examples/pulumi/mixed-cluster-yaml/Pulumi.yaml'), 'utf8'));
const exampleArgs: ClusterKubeProxyArgs = { ...example.resources['kube-proxy'].properties, kubernetesVersion: 'v1.27.4' };

beforeEach(async () => { await recordProgram(); });
afterEach(settled);

/** What is registered below a component, apart from the component itself. */
async function registeredBelow(program: () => void): Promise<object[]> {
  await settled();
  const recorded = await recordProgram();
  program();
  await settled();
  return recorded.objects();
}

it('has the schema that is committed: `npm run plugin-schema` writes it', async () => {
  expect(await pluginSchema()).toBe(fs.readFileSync(SCHEMA_FILE, 'utf8'));
});

it('is of the version of the package, and named as its types are', () => {
  expect(manifest).toMatchObject({ name: 'kube-proxy-kit', version, dependencies: { 'kube-proxy-kit': `^${version}` } });
});

/** Properties that the plugin lacks. */
type Missing<Plugin, Package> = Exclude<keyof Package, keyof Plugin>;
type IsNone<T> = [T] extends [never] ? true : false;
type Settings<K extends keyof components.ClusterKubeProxyArgs> = Exclude<components.ClusterKubeProxyArgs[K], false | undefined>;

it('takes what the package takes', () => {
  // The compiler holds these. A cluster is said in place, a service account by its name; rules are programs.
  expect([
    true satisfies IsNone<Missing<NodePool, NodePoolProps>>,
    true satisfies IsNone<Missing<Network, ClusterNetwork>>,
    true satisfies IsNone<Missing<Acknowledgement, Omit<components.ComponentAcknowledgement, 'location'>>>,
    true satisfies IsNone<Missing<ClusterKubeProxyArgs, Omit<components.ClusterKubeProxyArgs & ClusterProps, 'cluster' | 'serviceAccount' | 'rules'>>>,
    true satisfies IsNone<Missing<ModuleLoaderArgs, Omit<components.ModuleLoaderArgs, 'cluster' | 'rules'>>>,
    true satisfies IsNone<Missing<SysctlTunerArgs, Omit<components.SysctlTunerArgs, 'cluster' | 'rules'>>>,
    true satisfies IsNone<Missing<KubeProxyMonitoringArgs, Omit<components.KubeProxyMonitoringArgs, 'cluster'>>>,
    true satisfies IsNone<Missing<ConfigMapSettings, Settings<'config'>>>,
    true satisfies IsNone<Missing<KubeProxySettings, Settings<'kubeProxy'>>>,
    true satisfies IsNone<Missing<ModuleLoaderSettings, Settings<'moduleLoader'>>>,
    true satisfies IsNone<Missing<SysctlTunerSettings, Settings<'sysctlTuner'>>>,
  ]).not.toContain(false);
});

it('registers what the component of the package registers', async () => {
  const { apiServer, configuration, poolConfigurations } = exampleArgs;
  const ofPlugin = await registeredBelow(() => new ClusterKubeProxy('kube-proxy', exampleArgs));
  const ofPackage = await registeredBelow(() => new components.ClusterKubeProxy('kube-proxy', {
    cluster: mixedCluster('v1.27.4'), apiServer, configuration, poolConfigurations,
  }));
  expect(ofPlugin).toEqual(ofPackage);
  expect(ofPlugin.length).toBeGreaterThan(8);
  expect(exampleArgs.nodePools).toEqual(pools);
});

it('passes on every setting', async () => {
  const settings = { labels: { team: 'net' }, image: 'registry.example.com/x:v1.27.4', imagePullPolicy: 'Always' };
  const setup = { configuration: { mode: 'ipvs' }, failOn: 'never', sysctls: { 'net.ipv4.vs.expire_nodest_conn': '1' } };
  const cluster = mixedCluster('v1.27.4');
  const { nodePools, kubernetesVersion, network, apiServer } = exampleArgs;
  const ofPlugin = await registeredBelow(() => new ClusterKubeProxy('kube-proxy', {
    nodePools, kubernetesVersion, network, apiServer, ...setup, connReuseMode: '0', serviceAccountName: 'proxy',
    config: { namespace: 'network', adoption: 'create' },
    kubeProxy: { ...settings, namespace: 'network', extraArgs: ['--v=2'] }, moduleLoader: { enabled: false }, sysctlTuner: { ...settings, intervalSeconds: 7 },
  }));
  const ofPackage = await registeredBelow(() => new components.ClusterKubeProxy('kube-proxy', {
    cluster, apiServer, ...setup as { configuration: { mode: 'ipvs' }; failOn: 'never' }, connReuseMode: 0, serviceAccount: { metadata: { name: 'proxy' } },
    config: { namespace: 'network', adoption: 'create' },
    kubeProxy: { ...settings as { imagePullPolicy: 'Always' }, namespace: 'network', extraArgs: ['--v=2'] },
    moduleLoader: false, sysctlTuner: { ...settings as { imagePullPolicy: 'Always' }, intervalSeconds: 7 },
  }));
  expect(ofPlugin).toEqual(ofPackage);
});

it('watches a cluster as the package does', async () => {
  const { nodePools, kubernetesVersion, poolConfigurations } = exampleArgs;
  const configuration = { mode: 'ipvs' as const, metricsBindAddress: '0.0.0.0:10249' };
  const settings = { namespace: 'monitoring', labels: { release: 'prometheus' }, alertLabels: { team: 'net' }, connectionTableBits: 20 };
  const ofPlugin = await registeredBelow(() => new KubeProxyMonitoring('monitoring', {
    nodePools, kubernetesVersion, poolConfigurations, configuration, ...settings, sysctlTuner: { enabled: false }, kubeProxy: { name: 'proxy' },
  }));
  const ofPackage = await registeredBelow(() => new components.KubeProxyMonitoring('monitoring', {
    cluster: mixedCluster('v1.27.4'), poolConfigurations, configuration, ...settings, sysctlTuner: false, kubeProxy: { name: 'proxy' },
  }));
  expect(ofPlugin).toEqual(ofPackage);
  expect(ofPlugin).toHaveLength(3);
});

describe('single parts', () => {
  const setup: SetupArgs = { kubernetesVersion: 'v1.29.4', configuration: { mode: 'ipvs' }, nodePools: [{ name: 'talos', kernelVersion: '6.6.21-talos', osImage: 'Talos (v1.6.6)' }] };

  it('tell what to do on nodes that load no modules for pods', async () => {
    const { machineConfigurations } = new ModuleLoader('modules', setup);
    expect((await valueOf(machineConfigurations)).talos).toContain('ip_vs');
  });

  it('tell what is kept on each pool', async () => {
    expect(await valueOf(new SysctlTuner('tuner', setup).decisions)).toEqual({ talos: 'with 1 this kernel reschedules a reused source port at once' });
  });
});

describe('a refusal', () => {
  const refused = (args: Partial<ClusterKubeProxyArgs>) => {
    try {
      new ClusterKubeProxy('kube-proxy', { ...exampleArgs, ...args });
    } catch (error) {
      expect(pulumi.ResourceError.isInstance(error) && error.hideStack).toBe(true);
      return (error as Error).message;
    }
    throw new Error('it was not refused');
  };

  it('has every finding in its message, since the engine shows nothing else of a provider', () => {
    expect(refused({ poolConfigurations: {} })).toMatch(
      /^not made, and nothing below it was registered, since:\nsyn-drop-delay\[euleros-2-5\]: [^]*\n      - [^]*\nstale-real-server\[euleros-2-9-h541\]: /);
  });

  it.each<[Partial<ClusterKubeProxyArgs>, string]>([
    [{ nodePools: [] }, 'cluster: nodePools is []; allowed: at least one pool'],
    [{ nodePools: [{ name: 'a', kernelVersion: 'x' }] }, 'node pool "a": kernelVersion is "x"; allowed: '],
    [{ connReuseMode: '2' }, 'connReuseMode is "2"; allowed: auto, 0, 1'],
    [{ failOn: 'errors' }, 'failOn is "errors"; allowed: error, warning, not-checked, never'],
    [{ config: { adoption: 'adopt' } }, 'adoption is "adopt"; allowed: patch, take-over, import, create'],
    [{ configuration: { mode: pulumi.output('ipvs') } }, 'configuration.mode is an Output; allowed: a plain value'],
  ])('names what is not allowed: %j', (args, message) => {
    expect(refused(args)).toContain(message);
  });
});
