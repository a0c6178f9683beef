import type { Declaration } from '../../declaration/declaration';
import type { PoolKubeProxy } from '../../declaration/governance';
import { allowedMinorSkew, oldestAllowedLine, skewFromApiServer, skewFromKubelet, VERSION_SKEW_POLICY, type VersionSkew } from '../../facts/kube-proxy/version-skew';
import type { ConfigurationPrediction, PoolPrediction, Prediction } from '../../prediction/prediction';
import type { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { placeOfField } from '../wording/configuration-place';
import { governedBy, groupPools, kubeProxyVersion, onlyPool, poolNames } from '../wording/pool-wording';
import type { Rule, RuleFinding } from '../rule';

export const versionSkew: Rule = {
  id: 'version-skew',
  group: 'modes',
  title: 'kube-proxy is newer than the API server, or too many minor releases away from it or from the kubelet.',
  severities: ['error'],
  sources: [VERSION_SKEW_POLICY.source],
  judge: ({ declaration, prediction }) => {
    const apiServer = apiServerOf(declaration, prediction);
    const { pools, configurations } = prediction;
    if (pools.length === 0) {
      return configurations.flatMap((configuration) => withoutNodes(configuration, apiServer));
    }
    const skewed = pools.filter((pool) => skewOf(pool, apiServer) !== undefined);
    const groups = groupPools(skewed, (pool) => JSON.stringify([pool.kubeProxy?.version.line, skewOf(pool, apiServer)]));
    return groups.map((group) => onNodes(group, apiServer));
  },
};

/** A release that kube-proxy has to go with. */
interface Counterpart {
  readonly version: KubeVersion;
  /** False when it may be newer. */
  readonly isExact: boolean;
}

/** Without a stated version, the API server is at least as new as the newest kube-proxy. */
function apiServerOf({ cluster: { kubernetesVersion } }: Declaration, { pools }: Prediction): Counterpart | undefined {
  if (kubernetesVersion) {
    return { version: kubernetesVersion, isExact: true };
  }
  const newest = pools.flatMap(({ kubeProxy }) => stated(kubeProxy) ?? []).sort((left, right) => left.compare(right)).at(-1);
  return newest && { version: newest, isExact: false };
}

/** A version that was stated for kube-proxy itself. */
function stated(kubeProxy: PoolKubeProxy | undefined): KubeVersion | undefined {
  return kubeProxy && (kubeProxy.from === 'pool' || kubeProxy.from === 'image') ? kubeProxy.version : undefined;
}

interface Skew {
  readonly kind: VersionSkew;
  readonly from: Counterpart;
}

function skewOf({ pool: { kubeletVersion }, kubeProxy }: PoolPrediction, apiServer: Counterpart | undefined): Skew | undefined {
  const version = stated(kubeProxy);
  const fromApiServer = version && apiServer && skewFromApiServer(version, apiServer.version);
  if (apiServer && fromApiServer) {
    return { kind: fromApiServer, from: apiServer };
  }
  const fromKubelet = version && kubeletVersion && skewFromKubelet(version, kubeletVersion);
  return kubeletVersion && fromKubelet ? { kind: fromKubelet, from: { version: kubeletVersion, isExact: true } } : undefined;
}

function onNodes(group: readonly PoolPrediction[], apiServer: Counterpart | undefined): RuleFinding {
  const [first] = group;
  const { message, ...rest } = explain(skewOf(first, apiServer)!, group);
  return { severity: 'error', ...governedBy(first), pool: onlyPool(group), message: `${poolNames(group)}: ${message}`, ...rest };
}

function withoutNodes(configuration: ConfigurationPrediction, apiServer: Counterpart | undefined): RuleFinding[] {
  const version = stated(configuration.kubeProxy);
  const kind = version && apiServer && skewFromApiServer(version, apiServer.version);
  return apiServer && kind
    ? [{ severity: 'error', ...placeOfField(configuration, ''), ...explain({ kind, from: apiServer }, [configuration]) }]
    : [];
}

function explain({ kind, from }: Skew, kubeProxies: readonly Pick<PoolPrediction, 'kubeProxy'>[]): Pick<RuleFinding, 'message' | 'because' | 'remedies'> {
  const kubeProxy = kubeProxyVersion(...kubeProxies);
  const allowed = allowedMinorSkew(kubeProxies[0].kubeProxy!.version);
  const other = `${from.version}${from.isExact ? '' : ' or newer'}`;
  const inferred = from.isExact ? '' : ', which is at least as new as the newest kube-proxy';
  switch (kind) {
    case 'newer-than-api-server':
      return {
        message: `${kubeProxy} is newer than the API server, ${other}`,
        because: 'no kube-proxy may be newer than the API server',
        remedies: [`Run kube-proxy of v${from.version.line}.`, 'Or upgrade the API server first.'],
      };
    case 'too-old-for-api-server':
      return {
        message: `${kubeProxy} is too old for the API server, ${other}`,
        because: `kube-proxy may be at most ${allowed} minor releases older than the API server${inferred}`,
        remedies: [`Upgrade kube-proxy to v${oldestAllowedLine(from.version)} or later.`],
      };
    case 'too-far-from-kubelet':
      return {
        message: `${kubeProxy} is too far from the kubelet, ${other}`,
        because: `kube-proxy may be at most ${allowed} minor releases away from the kubelet`,
        remedies: ['Upgrade the kubelet and kube-proxy of a node together.'],
      };
  }
}
