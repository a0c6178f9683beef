import type { NodePool } from '../cluster/node-pool';
import type { Declaration } from '../declaration/declaration';
import { claimantsOf, kubeProxyVersionOf } from '../declaration/governance';
import { KubeVersion } from '../facts/kube-proxy/kube-version';

/** The version of kube-proxy on a pool, from whatever states it; `undefined` when nothing does. */
export function versionOn(declaration: Declaration, pool: NodePool): KubeVersion | undefined {
  const [first, ...others] = claimantsOf(declaration, pool).map((instance) => kubeProxyVersionOf(declaration, pool, instance)?.version);
  const own = first ?? kubeProxyVersionOf(declaration, pool, undefined)?.version;
  return others.every((other) => other?.raw === own?.raw) ? own : undefined;
}

/**
 * The same input once the whole cluster was upgraded to a release: the API server, the kubelets and kube-proxy on every pool. Nothing else
 * changes: configurations, flags, kernels and workloads are those of today.
 */
export function declarationAt(declaration: Declaration, version: KubeVersion): Declaration {
  const { cluster, kubeProxies } = declaration;
  return {
    ...declaration,
    cluster: {
      ...cluster,
      kubernetesVersion: version,
      nodePools: cluster.nodePools.map((pool) => ({
        ...pool, kubeProxyVersion: version, kubeProxyVersionAssumed: false, kubeletVersion: pool.kubeletVersion && version,
      })),
    },
    kubeProxies: kubeProxies.map((instance) => ({ ...instance, version: instance.version && version })),
  };
}
