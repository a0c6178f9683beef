import * as path from 'node:path';
import type { NodePool } from '../../cluster/node-pool';
import { LINUX_POOLS, WINDOWS_POOLS } from '../../cluster/pool-selector';
import type { KubeProxyInstance } from '../../declaration/kube-proxy-instance';
import type { ConfigMapKey, ConfigurationSource, FoundConfiguration, FoundInstance } from './found-instance';
import { withK3sNodes } from './k3s-nodes';

/**
 * Gives each kube-proxy the configuration that it reads. A path which leads out of the input (a file on the node) is taken to be the
 * configuration of that file name, or else the only one that is left. Configurations that nothing reads are instances of their own;
 * `givenOnly` are files that are a configuration for whom their path is given, and nothing otherwise.
 */
export function withConfigurations(
  instances: readonly FoundInstance[], configurations: readonly FoundConfiguration[], givenOnly: readonly FoundConfiguration[],
  nodePools: readonly NodePool[],
): KubeProxyInstance[] {
  const used = new Set<FoundConfiguration>();
  const configMaps = byConfigMap(configurations);
  const found = withK3sNodes(instances, nodePools).map((instance) => {
    const configuration = configurationOf(instance, configMaps, configurations, givenOnly);
    if (configuration) {
      used.add(configuration);
    }
    return { instance, configuration };
  });
  const left = configurations.filter((configuration) => !used.has(configuration));
  const only = left.length === 1 ? left[0] : undefined;
  const complete = found.map(({ instance, configuration }) => {
    const guessed = configuration === undefined && instance.reads?.kind === 'file' ? only : undefined;
    if (guessed) {
      used.add(guessed);
    }
    return onItsSystem(instance.withConfiguration((configuration ?? guessed)?.configuration), nodePools);
  });
  return [...complete, ...left.filter((configuration) => !used.has(configuration)).map((configuration) => alone(configuration, nodePools))];
}

/** Whether one of them reads a key of a ConfigMap. */
export function readersAmong(instances: readonly FoundInstance[]): (key: ConfigMapKey) => boolean {
  const sources = new Map<string, ConfigurationSource[]>();
  for (const { reads } of instances) {
    if (reads?.kind === 'config-map') {
      const key = keyOf(reads);
      sources.set(key, sources.get(key) ?? []).get(key)!.push(reads);
    }
  }
  return (key) => (sources.get(keyOf(key)) ?? []).some((source) => readsConfigMap(source, key));
}

/** Whether a kube-proxy reads a key of a ConfigMap; a namespace that is left out may be any. */
function readsConfigMap(source: ConfigurationSource | undefined, { namespace, name, key }: ConfigMapKey): boolean {
  return source?.kind === 'config-map' && source.name === name && source.key === key && (namespace ?? source.namespace) === (source.namespace ?? namespace);
}

/** There may be hundreds of each. */
function byConfigMap(configurations: readonly FoundConfiguration[]): ReadonlyMap<string, readonly FoundConfiguration[]> {
  const found = new Map<string, FoundConfiguration[]>();
  for (const configuration of configurations) {
    if (configuration.configMap) {
      const key = keyOf(configuration.configMap);
      found.set(key, found.get(key) ?? []).get(key)!.push(configuration);
    }
  }
  return found;
}

/** Of a ConfigMap whose namespace may be left out. */
function keyOf({ name, key }: Pick<ConfigMapKey, 'name' | 'key'>): string {
  return `${name}/${key}`;
}

function configurationOf(
  { reads }: FoundInstance, configMaps: ReadonlyMap<string, readonly FoundConfiguration[]>, configurations: readonly FoundConfiguration[],
  givenOnly: readonly FoundConfiguration[],
): FoundConfiguration | undefined {
  switch (reads?.kind) {
    case 'config-map':
      return configMaps.get(keyOf(reads))?.find(({ configMap }) => configMap && readsConfigMap(reads, configMap));
    case 'file': {
      const named = configurations.filter(({ configMap, configuration }) =>
        path.posix.basename(configMap?.key ?? configuration.name) === path.posix.basename(reads.path));
      const possible = named.length > 0 ? named : givenOnly.filter(({ configuration }) => isFileAt(configuration.name, reads.path));
      return possible.length === 1 ? possible[0] : undefined;
    }
    case undefined:
      return undefined;
  }
}

/** Whether a file of the input is that of a path on the node, by the whole path: the input may hold a node's files below any folder. */
function isFileAt(file: string, pathOnNode: string): boolean {
  return path.posix.isAbsolute(pathOnNode) && `/${file.replaceAll('\\', '/')}`.endsWith(path.posix.normalize(pathOnNode));
}

/** A configuration without anything that runs it governs every node of one system. */
function alone(found: FoundConfiguration, nodePools: readonly NodePool[]): KubeProxyInstance {
  const { configuration, alone: kind, platform } = found;
  return {
    kind,
    platform,
    name: configuration.name,
    resource: configuration.resource,
    get location() { return found.location; },
    version: undefined,
    shippedBy: undefined,
    pools: isForWindows(KERNELSPACE.test(configuration.text), nodePools) ? WINDOWS_POOLS : LINUX_POOLS,
    flags: [],
    configuration,
    readsConfiguration: true,
    rollsOnChange: undefined,
    mountsLibModules: undefined,
    cleansUpOnModeChange: false,
    environment: {},
  };
}

/** A command line in a file of its own says as little of the nodes as a lone configuration. */
function onItsSystem(instance: KubeProxyInstance, nodePools: readonly NodePool[]): KubeProxyInstance {
  const { kind, flags, configuration } = instance;
  const isKernelspace = flags.some(({ name, value }) => name === 'proxy-mode' && value === 'kernelspace') || KERNELSPACE.test(configuration?.text ?? '');
  return kind === 'flags-file' && isForWindows(isKernelspace, nodePools) ? { ...instance, pools: WINDOWS_POOLS } : instance;
}

const KERNELSPACE = /^[ \t]*["']?mode["']?\s*:\s*["']?kernelspace\b/m;

/** Linux, unless there is no Linux node, or it has the mode of Windows and there are Windows nodes. */
function isForWindows(isKernelspace: boolean, nodePools: readonly NodePool[]): boolean {
  const onWindows = nodePools.filter(({ operatingSystem }) => operatingSystem === 'windows');
  return onWindows.length > 0 && (onWindows.length === nodePools.length || isKernelspace);
}
