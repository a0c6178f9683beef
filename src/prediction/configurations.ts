import type { NodePool } from '../cluster/node-pool';
import type { Flag } from '../config/configuration';
import { isFieldKnown, type DecodedConfiguration } from '../config/decoded-configuration';
import { configurationFromFlags } from '../config/flags';
import { sharedDecoding } from '../config/shared-decoding';
import type { Declaration } from '../declaration/declaration';
import { claimantsOf, kubeProxyVersionOf, type PoolKubeProxy } from '../declaration/governance';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import { defaultMode, isProxyMode, type OperatingSystem, type ProxyMode } from '../facts/kube-proxy/modes';
import { withoutPlaceholders } from '../kubernetes/placeholder';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { NEWEST_KNOWN_RELEASE } from '../facts/kube-proxy/releases';
import type { ConfigurationPrediction, UnversionedConfiguration } from './prediction';

/** What a release makes of the configuration of a kube-proxy; `undefined` when that reads a document which the input does not have. */
export type Decode = (instance: KubeProxyInstance, version: KubeVersion, operatingSystem: OperatingSystem) => DecodedConfiguration | undefined;

/** Decodes each configuration once for each release and operating system, however many pools it governs. */
export function decodeOnce(): Decode {
  const known = new Map<KubeProxyInstance, Map<string, DecodedConfiguration | undefined>>();
  return (instance, version, operatingSystem) => {
    const ofInstance = known.get(instance) ?? new Map<string, DecodedConfiguration | undefined>();
    known.set(instance, ofInstance);
    const key = `${version.toString()} ${operatingSystem}`;
    if (!ofInstance.has(key)) {
      ofInstance.set(key, decode(instance, version, operatingSystem));
    }
    return ofInstance.get(key);
  };
}

function decode({ configuration, readsConfiguration, flags: written }: KubeProxyInstance, version: KubeVersion, operatingSystem: OperatingSystem) {
  const flags = written.map(filledIn);
  if (configuration) {
    const decoding = (document: string) => sharedDecoding(document, version, operatingSystem, flags);
    const text = withoutPlaceholders(configuration.text);
    const decoded = decoding(text);
    // What is no document even so is told as it is written: what is left of a template says more.
    return text === configuration.text || !decoded.problems.some(({ kind, path }) => kind === 'undecodable' && path === '')
      ? decoded : decoding(configuration.text);
  }
  return readsConfiguration ? undefined : configurationFromFlags(flags, version, { operatingSystem });
}

/** A flag whose value something else fills in has the default that its placeholder states, or is left open. */
function filledIn(flag: Flag): Flag {
  const value = withoutPlaceholders(flag.value);
  return value === flag.value ? flag : { name: flag.name, value, get location() { return flag.location; } };
}

/**
 * What each kube-proxy makes of its configuration, once for each release that it has on the pools which it claims, in the order of the
 * input. Where no nodes are known, its image or the cluster tells the release.
 */
export function predictConfigurations(declaration: Declaration, decoding: Decode): ConfigurationPrediction[] {
  const { cluster: { nodePools, kubernetesVersion }, kubeProxies } = declaration;
  const runs = nodePools.length > 0 ? runsOnPools(declaration) : kubeProxies.flatMap((instance) => runWithoutNodes(instance, kubernetesVersion));
  const places = new Map(kubeProxies.map((instance, place) => [instance, place]));
  return runs.flatMap((run) => {
    const decoded = decoding(run.instance, run.kubeProxy.version, run.operatingSystem);
    return decoded ? [{ ...run, decoded, requestedMode: requestedMode(decoded, run.kubeProxy.version, run.operatingSystem) }] : [];
  }).sort((left, right) => places.get(left.instance)! - places.get(right.instance)!);
}

/** The mode that a configuration asks for, the default applied; `undefined` for one that never existed, or that is left open. */
export function requestedMode(decoded: DecodedConfiguration, version: KubeVersion, operatingSystem: OperatingSystem): ProxyMode | undefined {
  const { mode } = decoded.effective;
  if (!isFieldKnown(decoded, 'mode')) {
    return undefined;
  }
  return mode === '' ? defaultMode(version, operatingSystem).mode : isProxyMode(mode) ? mode : undefined;
}

/** Minor releases before the newest known that may still be in use. */
const IN_USE = 8;

/** What releases old and new make of the configurations of which the input tells no release. */
export function predictUnversioned(
  { kubeProxies }: Declaration, configurations: readonly ConfigurationPrediction[], decoding: Decode,
): UnversionedConfiguration[] {
  const predicted = new Set(configurations.map(({ instance }) => instance));
  const newestVersion = KubeVersion.parse(NEWEST_KNOWN_RELEASE);
  const oldestVersion = KubeVersion.parse(`1.${newestVersion.minor - IN_USE}`);
  return kubeProxies.filter((instance) => instance.configuration !== undefined && !predicted.has(instance)).flatMap((instance) => {
    const [oldest, newest] = [oldestVersion, newestVersion].map((version): ConfigurationPrediction | undefined => {
      const decoded = decoding(instance, version, 'linux');
      return decoded && { instance, kubeProxy: { version, from: 'cluster', assumed: true }, operatingSystem: 'linux', decoded, requestedMode: undefined, pools: [] };
    });
    return oldest && newest ? [{ instance, oldest, newest }] : [];
  });
}

type Run = Omit<ConfigurationPrediction, 'decoded' | 'requestedMode'>;

function runsOnPools(declaration: Declaration): Run[] {
  const runs = new Map<KubeProxyInstance, Map<string, Run & { readonly pools: NodePool[] }>>();
  for (const pool of declaration.cluster.nodePools) {
    for (const instance of claimantsOf(declaration, pool)) {
      const kubeProxy = kubeProxyVersionOf(declaration, pool, instance);
      if (kubeProxy) {
        const { operatingSystem } = pool;
        const ofInstance = runs.get(instance) ?? new Map<string, Run & { readonly pools: NodePool[] }>();
        runs.set(instance, ofInstance);
        const key = `${kubeProxy.version.toString()} ${kubeProxy.from} ${operatingSystem}`;
        const run = ofInstance.get(key) ?? { instance, kubeProxy, operatingSystem, pools: [] };
        run.pools.push(pool);
        ofInstance.set(key, run);
      }
    }
  }
  return [...runs.values()].flatMap((ofInstance) => [...ofInstance.values()]);
}

function runWithoutNodes(instance: KubeProxyInstance, kubernetesVersion: KubeVersion | undefined): Run[] {
  const kubeProxy: PoolKubeProxy | undefined = instance.version
    ? { version: instance.version, from: 'image', assumed: false }
    : kubernetesVersion && { version: kubernetesVersion, from: 'cluster', assumed: false };
  return kubeProxy ? [{ instance, kubeProxy, operatingSystem: 'linux', pools: [] }] : [];
}
