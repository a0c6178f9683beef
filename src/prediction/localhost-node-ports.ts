import { includesLoopback, loopbackEntries } from '../config/node-port-addresses';
import { localhostNodePorts } from '../facts/kube-proxy/localhost-node-ports';
import type { ConfigurationPrediction } from './prediction';

/**
 * Why NodePorts are not served at loopback addresses.
 *
 * - `by-mode`: the mode does not in this release
 * - `gate-off`: it would with a feature gate
 * - `turned-off`: `iptables.localhostNodePorts` is false
 * - `not-asked`: `nodePortAddresses` does not have them
 */
export type LocalhostRefusal = 'by-mode' | 'gate-off' | 'turned-off' | 'not-asked';

/** Why this kube-proxy does not serve NodePorts at the loopback addresses of a family; `undefined` where it does, or that is not known. */
export function localhostRefusal({ requestedMode: mode, kubeProxy, decoded: { effective } }: ConfigurationPrediction, family: 'IPv4' | 'IPv6'): LocalhostRefusal | undefined {
  const serving = mode && localhostNodePorts(mode, kubeProxy.version);
  if (!serving) {
    return undefined;
  }
  const { families, gate, field } = serving;
  if (!families.includes(family)) {
    return 'by-mode';
  }
  if (gate !== undefined && !(effective.featureGates[gate.name] ?? gate.default)) {
    return 'gate-off';
  }
  if (field !== undefined && effective.iptables[field] === false) {
    return 'turned-off';
  }
  const { nodePortAddresses } = effective;
  const isAsked = gate === undefined ? includesLoopback(nodePortAddresses) : loopbackEntries(nodePortAddresses, family).length > 0;
  return isAsked ? undefined : 'not-asked';
}
