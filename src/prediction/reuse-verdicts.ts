import type { Presence } from '../facts/evidence';
import type { KernelFixes } from '../facts/kernel/kernel-fixes';
import type { ReuseVerdict } from './prediction';

/** What a sysctl amounts to: the kernel tests these only for zero. `undefined` when the value is not known. */
export type Switch = 'on' | 'off' | undefined;

/** A line of the table of verdicts; what it does not name may be anything. */
export interface VerdictRow {
  readonly verdict: Exclude<ReuseVerdict, 'not-ipvs'>;
  /** Whether the value of conn_reuse_mode is zero: the kernel tests nothing else. */
  readonly zero: boolean;
  readonly conntrack?: 'on' | 'off';
  readonly expireNodestConn?: 'on' | 'off';
  readonly synDrop?: Presence;
  readonly unconfirmedConntrack?: Presence;
  /** Whether the SYN of a port whose server has weight 0 is rescheduled in mode 0: see {@link weightZeroRescheduled}. */
  readonly rescheduled?: Presence;
  readonly because: (fixes: KernelFixes) => string;
}

const STAYS_UNEVEN = 'a reused source port stays with its old server until that goes away, so new servers get no share of it';

/** How a kernel treats a client that reuses a source port. The first line whose conditions all hold decides. */
export const VERDICTS: readonly VerdictRow[] = [
  {
    zero: false, conntrack: 'off', verdict: 'safe',
    because: () => 'without net.ipv4.vs.conntrack a reused source port is rescheduled and no SYN is dropped',
  },
  {
    zero: false, conntrack: 'on', synDrop: 'absent', verdict: 'lost-conntrack',
    because: (fixes) => `a connection from a reused source port is scheduled anew at once, and ${howConntrackIsLost(fixes)}`,
  },
  {
    zero: false, synDrop: 'absent', verdict: 'unknown',
    because: () => 'whether a connection from a reused source port loses its conntrack is not known (nor is the value of net.ipv4.vs.conntrack)',
  },
  {
    zero: false, unconfirmedConntrack: 'present', verdict: 'safe',
    because: ({ unconfirmedConntrack }) => `a reused source port is rescheduled at once (f0a5e4d7a594: ${unconfirmedConntrack.because})`,
  },
  {
    zero: false, conntrack: 'on', synDrop: 'present', unconfirmedConntrack: 'absent', verdict: 'syn-drop-delay',
    because: ({ unconfirmedConntrack }) => 'the kernel drops the first SYN from a reused source port, and the client sends it again after one second '
      + `(it lacks f0a5e4d7a594: ${unconfirmedConntrack.because})`,
  },
  {
    zero: false, verdict: 'unknown',
    because: (fixes) => `whether the first SYN from a reused source port is dropped is not known (${whySynDropIsOpen(fixes)})`,
  },
  {
    zero: true, expireNodestConn: 'off', verdict: 'stale-real-server',
    because: () => 'a reused source port stays with its old server, and with net.ipv4.vs.expire_nodest_conn=0 its packets vanish once that server is removed',
  },
  {
    zero: true, rescheduled: 'absent', verdict: 'stale-real-server',
    because: ({ weightZero }) => `a reused source port stays with its old server even at weight 0 (the kernel lacks c95c07836fa4: ${weightZero.because})`,
  },
  {
    zero: true, conntrack: 'on', expireNodestConn: 'on', synDrop: 'absent', rescheduled: 'present', verdict: 'lost-conntrack',
    because: (fixes) => `during a rollout a reused source port whose server has weight 0 is scheduled anew at once, and ${howConntrackIsLost(fixes)}`,
  },
  {
    zero: true, conntrack: 'off', expireNodestConn: 'on', rescheduled: 'present', verdict: 'uneven',
    because: (fixes) => `${STAYS_UNEVEN} (${whyRescheduled(fixes)}), and without net.ipv4.vs.conntrack no SYN is dropped`,
  },
  {
    zero: true, expireNodestConn: 'on', synDrop: 'present', rescheduled: 'present', verdict: 'uneven',
    because: (fixes) => `${STAYS_UNEVEN} (${whyRescheduled(fixes)})`,
  },
  {
    zero: true, expireNodestConn: 'on', synDrop: 'unknown', unconfirmedConntrack: 'present', rescheduled: 'present', verdict: 'uneven',
    because: (fixes) => `${STAYS_UNEVEN} (${whyRescheduled(fixes)}; f0a5e4d7a594: ${fixes.unconfirmedConntrack.because})`,
  },
  {
    zero: true, rescheduled: 'present', expireNodestConn: 'on', verdict: 'unknown',
    because: ({ synDrop }) => 'whether a connection that is rescheduled from a server at weight 0 loses its conntrack is not known '
      + `(${synDrop.state === 'unknown' ? `f719e3754ee2: ${synDrop.because}` : 'nor is the value of net.ipv4.vs.conntrack'})`,
  },
  {
    zero: true, verdict: 'unknown',
    because: ({ weightZero }) => 'whether a reused source port stays with a server at weight 0 is not known '
      + `(${weightZero.state === 'unknown' ? `c95c07836fa4: ${weightZero.because}` : 'nor is the value of net.ipv4.vs.expire_nodest_conn'})`,
  },
];

/**
 * Whether a SYN that meets a server of weight 0 is rescheduled although conn_reuse_mode is 0. What c95c07836fa4 restores, dc7b3eb900aa did
 * before d752c3645717 made it depend on the key; without the key, that alone decides.
 */
function weightZeroRescheduled({ weightZero, reuseModeKey, deadServer }: KernelFixes): Presence {
  if (weightZero.state === 'present' || reuseModeKey.state === 'present') {
    return weightZero.state;
  }
  return reuseModeKey.state === 'absent' && deadServer.state === 'present' ? 'present' : 'unknown';
}

/** The line that decides for a value of conn_reuse_mode. */
export function verdictRow(zero: boolean, conntrack: Switch, expireNodestConn: Switch, fixes: KernelFixes): VerdictRow {
  const row = VERDICTS.find((candidate) => candidate.zero === zero
    && holds(candidate.conntrack, conntrack)
    && holds(candidate.expireNodestConn, expireNodestConn)
    && holds(candidate.synDrop, fixes.synDrop.state)
    && holds(candidate.unconfirmedConntrack, fixes.unconfirmedConntrack.state)
    && holds(candidate.rescheduled, weightZeroRescheduled(fixes)));
  return row ?? VERDICTS[VERDICTS.length - 1];
}

function holds<T>(wanted: T | undefined, actual: T | undefined): boolean {
  return wanted === undefined || wanted === actual;
}

function whySynDropIsOpen({ synDrop, unconfirmedConntrack }: KernelFixes): string {
  if (unconfirmedConntrack.state === 'unknown') {
    return `f0a5e4d7a594: ${unconfirmedConntrack.because}`;
  }
  return synDrop.state === 'unknown' ? `f719e3754ee2: ${synDrop.because}` : 'nor is the value of net.ipv4.vs.conntrack';
}

function howConntrackIsLost({ synDrop }: KernelFixes): string {
  return 'when the old entry expires a moment later it takes the conntrack of the new connection with it '
    + `(the kernel lacks f719e3754ee2: ${synDrop.because})`;
}

function whyRescheduled({ weightZero, reuseModeKey, deadServer }: KernelFixes): string {
  return weightZero.state === 'present' || reuseModeKey.state !== 'absent'
    ? `c95c07836fa4: ${weightZero.because}`
    : `dc7b3eb900aa: ${deadServer.because}`;
}
