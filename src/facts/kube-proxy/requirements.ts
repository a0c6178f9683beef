import type { KernelRelease } from '../kernel/kernel-release';
import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';
import { evidenceAt, factAt, releasesWhere, type ReleaseFact } from './releases';

/** kube-proxy takes nf_conntrack_ipv4 to be merged into nf_conntrack from this kernel on. */
export const CONNTRACK_MERGED_FROM = '4.19';

/** What IPVS mode runs with when `ipvs.scheduler` is empty. */
export const DEFAULT_SCHEDULER = 'rr';

/** Modules that every release with a list wants, whatever the scheduler. */
export const LISTED_IPVS_MODULES: readonly string[] = ['ip_vs', 'ip_vs_rr', 'ip_vs_wrr', 'ip_vs_sh'];

/** Without it the ipset tool fails, which every release asks for its version before it looks at anything else. */
export const IPSET_MODULE = 'ip_set';

/** Releases whose image has a modprobe that reads no compressed modules (`.ko.xz`, `.ko.zst`). */
export const IMAGE_READS_NO_COMPRESSED_MODULES: ReleaseFact = {
  releases: [{ from: '1.0', to: '1.23.0' }],
  evidence: {
    source: 'kubernetes/kubernetes#60869, kubernetes/kubernetes#52003; the images are based on Debian 8 to 10, whose kmod (up to 26-1) is built without compression',
    certainty: 'derived',
  },
};

/** How a release finds out whether the node can do IPVS. */
export interface RequirementCheck extends ReleaseFact {
  /**
   * - `module-list`: it runs `modprobe` for each listed module, then looks for it in /proc/modules
   * - `probe`: it sets up a virtual server with the configured scheduler, and the kernel loads what that needs
   */
  readonly method: 'module-list' | 'probe';
  /** Whether modules that are built in count, by /lib/modules/…/modules.builtin. */
  readonly seesBuiltIn: boolean;
  /** Which conntrack module is on the list: always nf_conntrack_ipv4, or by the kernel's number. */
  readonly conntrack: 'nf_conntrack_ipv4' | 'by-kernel' | 'none';
  /** Whether a missing conntrack module is noticed. It is not where the check waits for two missing names and the list has one. */
  readonly noticesMissingConntrack: boolean;
  /** Whether the configured scheduler's module must be loaded already; it is not among what is loaded by kube-proxy, or seen when built in. */
  readonly wantsSchedulerLoaded: boolean;
}

export const REQUIREMENT_CHECKS: readonly RequirementCheck[] = [
  {
    releases: [{ from: '1.0', to: '1.11.0' }],
    method: 'module-list', seesBuiltIn: false, conntrack: 'nf_conntrack_ipv4', noticesMissingConntrack: true, wantsSchedulerLoaded: false,
    evidence: { source: 'kubernetes/kubernetes#63801, until #63850', certainty: 'documented' },
  },
  {
    releases: [{ from: '1.11.0', to: '1.11.9' }, { from: '1.12.0', to: '1.12.7' }],
    method: 'module-list', seesBuiltIn: true, conntrack: 'nf_conntrack_ipv4', noticesMissingConntrack: true, wantsSchedulerLoaded: false,
    evidence: { source: 'kubernetes/kubernetes#70304, until #75241 and #75242', certainty: 'documented' },
  },
  {
    releases: [{ from: '1.11.9', to: '1.12.0' }, { from: '1.12.7', to: '1.13.0' }],
    method: 'module-list', seesBuiltIn: true, conntrack: 'nf_conntrack_ipv4', noticesMissingConntrack: false, wantsSchedulerLoaded: false,
    evidence: { source: 'CanUseIPVSProxier in pkg/proxy/ipvs/proxier.go of v1.11.9 and v1.12.7', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.13.0', to: '1.20.0' }],
    method: 'module-list', seesBuiltIn: true, conntrack: 'by-kernel', noticesMissingConntrack: false, wantsSchedulerLoaded: false,
    evidence: { source: 'kubernetes/kubernetes#70398; pkg/proxy/ipvs/proxier.go of v1.13.12 to v1.19.16', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.20.0', to: '1.27.0' }],
    method: 'module-list', seesBuiltIn: true, conntrack: 'by-kernel', noticesMissingConntrack: false, wantsSchedulerLoaded: true,
    evidence: { source: 'kubernetes/kubernetes#93040; pkg/proxy/ipvs/proxier.go of v1.22.17 to v1.26.15', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.27.0' }],
    method: 'probe', seesBuiltIn: true, conntrack: 'none', noticesMissingConntrack: false, wantsSchedulerLoaded: false,
    evidence: { source: 'kubernetes/kubernetes#114669 and #114878; pkg/proxy/ipvs/supported.go of v1.36.3', certainty: 'verified' },
  },
];

/** Releases for which modules that are built in count. */
export const SEES_BUILT_IN = releasesWhere(REQUIREMENT_CHECKS, ({ seesBuiltIn }) => seesBuiltIn);

/** Releases that do not ask a kernel for nf_conntrack_ipv4 whose number says that it is merged. */
export const KNOWS_MERGED_CONNTRACK = releasesWhere(REQUIREMENT_CHECKS, ({ conntrack }) => conntrack !== 'nf_conntrack_ipv4');

/** Releases that ask for no module by its name, and take every scheduler that the kernel has. */
export const PROBES_IPVS = releasesWhere(REQUIREMENT_CHECKS, ({ method }) => method === 'probe');

/** How this kube-proxy finds out whether the node can do IPVS. */
export function requirementCheck(version: KubeVersion): RequirementCheck {
  const check = factAt(REQUIREMENT_CHECKS, version) ?? REQUIREMENT_CHECKS[REQUIREMENT_CHECKS.length - 1];
  return { ...check, evidence: evidenceAt(check, version) };
}

/** The conntrack module on the list of this kube-proxy, by the kernel's number; `undefined` when it has no list. */
export function listedConntrackModule(check: RequirementCheck, kernel: KernelRelease): string | undefined {
  switch (check.conntrack) {
    case 'none': return undefined;
    case 'nf_conntrack_ipv4': return 'nf_conntrack_ipv4';
    case 'by-kernel': return kernel.atLeast(CONNTRACK_MERGED_FROM) ? 'nf_conntrack' : 'nf_conntrack_ipv4';
  }
}

interface UnmetRequirements extends ReleaseFact {
  readonly outcome: 'falls-back-to-iptables' | 'exits';
}

/** What happens when the check says no. */
export const UNMET_REQUIREMENTS: readonly UnmetRequirements[] = [
  {
    releases: [{ from: '1.0', to: '1.26.0' }], outcome: 'falls-back-to-iptables',
    evidence: { source: 'cmd/kube-proxy/app/server_others.go of v1.14.10 to v1.25.16', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.26.0' }], outcome: 'exits',
    evidence: { source: 'kubernetes/kubernetes#111806; cmd/kube-proxy/app/server_others.go of v1.26.15, server_linux.go of v1.37.2', certainty: 'verified' },
  },
];

/** What this kube-proxy does when the node cannot do IPVS. */
export function unmetRequirements(version: KubeVersion): { readonly outcome: UnmetRequirements['outcome']; readonly evidence: Evidence } {
  const row = factAt(UNMET_REQUIREMENTS, version) ?? UNMET_REQUIREMENTS[UNMET_REQUIREMENTS.length - 1];
  return { outcome: row.outcome, evidence: evidenceAt(row, version) };
}

/** Where kube-proxy sets up a virtual server for a moment, to see whether IPVS works: never an address of the cluster. */
export const PROBE: ReleaseFact & { readonly address: string; readonly port: number } = {
  address: '198.51.100.0',
  port: 20000,
  releases: [{ from: '1.27.0' }],
  evidence: { source: 'kubernetes/kubernetes#114669; pkg/proxy/ipvs/supported.go of v1.36.3', certainty: 'verified' },
};
