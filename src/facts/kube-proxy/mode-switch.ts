import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';
import type { ProxyMode } from './modes';
import { evidenceAt, factAt, type ReleaseFact } from './releases';

interface ModeSwitchCleanup extends ReleaseFact {
  /** Pairs of modes between which kube-proxy removes what the other left. */
  readonly cleans: 'every-switch' | 'none' | 'to-and-from-nftables';
}

/** What kube-proxy removes of the mode that ran before, when it starts in another one. */
const MODE_SWITCH_CLEANUP: readonly ModeSwitchCleanup[] = [
  {
    releases: [{ from: '1.0', to: '1.15.0' }], cleans: 'every-switch',
    evidence: { source: 'kubernetes/kubernetes#76109, first in v1.15.0; cmd/kube-proxy/app/server_others.go of v1.14.10', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.15.0', to: '1.29.0' }], cleans: 'none',
    evidence: { source: 'kubernetes/kubernetes#76109, KEP-2448', certainty: 'documented' },
  },
  {
    releases: [{ from: '1.29.0' }], cleans: 'to-and-from-nftables',
    evidence: { source: 'platformCleanup in cmd/kube-proxy/app/server_linux.go of v1.31.14 to v1.37.2', certainty: 'verified' },
  },
];

/** Whether a kube-proxy that starts in one mode removes the rules that another mode left on the node. */
export function cleansUpAfter(previous: ProxyMode, next: ProxyMode, version: KubeVersion): { readonly cleans: boolean; readonly evidence: Evidence } {
  const fact = factAt(MODE_SWITCH_CLEANUP, version) ?? MODE_SWITCH_CLEANUP[MODE_SWITCH_CLEANUP.length - 1];
  const cleans = previous === next || fact.cleans === 'every-switch'
    || (fact.cleans === 'to-and-from-nftables' && (previous === 'nftables' || next === 'nftables'));
  return { cleans, evidence: evidenceAt(fact, version) };
}
