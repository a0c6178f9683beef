import type { KernelRelease } from '../kernel/kernel-release';
import type { Evidence } from '../evidence';
import type { KubeVersion } from './kube-version';
import { evidenceAt, factAt, releasesWhere, type ReleaseFact } from './releases';

/** Decides what happens to a client that reuses a source port. */
export const CONN_REUSE_MODE = 'net.ipv4.vs.conn_reuse_mode';

/** kube-proxy takes the sysctl to exist from here on. */
export const SYSCTL_EXISTS_FROM = '4.1';

/** kube-proxy takes the kernel to be sound from here on. */
export const KERNEL_FIXED_FROM = '5.9';

interface ReuseModeBehaviour extends ReleaseFact {
  /** Leading kernel numbers for which it writes 0, half open; `undefined` when it never writes. */
  readonly writesZero: { readonly from?: string; readonly to?: string } | undefined;
}

/** What kube-proxy does with the sysctl in IPVS mode, by release. It decides on the leading number of the kernel's release string alone. */
export const REUSE_MODE_BEHAVIOUR: readonly ReuseModeBehaviour[] = [
  {
    releases: [{ from: '1.0', to: '1.11.7' }, { from: '1.12.0', to: '1.12.5' }],
    writesZero: undefined,
    evidence: { source: 'kubernetes/kubernetes#71114, first in v1.13.0, v1.12.5 (#72101) and v1.11.7 (#72100)', certainty: 'documented' },
  },
  {
    releases: [{ from: '1.11.7', to: '1.12.0' }, { from: '1.12.5', to: '1.19.0' }],
    writesZero: {},
    evidence: { source: 'kubernetes/kubernetes#71114; pkg/proxy/ipvs/proxier.go of v1.11.9, v1.12.7 and v1.13.12 to v1.18.20', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.19.0', to: '1.20.15' }, { from: '1.21.0', to: '1.21.9' }],
    writesZero: { from: SYSCTL_EXISTS_FROM },
    evidence: { source: 'kubernetes/kubernetes#88541; pkg/proxy/ipvs/proxier.go of v1.19.16 and v1.21.8', certainty: 'verified' },
  },
  {
    releases: [{ from: '1.20.15', to: '1.21.0' }, { from: '1.21.9' }],
    writesZero: { from: SYSCTL_EXISTS_FROM, to: KERNEL_FIXED_FROM },
    evidence: {
      source: 'kubernetes/kubernetes#102122 (#107437 in v1.20.15, #107438 in v1.21.9); pkg/proxy/ipvs/proxier.go of v1.20.15, v1.21.9 and v1.22.17 to v1.37.2',
      certainty: 'verified',
    },
  },
];

/** Releases that leave the sysctl alone on kernels from {@link KERNEL_FIXED_FROM} on. */
export const LEAVES_FIXED_KERNELS_ALONE = releasesWhere(REUSE_MODE_BEHAVIOUR, ({ writesZero }) => writesZero?.to !== undefined);

/** Releases that leave the sysctl alone on kernels below {@link SYSCTL_EXISTS_FROM} but not on all. */
export const LEAVES_OLD_KERNELS_ALONE = releasesWhere(REUSE_MODE_BEHAVIOUR, ({ writesZero }) => writesZero?.from !== undefined);

/** What one kube-proxy does with `net.ipv4.vs.conn_reuse_mode` on one kernel. */
export interface ReuseModeAction {
  readonly writesZero: boolean;
  /** One clause: `writes 0 on kernels from 4.1 to before 5.9`. */
  readonly because: string;
  readonly evidence: Evidence;
}

/** For a kernel release without a readable number the answer is that of the lowest numbers; kube-proxy does not get that far then. */
export function reuseModeAction(version: KubeVersion, kernel: KernelRelease): ReuseModeAction {
  const behaviour = factAt(REUSE_MODE_BEHAVIOUR, version) ?? REUSE_MODE_BEHAVIOUR[0];
  const evidence = evidenceAt(behaviour, version);
  const range = behaviour.writesZero;
  if (range === undefined) {
    return { writesZero: false, because: 'this release leaves it alone on every kernel', evidence };
  }
  if (range.from !== undefined && !kernel.atLeast(range.from)) {
    return { writesZero: false, because: `this release leaves it alone on kernels below ${range.from}`, evidence };
  }
  if (range.to !== undefined && kernel.atLeast(range.to)) {
    return { writesZero: false, because: `this release leaves it alone on kernels from ${range.to} on`, evidence };
  }
  const bounds = [range.from && `from ${range.from} on`, range.to && `below ${range.to}`].filter(Boolean).join(' and ');
  return { writesZero: true, because: `this release writes 0 on startup on ${bounds ? `kernels ${bounds}` : 'every kernel'}`, evidence };
}
