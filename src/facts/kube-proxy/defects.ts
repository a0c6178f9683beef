import type { KubeVersion } from './kube-version';
import { factAt, type ReleaseFact } from './releases';

/** Faults of kube-proxy itself that some releases have and others do not. */
export type DefectId =
  | 'udp-server-kept' | 'forced-resync-hourly' | 'exclude-cidrs-ignored' | 'host-port-shadows-service' | 'host-ports-exposed' | 'link-local-unbind'
  | 'nftables-interface-detection' | 'nftables-host-nft-newer';

/** A fault and the releases that have it. */
export interface KubeProxyDefect extends ReleaseFact {
  readonly id: DefectId;
  /** One clause: what goes wrong. */
  readonly effect: string;
  /** First releases without it, one for each line that was mended. */
  readonly fixedIn: readonly string[];
}

export const KUBE_PROXY_DEFECTS: readonly KubeProxyDefect[] = [
  {
    id: 'udp-server-kept',
    effect: 'graceful termination keeps a removed UDP server until its clients fall silent',
    releases: [
      { from: '1.11.6', to: '1.12.0' }, { from: '1.12.4', to: '1.12.10' }, { from: '1.13.1', to: '1.13.8' },
      { from: '1.14.0', to: '1.14.4' }, { from: '1.15.0', to: '1.15.1' },
    ],
    fixedIn: ['1.12.10', '1.13.8', '1.14.4', '1.15.1', '1.16.0'],
    evidence: {
      source: 'kubernetes/kubernetes#71515, mended by #77802, effective with #78999; pkg/proxy/ipvs/graceful_termination.go of v1.11.9, v1.12.3, v1.12.4, v1.12.8, '
        + 'v1.12.10, v1.13.0, v1.13.1 and v1.13.12',
      certainty: 'verified',
    },
  },
  {
    id: 'forced-resync-hourly',
    effect: 'IPVS rules are resynchronised once an hour instead of every ipvs.syncPeriod, so leftovers (outside ipvs.excludeCIDRs, where some are excluded) stay for that long',
    releases: [{ from: '1.34.0', to: '1.34.4' }, { from: '1.35.0', to: '1.35.1' }],
    fixedIn: ['1.34.4', '1.35.1', '1.36.0'],
    evidence: {
      source: 'kubernetes/kubernetes#134147, from #131615 to #135631; pkg/proxy/ipvs/proxier.go of v1.34.3, v1.34.4, v1.35.0 and v1.35.1',
      certainty: 'verified',
    },
  },
  {
    id: 'exclude-cidrs-ignored',
    effect: 'virtual servers inside ipvs.excludeCIDRs lose their real servers all the same',
    releases: [{ from: '1.12.5', to: '1.12.8' }, { from: '1.13.2', to: '1.13.6' }, { from: '1.14.0', to: '1.14.2' }],
    fixedIn: ['1.12.8', '1.13.6', '1.14.2', '1.15.0'],
    evidence: {
      source: 'kubernetes/kubernetes#76267, from #71895 to #76334; cleanLegacyService in pkg/proxy/ipvs/proxier.go of v1.12.7 and v1.12.8',
      certainty: 'documented',
    },
  },
  {
    id: 'exclude-cidrs-ignored',
    effect: 'virtual servers inside ipvs.excludeCIDRs are not left alone',
    releases: [{ from: '1.15.4', to: '1.15.5' }],
    fixedIn: ['1.15.5', '1.16.0'],
    evidence: { source: 'kubernetes/kubernetes#85799', certainty: 'documented' },
  },
  {
    id: 'host-port-shadows-service',
    effect: 'the portmap plugin catches Service traffic to the same port, since Service addresses are local to the node',
    releases: [{ from: '1.0', to: '1.11.9' }, { from: '1.12.0', to: '1.12.7' }, { from: '1.13.0', to: '1.13.5' }],
    fixedIn: ['1.11.9', '1.12.7', '1.13.5', '1.14.0'],
    evidence: { source: 'kubernetes/kubernetes#66103 and #62718, with CNI plugins 0.7.5 shipped from v1.11.9, v1.12.7, v1.13.5 and v1.14.0 on', certainty: 'documented' },
  },
  {
    id: 'host-ports-exposed',
    effect: 'every port that the node listens on at 0.0.0.0 answers at every Service address',
    releases: [{ from: '1.0', to: '1.26.0' }],
    fixedIn: ['1.26.0'],
    evidence: { source: 'kubernetes/kubernetes#72236, ended by #108460; pkg/proxy/ipvs/proxier.go of v1.25.16 and v1.26.15', certainty: 'verified' },
  },
  {
    id: 'link-local-unbind',
    effect: 'kube-proxy logs a failed unbind of the link-local IPv6 address of kube-ipvs0 at each sync',
    releases: [{ from: '1.0', to: '1.14.0' }],
    fixedIn: ['1.14.0'],
    evidence: { source: 'kubernetes/kubernetes#70113, ended by #71911', certainty: 'documented' },
  },
  {
    id: 'nftables-interface-detection',
    effect: 'nftables rules compare interfaces by index (iif) instead of by name (iifname)',
    releases: [{ from: '1.29.0', to: '1.33.6' }, { from: '1.34.0', to: '1.34.2' }],
    fixedIn: ['1.33.6', '1.34.2', '1.35.0'],
    evidence: { source: 'kubernetes/kubernetes#134024; CHANGELOG-1.33 (v1.33.6), CHANGELOG-1.34 (v1.34.2)', certainty: 'verified' },
  },
  {
    id: 'nftables-host-nft-newer',
    effect: 'the nft of the image ends in a segmentation fault when it lists sets that a newer nft has made',
    releases: [{ from: '1.29.0', to: '1.33.11' }, { from: '1.34.0', to: '1.34.7' }, { from: '1.35.0', to: '1.35.4' }],
    fixedIn: ['1.33.11', '1.34.7', '1.35.4', '1.36.0'],
    evidence: { source: 'kubernetes/kubernetes#136786, mended by #137501 and its picks #137807, #137808 and #137809', certainty: 'verified' },
  },
];

/** The fault, when this kube-proxy has it. */
export function defectOf(id: DefectId, version: KubeVersion): KubeProxyDefect | undefined {
  return factAt(KUBE_PROXY_DEFECTS.filter((defect) => defect.id === id), version);
}
