import type { KubeVersion, VersionRange } from './kube-version';
import type { ProxyMode } from './modes';
import { factAt, releasesWhere, type ReleaseFact } from './releases';

/** What stands between a kube-proxy and Services of two address families. */
export interface DualStackSupport extends ReleaseFact {
  /** Linux modes that proxy both families at once. */
  readonly modes: readonly ProxyMode[];
  /** The feature gate that it needs, and its default. */
  readonly gate?: { readonly name: string; readonly default: boolean };
}

const GATE = 'IPv6DualStack';

export const DUAL_STACK_SUPPORT: readonly DualStackSupport[] = [
  {
    modes: [], releases: [{ from: '1.0', to: '1.16.0' }],
    evidence: { source: 'cmd/kube-proxy/app/server_others.go of v1.15.12 and v1.16.15', certainty: 'verified' },
  },
  {
    modes: ['ipvs'], gate: { name: GATE, default: false }, releases: [{ from: '1.16.0', to: '1.18.0' }],
    evidence: { source: 'cmd/kube-proxy/app/server_others.go of v1.16.15 and v1.17.17', certainty: 'verified' },
  },
  {
    modes: ['ipvs', 'iptables'], gate: { name: GATE, default: false }, releases: [{ from: '1.18.0', to: '1.21.0' }],
    evidence: { source: 'kubernetes/kubernetes#82462; cmd/kube-proxy/app/server_others.go of v1.18.20 and v1.20.15', certainty: 'verified' },
  },
  {
    modes: ['ipvs', 'iptables'], gate: { name: GATE, default: true }, releases: [{ from: '1.21.0', to: '1.23.0' }],
    evidence: { source: 'cmd/kube-proxy/app/server_others.go and pkg/features/kube_features.go of v1.21.9 and v1.22.17', certainty: 'verified' },
  },
  {
    modes: ['ipvs', 'iptables', 'nftables'], releases: [{ from: '1.23.0' }],
    evidence: { source: 'cmd/kube-proxy/app/server_others.go of v1.23.17, server_linux.go of v1.36.3', certainty: 'verified' },
  },
];

/** Releases that serve two address families in a mode, perhaps behind a feature gate. */
export function dualStackReleases(mode: ProxyMode): readonly VersionRange[] {
  return releasesWhere(DUAL_STACK_SUPPORT, ({ modes }) => modes.includes(mode));
}

/** Releases that serve two address families and need no feature gate for it. */
export const STABLE_DUAL_STACK = releasesWhere(DUAL_STACK_SUPPORT, ({ modes, gate }) => modes.length > 0 && gate === undefined);

/** What this kube-proxy needs for two address families. */
export function dualStackSupport(version: KubeVersion): DualStackSupport {
  return factAt(DUAL_STACK_SUPPORT, version) ?? DUAL_STACK_SUPPORT[DUAL_STACK_SUPPORT.length - 1];
}
