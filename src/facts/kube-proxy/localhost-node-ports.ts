import type { KubeVersion } from './kube-version';
import type { ProxyMode } from './modes';
import { factAt, type ReleaseFact } from './releases';

/** At which loopback addresses a mode serves NodePorts, and on which condition. */
export interface LocalhostNodePorts extends ReleaseFact {
  readonly mode: ProxyMode;
  readonly families: readonly ('IPv4' | 'IPv6')[];
  /** The field of `iptables` that turns it off. @default - none */
  readonly field?: 'localhostNodePorts';
  /** The feature gate that it needs, and its default; `nodePortAddresses` must name loopback then. @default - none */
  readonly gate?: { readonly name: string; readonly default: boolean };
}

/** Lets nftables mode serve TCP NodePorts at loopback addresses. */
export const LOCALHOST_NODE_PORTS_GATE = 'KubeProxyNFTablesLocalhostNodePorts';

/** First release whose nftables mode can serve them. */
export const NFTABLES_LOCALHOST_FROM = '1.37';

const LOCALHOST_NODE_PORTS: readonly LocalhostNodePorts[] = [
  {
    mode: 'iptables', families: ['IPv4'], releases: [{ from: '1.0', to: '1.26.0' }],
    evidence: { source: 'kubernetes/kubernetes#107684; pkg/proxy/iptables/proxier.go of v1.23.17 and v1.24.17', certainty: 'verified' },
  },
  {
    mode: 'iptables', families: ['IPv4'], field: 'localhostNodePorts', releases: [{ from: '1.26.0' }],
    evidence: { source: 'kubernetes/kubernetes#108250; pkg/proxy/iptables/proxier.go of v1.26.15 and v1.36.3', certainty: 'verified' },
  },
  {
    mode: 'ipvs', families: [], releases: [{ from: '1.8.0' }],
    evidence: { source: 'kubernetes/kubernetes#67730, #96879 and #101023; pkg/proxy/ipvs/proxier.go of v1.30.3', certainty: 'verified' },
  },
  {
    mode: 'nftables', families: [], releases: [{ from: '1.29.0', to: `${NFTABLES_LOCALHOST_FROM}.0` }],
    evidence: { source: 'KEP-3866', certainty: 'documented' },
  },
  {
    mode: 'nftables', families: ['IPv4', 'IPv6'], gate: { name: LOCALHOST_NODE_PORTS_GATE, default: false }, releases: [{ from: `${NFTABLES_LOCALHOST_FROM}.0`, to: '1.38.0' }],
    evidence: { source: 'kubernetes/kubernetes#138427', certainty: 'documented' },
  },
  {
    mode: 'nftables', families: ['IPv4', 'IPv6'], gate: { name: LOCALHOST_NODE_PORTS_GATE, default: true }, releases: [{ from: '1.38.0' }],
    evidence: { source: 'KEP-6032; kubernetes/kubernetes#142583; pkg/features/kube_features.go of v1.38.0-beta.0, a pre-release', certainty: 'documented' },
  },
];

/** What a release does in a mode; `undefined` for modes and releases of which nothing is known. */
export function localhostNodePorts(mode: ProxyMode, version: KubeVersion): LocalhostNodePorts | undefined {
  return factAt(LOCALHOST_NODE_PORTS.filter((row) => row.mode === mode), version);
}
