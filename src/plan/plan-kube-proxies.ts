import type { NodePool } from '../cluster/node-pool';
import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { invalidOption } from '../kubernetes/invalid-option';
import { canonicalJson } from '../manifests/canonical-json';
import type { Labels } from '../manifests/node-selection';
import { mergeConfigurations } from './merge-configurations';
import { platformConfiguration, type PlatformConfiguration } from './platform-configuration';
import { identifyingLabel, labelledPools, poolSuffix, type LabelledPools } from './pool-identity';
import type { SetupOptions } from './setup-options';
import type { PlannedKubeProxy } from './setup-plan';

/** What a pool's kube-proxy is made of. */
interface Settings {
  readonly version: KubeVersion;
  readonly configuration: KubeProxyConfigurationProps;
  /** The same for what is the same; versions that give the same image are. */
  readonly key: string;
}

interface Exception {
  readonly suffix: string;
  readonly settings: Settings;
  readonly pools: NodePool[];
}

/**
 * The base, and an exception for each Linux pool whose configuration or version differs from it. Pools of a node list that go by the
 * same label and need the same are one exception.
 */
export function planKubeProxies(options: SetupOptions): PlannedKubeProxy[] {
  const { cluster, configuration } = options;
  checkPoolNames(options);
  const base = withKey({ version: baseVersion(options), configuration });
  const linux = cluster.nodePools.filter(({ operatingSystem }) => operatingSystem === 'linux');
  const exceptions = new Map<string, Exception>();
  for (const pool of linux) {
    const settings = settingsOn(pool, base, options);
    if (settings.key !== base.key) {
      const suffix = poolSuffix(pool);
      const known = exceptions.get(suffix);
      if (known && !(pool.labelsComplete && known.settings.key === settings.key)) {
        throw invalidOption('name of a node pool', pool.name, `names that differ in letters and digits; objects of two pools would be called "…${suffix}"`);
      }
      const exception = known ?? { suffix, settings, pools: [] };
      exception.pools.push(pool);
      exceptions.set(suffix, exception);
    }
  }
  const apart = [...exceptions.values()].sort((left, right) => (left.suffix < right.suffix ? -1 : 1));
  const labelled = labelledPools(linux);
  const labels = new Map(apart.map((exception) => [exception, labelOf(exception, labelled)]));
  const claimed = new Set(apart.flatMap(({ pools }) => pools));
  const written = new Map<string, PlatformConfiguration>();
  const planned = ({ key, version, configuration: asked }: Settings) => {
    const text = written.get(key) ?? platformConfiguration(asked, version, cluster.platform);
    written.set(key, text);
    return { version, configuration: text };
  };
  return [
    {
      suffix: '', pools: linux.filter((pool) => !claimed.has(pool)).map(({ name }) => name),
      choice: apart.length === 0 ? {} : { excludedNodes: [...labels.values()] }, ...planned(base),
    },
    ...apart.map((exception) => ({
      suffix: exception.suffix, pools: exception.pools.map(({ name }) => name),
      choice: { nodes: [labels.get(exception)!] }, ...planned(exception.settings),
    })),
  ];
}

function labelOf({ pools, settings }: Exception, linux: LabelledPools): Labels {
  const what = `it gets a kube-proxy of its own (${settings.version}${settings.configuration.mode ? `, ${settings.configuration.mode}` : ''})`;
  return identifyingLabel(pools[0], linux, (pool) => !pools.includes(pool), what);
}

function settingsOn(pool: NodePool, base: Settings, { poolConfigurations = {} }: SetupOptions): Settings {
  const own = pool.kubeProxyVersionAssumed ? undefined : pool.kubeProxyVersion;
  const laid = Object.hasOwn(poolConfigurations, pool.name) ? poolConfigurations[pool.name] : undefined;
  return own || laid
    ? withKey({ version: own ?? base.version, configuration: laid ? mergeConfigurations(base.configuration, laid) : base.configuration })
    : base;
}

function withKey({ version, configuration }: Omit<Settings, 'key'>): Settings {
  return { version, configuration, key: canonicalJson({ version: version.toString(), configuration }) };
}

/**
 * The version of the base: that which is given, else the cluster's. Where the cluster states none, or only a minor one, and all Linux
 * pools carry one and the same, it is that.
 */
function baseVersion({ cluster, version }: SetupOptions): KubeVersion {
  const given = version === undefined ? undefined : KubeVersion.tryParse(version);
  const stated = cluster.kubernetesVersion;
  if (given ?? stated?.patch !== undefined) {
    return given ?? stated!;
  }
  const linux = cluster.nodePools.filter(({ operatingSystem }) => operatingSystem === 'linux');
  const lacking = linux.find(({ kubeProxyVersion }) => kubeProxyVersion === undefined);
  const onPools = new Map(linux.flatMap(({ kubeProxyVersion: own }) => (own ? [[own.toString(), own] as const] : [])));
  const [common, another] = lacking ? [] : [...onPools.values()];
  if (common && !another && (stated === undefined || stated.line === common.line)) {
    return common;
  }
  if (stated) {
    return stated;
  }
  const why = lacking
    ? `node pool ${JSON.stringify(lacking.name)} names none and the cluster has no kubernetesVersion`
    : `node pools name ${[...onPools.keys()].sort().join(' and ')} and the cluster has no kubernetesVersion`;
  throw invalidOption('version', version, `a version of kube-proxy such as v1.29.4, for all nodes whose pool names none, since ${why}`);
}

function checkPoolNames({ cluster, poolConfigurations = {} }: SetupOptions): void {
  const names = new Set(cluster.nodePools.map(({ name }) => name));
  for (const name of Object.keys(poolConfigurations)) {
    if (!names.has(name)) {
      throw invalidOption(`poolConfigurations[${JSON.stringify(name)}]`, name, `the name of a node pool: ${[...names].join(', ')}`);
    }
  }
}
