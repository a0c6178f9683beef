import { sharedDecoding } from '../config/shared-decoding';
import { configurationFromFlags } from '../config/flags';
import type { NodePool } from '../cluster/node-pool';
import type { Declaration } from '../declaration/declaration';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';

/** From this release on a keyword stands for every address of a node. */
const KEYWORD_ALL_FROM = '1.37';

/**
 * What `nodePortAddresses` has to be in nftables mode so that NodePorts are served at the addresses at which IPVS mode serves them, in the
 * spelling of a release; `undefined` where it is set already, which both modes read alike.
 *
 * IPVS mode serves every local address where none is set, nftables mode the primary one (KEP-3866; server_linux.go of v1.37.2).
 */
export function nodePortAddressesFor(
  { cluster: { network } }: Pick<Declaration, 'cluster'>, instance: KubeProxyInstance, pool: NodePool, version: KubeVersion,
): readonly string[] | undefined {
  const decoded = instance.configuration
    ? sharedDecoding(instance.configuration.text, version, pool.operatingSystem, instance.flags)
    : configurationFromFlags(instance.flags, version, { operatingSystem: pool.operatingSystem });
  if (decoded.effective.nodePortAddresses.length > 0) {
    return undefined;
  }
  if (version.atLeast(KEYWORD_ALL_FROM)) {
    return ['all'];
  }
  const ranges = [...network.serviceCidrs, ...network.podCidrs, decoded.effective.clusterCIDR];
  const [hasFour, hasSix] = [ranges.some((range) => range.includes('.')), ranges.some((range) => range.includes(':'))];
  return [...hasFour || !hasSix ? ['0.0.0.0/0'] : [], ...hasSix ? ['::/0'] : []];
}
