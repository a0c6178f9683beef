import { assess } from '../assessment/assess';
import type { NodePool } from '../cluster/node-pool';
import type { Declaration } from '../declaration/declaration';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { Finding } from '../rules/finding';
import { declarationAt } from './declaration-at';
import { nodePortAddressesFor } from './node-port-addresses-for';
import { withChanges, type ModeChange } from './with-mode';

/** Where a pool can go from IPVS mode, as a check of the changed input judges it. */
export interface Candidate {
  /** The mode, and what goes with it. */
  readonly change: ModeChange;
  /** At which version of kube-proxy: today's, or a later one that has to come first. */
  readonly version: KubeVersion;
  /** Why not: the findings that the mode would bring; empty when nothing speaks against it. */
  readonly against: readonly Finding[];
  /** Errors of today that the change does not end: they come first. */
  readonly carried: readonly Finding[];
}

/** Warnings of these rules are defects of nftables mode on this pool, which iptables mode does not have. */
const NFTABLES_DEFECTS = new Set(['nftables-unsupported', 'nftables-host-nft-newer', 'nftables-interface-detection']);

/** How a change of mode would do on one pool at a version: what it brings that is not there today. */
export function candidate(
  declaration: Declaration, instance: KubeProxyInstance, pool: NodePool, { mode, version }: { readonly mode: ModeChange['mode']; readonly version: KubeVersion },
): Candidate {
  const change: ModeChange = { mode, nodePortAddresses: mode === 'nftables' ? nodePortAddressesFor(declaration, instance, pool, version) : undefined };
  const alone = onlyPool(declarationAt(declaration, version), pool);
  const here = alone.kubeProxies[declaration.kubeProxies.indexOf(instance)];
  const today = new Set(assess(onlyPool(declaration, pool)).findings.filter(isFault).map(({ id }) => id));
  const changed = assess(withChanges(alone, [{ instance: here, pools: alone.cluster.nodePools, change }]));
  const faults = changed.findings.filter(isFault);
  const against = faults.filter(({ id }) => !today.has(id));
  const carried = faults.filter(({ id, severity }) => today.has(id) && severity === 'error');
  const isReached = changed.prediction.pools[0]?.modeInForce === mode;
  return { change, version, against: isReached || faults.length > 0 ? against : [notKnown(pool, mode)], carried };
}

function isFault({ rule, severity }: Finding): boolean {
  return severity === 'error' || (severity === 'warning' && NFTABLES_DEFECTS.has(rule));
}

function onlyPool(declaration: Declaration, { name }: NodePool): Declaration {
  return { ...declaration, cluster: { ...declaration.cluster, nodePools: declaration.cluster.nodePools.filter((pool) => pool.name === name) } };
}

function notKnown(pool: NodePool, mode: string): Finding {
  return {
    id: `not-known[${pool.name}]`, rule: 'not-known', severity: 'error', pool: pool.name, resource: undefined, location: undefined,
    message: `pool ${pool.name}: whether kube-proxy starts in mode ${mode} is not known`,
    because: 'the configuration that governs the pool is not in the input, or cannot be read', remedies: [], sources: [],
  };
}
