import type { Evidence } from '../evidence';

/** The kernel commits on which something depends here. */
export type KernelCommit =
  | 'synDrop' | 'unconfirmedConntrack' | 'weightZero' | 'removedServer' | 'reuseModeKey' | 'deadServer'
  | 'conntrackMerged' | 'conntrackMaxReadOnly';

/** The first release of a stable series that has a commit. */
export interface StablePick {
  readonly from: string;
  readonly evidence: Evidence;
}

/** A commit, and the kernel.org releases that have it. */
export interface UpstreamCommit {
  readonly commit: string;
  /** Ids of its picks to stable series, where they are cited in place of its own. */
  readonly picks?: readonly string[];
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
  /**
   * What a vendor kernel that stays at a number before `mainline` has of it, where no row of its vendor tells. Vendors pick fixes, so of
   * those nothing is known; what reshapes the kernel and fixes nothing they pick once in a while, and the number counts until a row says otherwise.
   * @default 'unknown'
   */
  readonly frozenBefore?: 'unknown' | 'absent';
  /** A sysctl that no kernel without it has. */
  readonly sysctl?: string;
}

const READ_ONLY_PICKS: Evidence = { source: 'JonathonReinhart/linux-netns-sysctl-verify, Results; Linux ChangeLog-5.12.2', certainty: 'documented' };

export const KERNEL_COMMITS: Readonly<Record<KernelCommit, UpstreamCommit>> = {
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
    sysctl: 'net.ipv4.vs.conn_reuse_mode',
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
  conntrackMerged: {
    commit: 'a0ae2562c6c4',
    title: 'merge of nf_conntrack_ipv4 into nf_conntrack',
    mainline: '4.19',
    evidence: { source: 'Linux a0ae2562c6c4 (v4.19); kubernetes/kubernetes#70304, #70398', certainty: 'documented' },
    stable: [],
    unknownStable: [],
    frozenBefore: 'absent',
  },
  conntrackMaxReadOnly: {
    commit: '2671fa4dc010',
    // That of 5.12.2 is the one that reports about kube-proxy cite.
    picks: [
      '671c54ea8c7ff47bd88444f3fffb65bf9799ce43', 'fbf85a34ce17', 'd3598eb3915c', 'baea536cf51f', '9b288479f7a9', '68122479c128', 'da50f56e826e',
    ],
    title: 'read-only nf_conntrack_max outside the first network namespace',
    mainline: '5.13',
    evidence: { source: 'Linux 2671fa4dc010 (v5.13-rc1); kubernetes-sigs/kind#2240', certainty: 'documented' },
    stable: ['5.12.2', '5.11.19', '5.10.35', '5.4.120', '4.19.191', '4.14.233', '4.9.269'].map((from) => ({ from, evidence: READ_ONLY_PICKS })),
    unknownStable: [],
  },
};

/** Shortest prefix of a commit id that names a commit. */
const SHORTEST_COMMIT = 7;

/**
 * The commit that an id names, by a prefix of at least 7 hexadecimal digits; `undefined` for a commit of no concern here.
 * Of the ids that vendors and stable series give to their picks only those in the table are known.
 */
export function commitNamed(text: string): KernelCommit | undefined {
  const id = text.trim().toLowerCase();
  if (!/^[0-9a-f]+$/.test(id) || id.length < SHORTEST_COMMIT) {
    return undefined;
  }
  const commits = Object.keys(KERNEL_COMMITS) as KernelCommit[];
  return commits.find((name) => {
    const { commit, picks = [] } = KERNEL_COMMITS[name];
    return [commit, ...picks].some((known) => known.startsWith(id) || id.startsWith(known));
  });
}

function since(from: string, date: string): StablePick {
  return { from, evidence: { source: `Linux ${from} release announcement of ${date}`, certainty: 'verified' } };
}
