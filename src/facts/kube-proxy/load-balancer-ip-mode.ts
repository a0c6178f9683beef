import type { KubeVersion } from './kube-version';
import { factAt, releasesWhere, type ReleaseFact } from './releases';

/** How a release comes to leave addresses with `ipMode: Proxy` to the load balancer. */
interface IpModeSupport extends ReleaseFact {
  /** The default of the feature gate that it needs; without one it always does. */
  readonly gateDefault?: boolean;
}

const GATE = 'LoadBalancerIPMode';

const IP_MODE_SUPPORT: readonly IpModeSupport[] = [
  {
    gateDefault: false, releases: [{ from: '1.29.0', to: '1.30.0' }],
    evidence: { source: 'kubernetes/kubernetes#119937; KEP-1860', certainty: 'documented' },
  },
  {
    gateDefault: true, releases: [{ from: '1.30.0', to: '1.32.0' }],
    evidence: { source: 'KEP-1860, beta in 1.30', certainty: 'documented' },
  },
  {
    releases: [{ from: '1.32.0' }],
    evidence: { source: 'KEP-1860, stable in 1.32', certainty: 'documented' },
  },
];

/** Releases that heed `ipMode` unless their feature gate is turned off. */
export const HEEDS_IP_MODE = releasesWhere(IP_MODE_SUPPORT, ({ gateDefault }) => gateDefault !== false);

/** Whether a kube-proxy heeds `ipMode` of a Service's status. */
export function heedsIpMode(version: KubeVersion, featureGates: Readonly<Record<string, boolean>>): boolean {
  const support = factAt(IP_MODE_SUPPORT, version);
  return support !== undefined && (support.gateDefault === undefined || (featureGates[GATE] ?? support.gateDefault));
}
