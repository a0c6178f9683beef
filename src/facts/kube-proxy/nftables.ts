import type { KernelRelease } from '../kernel/kernel-release';
import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';
import { evidenceAt, factAt, type ReleaseFact } from './releases';

/** First kernel that kube-proxy's nftables mode is meant for. */
export const NFTABLES_KERNEL = '5.13';

/** Without it no rule of nftables can be made. */
export const NFTABLES_MODULE = 'nf_tables';

/** What kube-proxy does where nft fails. */
export const NFT_MISSING: Evidence = { source: 'knftables.New in pkg/proxy/nftables/proxier.go of v1.29.15 to v1.37.2', certainty: 'verified' };

/** Set to anything, it turns the kernel check of nftables mode off (and on in 1.31 and 1.32, by mistake). */
export const NFTABLES_SKIP_VARIABLE = 'KUBE_PROXY_NFTABLES_SKIP_KERNEL_VERSION_CHECK';

interface NftablesKernelCheck extends ReleaseFact {
  /** Whether the check runs without and with the environment variable set. */
  readonly runs: { readonly plain: boolean; readonly withVariable: boolean };
}

/** Whether nftables mode refuses kernels below 5.13. */
const NFTABLES_KERNEL_CHECKS: readonly NftablesKernelCheck[] = [
  {
    releases: [{ from: '1.29.0', to: '1.31.0' }], runs: { plain: false, withVariable: false },
    evidence: { source: 'pkg/proxy/nftables/proxier.go of v1.29.15 and v1.30.14', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.31.0', to: '1.33.0' }], runs: { plain: false, withVariable: true },
    evidence: { source: 'kubernetes/kubernetes#124152, with its test inverted until #130401; pkg/proxy/nftables/proxier.go of v1.31.14 and v1.32.0', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.33.0' }], runs: { plain: true, withVariable: false },
    evidence: { source: 'kubernetes/kubernetes#130401; pkg/proxy/nftables of v1.33.0 to v1.37.2', certainty: 'verified' },
  },
];

interface IpvsFlush extends ReleaseFact {
  /** Whether it first runs `modprobe -va ip_vs` in its container, and does nothing, without a word, where that fails. */
  readonly needsModprobe: boolean;
}

/** Releases that, on startup in nftables mode, delete every IPVS virtual server of the node, whoever made it, and kube-ipvs0. */
const IPVS_FLUSHES: readonly IpvsFlush[] = [
  {
    releases: [{ from: '1.29.0', to: '1.34.0' }], needsModprobe: false,
    evidence: { source: 'platformCleanup in cmd/kube-proxy/app/server_others.go of v1.29.15 and server_linux.go of v1.32.0', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.34.0' }], needsModprobe: true,
    evidence: { source: 'platformCleanup in cmd/kube-proxy/app/server_linux.go and pkg/proxy/ipvs/cleanup.go of v1.34.4 to v1.38.0-beta.0', certainty: 'verified' },
  },
];

/** What a release does to IPVS on startup in nftables mode; `undefined` for one without that mode. */
export function ipvsFlush(version: KubeVersion): IpvsFlush | undefined {
  const row = factAt(IPVS_FLUSHES, version);
  return row && { ...row, evidence: evidenceAt(row, version) };
}

/** What nftables mode does about a kernel's number. */
export interface NftablesKernelVerdict {
  /** False when the kernel is below what the mode is meant for. */
  readonly kernelSuffices: boolean;
  /** Whether kube-proxy exits over it. */
  readonly exits: boolean;
  readonly evidence: Evidence;
}

/** Judges the leading number of the kernel as nftables mode does. A number that cannot be read suffices nowhere. */
export function nftablesKernelVerdict(version: KubeVersion, kernel: KernelRelease, skipVariable: string | undefined): NftablesKernelVerdict {
  const check = factAt(NFTABLES_KERNEL_CHECKS, version) ?? NFTABLES_KERNEL_CHECKS[0];
  const kernelSuffices = kernel.atLeast(NFTABLES_KERNEL);
  return {
    kernelSuffices,
    exits: !kernelSuffices && (skipVariable ? check.runs.withVariable : check.runs.plain),
    evidence: evidenceAt(check, version),
  };
}
