import type { Evidence } from '../evidence';

/** The kernel commits that decide how IPVS treats a reused source port. */
export type KernelFix = 'synDrop' | 'unconfirmedConntrack' | 'weightZero' | 'removedServer' | 'reuseModeKey' | 'deadServer';

/** The first release of a stable series that has a commit. */
export interface StablePick {
  readonly from: string;
  readonly evidence: Evidence;
}

/** A commit, and the kernel.org releases that have it. */
export interface UpstreamFix {
  readonly commit: string;
  /** What the commit brought, as a noun. */
  readonly title: string;
  /** First mainline release with it. */
  readonly mainline: string;
  readonly evidence: Evidence;
  /** Evidence that earlier mainline releases lack it. @default - `evidence` */
  readonly absentEvidence?: Evidence;
  /** First release with it in each older stable series that got it. */
  readonly stable: readonly StablePick[];
  /** Older stable series of which it is not known whether they got it. */
  readonly unknownStable: readonly string[];
}

export const UPSTREAM_FIXES: Readonly<Record<KernelFix, UpstreamFix>> = {
  synDrop: {
    commit: 'f719e3754ee2f7275437e61a6afd520181fdd43b',
    title: 'drop of the SYN of a reused port',
    mainline: '4.6',
    evidence: { source: 'Linux f719e3754ee2 (v4.6), code of the series from 4.1 on', certainty: 'verified' },
    stable: [
      { from: '4.5.4', evidence: { source: 'Linux 4.5.3 lacks f719e3754ee2, and 4.5.4 came out together with 4.4.10', certainty: 'derived' } },
      { from: '4.4.10', evidence: { source: 'Linux 4.4.y trees, code read up to 4.4.230', certainty: 'verified' } },
    ],
    unknownStable: [],
  },
  unconfirmedConntrack: {
    commit: 'f0a5e4d7a594e0fe237d3dfafb069bb82f80f42f',
    title: 'fix for unconfirmed conntracks',
    mainline: '5.9',
    evidence: { source: 'Linux f0a5e4d7a594 (v5.9-rc1)', certainty: 'verified' },
    stable: [
      since('5.8.2', '2020-08-19'),
      since('5.7.16', '2020-08-19'),
      since('5.4.59', '2020-08-19'),
      since('4.19.140', '2020-08-19'),
      since('4.14.194', '2020-08-21'),
    ],
    unknownStable: [],
  },
  weightZero: {
    commit: 'c95c07836fa4c1767ed11d8eca0769c652760e32',
    title: 'weight-0 fix',
    mainline: '5.16',
    evidence: { source: 'Linux c95c07836fa4 (v5.16-rc1)', certainty: 'verified' },
    stable: [
      since('5.15.6', '2021-12-01'),
      { from: '5.10.83', evidence: { source: 'Debian linux 5.10.84-1 changelog', certainty: 'documented' } },
      since('5.4.163', '2021-12-01'),
      since('4.19.219', '2021-12-01'),
      since('4.14.257', '2021-12-08'),
    ],
    unknownStable: [],
  },
  removedServer: {
    commit: '35dfb013149f74c2be1ff9c78f14e6a3cd1539d1',
    title: 'flush of a removed server\'s connections',
    mainline: '5.9',
    evidence: { source: 'Linux 35dfb013149f (v5.9-rc1)', certainty: 'verified' },
    stable: [],
    unknownStable: [],
  },
  reuseModeKey: {
    commit: 'd752c364571743d696c2a54a449ce77550c35ac5',
    title: 'sysctl net.ipv4.vs.conn_reuse_mode',
    mainline: '4.1',
    evidence: { source: 'Linux d752c3645717 (v4.1), Documentation/networking/ipvs-sysctl.txt', certainty: 'verified' },
    stable: [],
    unknownStable: [],
  },
  // Cited by its first twelve digits everywhere. Until d752c3645717 put it behind conn_reuse_mode, it did what weightZero does.
  deadServer: {
    commit: 'dc7b3eb900aa',
    title: 'rescheduling of ports whose server is dead',
    mainline: '3.10',
    evidence: { source: 'Linux dc7b3eb900aa, code of 3.10-based, 3.18.y and 4.4.y trees', certainty: 'verified' },
    stable: [],
    // Nothing older than 3.10 was read.
    unknownStable: ['2.6', '3.0', '3.1', '3.2', '3.3', '3.4', '3.5', '3.6', '3.7', '3.8', '3.9'],
  },
};

/** Shortest prefix of a commit id that names a commit. */
const SHORTEST_COMMIT = 7;

/**
 * The fix that a commit id names, by a prefix of at least 7 hexadecimal digits; `undefined` for a commit of no concern here.
 * Only upstream ids are known: a vendor's or stable series' own id of a pick is not.
 */
export function fixOfCommit(commit: string): KernelFix | undefined {
  const id = commit.trim().toLowerCase();
  if (!/^[0-9a-f]+$/.test(id) || id.length < SHORTEST_COMMIT) {
    return undefined;
  }
  const fixes = Object.keys(UPSTREAM_FIXES) as KernelFix[];
  return fixes.find((fix) => UPSTREAM_FIXES[fix].commit.startsWith(id) || id.startsWith(UPSTREAM_FIXES[fix].commit));
}

function since(from: string, date: string): StablePick {
  return { from, evidence: { source: `Linux ${from} release announcement of ${date}`, certainty: 'verified' } };
}
