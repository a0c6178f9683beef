import type { Evidence, Presence } from '../evidence';
import type { KubeVersion } from './kube-version';
import { factAt, releasesWhere } from './releases';
import { PROXIER_SYSCTLS } from './sysctls';

/** A sysctl of an interface that has a part in keeping nodes from answering ARP for addresses of kube-ipvs0. */
export interface StrictArpSysctl {
  /** Last part of the key, `net.ipv4.conf.<interface>.<name>`; the greater of the interface's value and that of `all` counts. */
  readonly name: 'arp_ignore' | 'arp_announce';
  /** What kube-proxy writes. */
  readonly value: string;
  /** Every value that will do. */
  readonly strict: readonly string[];
  readonly evidence: Evidence;
}

const IP_SYSCTL: Evidence = { source: 'Documentation/networking/ip-sysctl.rst', certainty: 'documented' };

export const STRICT_ARP_SYSCTLS: readonly StrictArpSysctl[] = [
  { name: 'arp_ignore', value: '1', strict: ['1', '2', '8'], evidence: IP_SYSCTL },
  { name: 'arp_announce', value: '2', strict: ['2'], evidence: IP_SYSCTL },
];

/** Whether a sysctl is of an interface that neighbours see. */
export function isStrictArpKey(key: string, { name }: StrictArpSysctl): boolean {
  return key.startsWith('net.ipv4.conf.') && key.endsWith(`.${name}`) && !/\.(?:lo|kube-ipvs0)\.\w+$/.test(key);
}

/** How a release comes to make ARP strict in IPVS mode: without being asked, by `ipvs.strictARP`, or not at all. */
export type StrictArpSupport = 'always' | 'by-field' | 'never';

/** Releases with `ipvs.strictARP`. */
export const HAS_STRICT_ARP = releasesWhere(PROXIER_SYSCTLS, ({ key, when }) => key === 'net.ipv4.conf.all.arp_ignore' && when === 'ipvs-strict-arp');

export function strictArpSupport(version: KubeVersion): StrictArpSupport {
  const row = factAt(PROXIER_SYSCTLS.filter(({ key }) => key === 'net.ipv4.conf.all.arp_ignore'), version);
  switch (row?.when) {
    case 'ipvs': return 'always';
    case 'ipvs-strict-arp': return 'by-field';
    default: return 'never';
  }
}

/** The release of Antrea from which on its Egress answers ARP itself where the kernel does not. */
export const ANTREA_EGRESS_FIX: { readonly release: string; readonly evidence: Evidence } = {
  release: '1.7.0',
  evidence: { source: 'antrea-io/antrea#3837, first in v1.7.0; not in CHANGELOG-1.6.md (v1.6.1) and CHANGELOG-1.5.md (v1.5.3)', certainty: 'documented' },
};

/** Whether Egress works under strict ARP in the Antrea of an image tag. */
export function antreaEgressUnderStrictArp(tag: string | undefined): Presence {
  const numbers = /^v?(\d+)\.(\d+)/.exec(tag ?? '')?.slice(1).map(Number);
  const [major, minor] = ANTREA_EGRESS_FIX.release.split('.').map(Number);
  if (numbers === undefined) {
    return 'unknown';
  }
  return (numbers[0] - major || numbers[1] - minor) >= 0 ? 'present' : 'absent';
}
