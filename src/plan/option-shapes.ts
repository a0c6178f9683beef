import type { Cluster } from '../cluster/cluster';
import { isRecord } from '../kubernetes/untyped';
import { invalidOption } from '../kubernetes/invalid-option';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { ConnReuseMode, SetupOptions } from './setup-options';

const CONN_REUSE_MODES: readonly ConnReuseMode[] = ['auto', 0, 1];

/**
 * Refuses options whose shape only TypeScript rules out: programs in JavaScript, and settings that come from a file.
 *
 * @throws Error that names the option, its value, and what is allowed
 */
export function checkShapes({ cluster, version, configuration, poolConfigurations = {}, connReuseMode = 'auto', sysctls = {} }: SetupOptions): void {
  checkCluster(cluster);
  if (version !== undefined && !KubeVersion.tryParse(version)) {
    throw invalidOption('version', version, 'a version of kube-proxy such as v1.29.4');
  }
  checkConfiguration('configuration', configuration);
  checkMapping('poolConfigurations', poolConfigurations, 'a configuration for each pool that is named');
  Object.entries(poolConfigurations).forEach(([pool, laid]) => checkConfiguration(`poolConfigurations[${JSON.stringify(pool)}]`, laid ?? {}));
  if (!CONN_REUSE_MODES.includes(connReuseMode)) {
    throw invalidOption('connReuseMode', connReuseMode, CONN_REUSE_MODES.join(', '));
  }
  checkMapping('sysctls', sysctls, 'a value for each sysctl that is named');
}

export function checkConfiguration(property: string, value: unknown): void {
  checkMapping(property, value, "an object with fields of KubeProxyConfiguration, { mode: 'ipvs' }");
}

function checkMapping(property: string, value: unknown, allowed: string): void {
  if (!isRecord(value)) {
    throw invalidOption(property, value, allowed);
  }
  if (!isData(value)) {
    throw invalidOption(property, value, `${allowed}, of texts, numbers, booleans, lists and objects alone`);
  }
}

/** Whether a value can be written down. */
function isData(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function checkCluster(cluster: Cluster): void {
  if (!isRecord(cluster) || !Array.isArray(cluster.nodePools) || !cluster.nodePools.every((pool) => isRecord(pool) && isRecord(pool.kernel))) {
    const allowed = 'what defineCluster returns';
    throw isRecord(cluster) ? new Error(`cluster is another kind of object; allowed: ${allowed}`) : invalidOption('cluster', cluster, allowed);
  }
}
