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
  readonly weightZero?: Presence;
  readonly because: (fixes: KernelFixes) => string;
}

/** How a kernel treats a client that reuses a source port. The first line whose conditions all hold decides. */
export const VERDICTS: readonly VerdictRow[] = [
  {
    zero: false, conntrack: 'off', verdict: 'safe',
    because: () => 'without net.ipv4.vs.conntrack a reused source port is rescheduled and no SYN is dropped',
  },
  {
    zero: false, synDrop: 'absent', verdict: 'safe',
    because: ({ synDrop }) => `this kernel does not drop the SYN of a reused source port yet (f719e3754ee2: ${synDrop.because})`,
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
    zero: true, weightZero: 'absent', verdict: 'stale-real-server',
    because: ({ weightZero }) => `a reused source port stays with its old server even at weight 0 (the kernel lacks c95c07836fa4: ${weightZero.because})`,
  },
  {
    zero: true, expireNodestConn: 'on', weightZero: 'present', verdict: 'uneven',
    because: ({ weightZero }) => 'a reused source port stays with its old server until that goes away, so new servers get no share of it '
      + `(c95c07836fa4: ${weightZero.because})`,
  },
  {
    zero: true, verdict: 'unknown',
    because: ({ weightZero }) => 'whether a reused source port stays with a server at weight 0 is not known '
      + `(${weightZero.state === 'unknown' ? `c95c07836fa4: ${weightZero.because}` : 'nor is the value of net.ipv4.vs.expire_nodest_conn'})`,
  },
];

/** The line that decides for a value of conn_reuse_mode. */
export function verdictRow(zero: boolean, conntrack: Switch, expireNodestConn: Switch, fixes: KernelFixes): VerdictRow {
  const row = VERDICTS.find((candidate) => candidate.zero === zero
    && holds(candidate.conntrack, conntrack)
    && holds(candidate.expireNodestConn, expireNodestConn)
    && holds(candidate.synDrop, fixes.synDrop.state)
    && holds(candidate.unconfirmedConntrack, fixes.unconfirmedConntrack.state)
    && holds(candidate.weightZero, fixes.weightZero.state));
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
