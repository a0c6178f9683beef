import { Director, SERVERS, SERVICE_ADDRESS, type Firewall } from '../guest/director';
import type { Answer } from '../guest/peer';
import { setSysctl } from '../guest/system';
import { experiment, type Expectation, type IpVsCommit } from './experiment';
import { wasDelayed } from './reused-ports';

/** Under what a client comes back from the same source port; `expire_nodest_conn` is always 1. */
export interface SetUp {
  readonly firewall: Firewall;
  readonly connReuseMode: 0 | 1;
  readonly conntrack: 0 | 1;
  /** Whether the server that the client was sent to before has weight 0 when it comes back. */
  readonly weightZero: boolean;
}

/** What became of the connections from reused ports that were made in a set-up. */
export interface Counts {
  readonly connections: number;
  /** Established, and then without an answer. */
  readonly hung: number;
  /** Answered after the SYN was sent again. */
  readonly late: number;
  /** Not even established; counts the first connection of a port, too. */
  readonly lost: number;
}

export type HungCase = SetUp & Counts;

const SET_UPS: readonly SetUp[] = [
  { firewall: 'masquerade', connReuseMode: 1, conntrack: 1, weightZero: false },
  { firewall: 'masquerade', connReuseMode: 0, conntrack: 1, weightZero: true },
  { firewall: 'established only', connReuseMode: 1, conntrack: 1, weightZero: false },
  { firewall: 'neither', connReuseMode: 1, conntrack: 1, weightZero: false },
  { firewall: 'masquerade', connReuseMode: 0, conntrack: 1, weightZero: false },
  { firewall: 'masquerade', connReuseMode: 1, conntrack: 0, weightZero: false },
];

/** Connections that a set-up gets at most: it takes chance for one to hang, and about one in ten does. */
const MOST_CONNECTIONS = { mayHang: 72, rescheduledOnly: 48, other: 24 };
/** Fewer say nothing. */
const LEAST_CONNECTIONS = 12;
/** So many show that it happens; the share says nothing, since it depends on how busy the machine is. */
const ENOUGH_HUNG = 3;
const CONNECTIONS_PER_PORT = 12;
/** Where each SYN has to be sent again, or others keep the machine busy, time ends a set-up, not the number of connections. */
const SET_UP_MS = 16_000;
/** Long enough for a SYN that is sent again after one second and after three. */
const PATIENCE_MS = 4000;
/** Another than that of the servers of other experiments, which may run in the same guest. */
const SLOW_SERVER_PORT = 8060;

/** The fault of the rule of this name, where it needs something beside IPVS, and its cures. */
export const lostConntrack = experiment<readonly HungCase[]>({
  id: 'lost-conntrack',
  title: 'Without the fix of Linux 4.6 connections from reused source ports are established and then hang; with it, or that of 5.9, none does.',
  notMeasured: 'Kernels without conn_reuse_mode (3.10 to 4.0) were not run: that they lose the conntrack of ports whose server has weight 0 is derived from their source.',
  rules: ['lost-conntrack'],
  withoutFixes: true,
  measure: async (_parameters, ipVsModule) => {
    const director = await Director.get(ipVsModule);
    await director.serve('slow', SLOW_SERVER_PORT);
    const cases: HungCase[] = [];
    try {
      for (const setUp of SET_UPS) {
        cases.push({ ...setUp, ...await measureSetUp(director, setUp) });
      }
    } finally {
      director.setFirewall('masquerade');
    }
    return cases;
  },
  expectations: (cases, { without }) => cases.map((measured): Expectation => {
    const { connections, hung, late, lost } = measured;
    const mustHang = without.includes('synDrop') && needsConntrack(measured) && isRescheduled(measured, without);
    return {
      that: `${titleOf(measured)}: ${mustHang ? 'connections hang' : 'no connection hangs'} (${hung} of ${connections}${late > 0 ? `, ${late} after a second` : ''})`,
      holds: connections >= (mustHang ? 1 : LEAST_CONNECTIONS) && lost === 0 && (mustHang ? hung > 0 : hung === 0),
    };
  }),
});

/** Whether a connection whose conntrack is gone gets no answer. */
export function needsConntrack({ firewall, conntrack }: SetUp): boolean {
  return conntrack === 1 && firewall !== 'neither';
}

/** Whether a reused port is sent to another server than before. */
function isRescheduled({ connReuseMode, weightZero }: SetUp, without: readonly IpVsCommit[]): boolean {
  return connReuseMode !== 0 || (weightZero && !without.includes('weightZero'));
}

function titleOf({ firewall, connReuseMode, conntrack, weightZero }: SetUp): string {
  const beside = { 'masquerade': 'MASQUERADE', 'established only': 'no NAT, FORWARD only ESTABLISHED', 'neither': 'no NAT, FORWARD open' };
  return `${beside[firewall]}, mode ${connReuseMode}, conntrack ${conntrack}${weightZero ? ', server at weight 0' : ''}`;
}

/** Comes back again and again, within bounds of number and time. */
async function measureSetUp(director: Director, setUp: SetUp): Promise<Counts> {
  director.setFirewall(setUp.firewall);
  setSysctl('net.ipv4.vs.conntrack', setUp.conntrack);
  setSysctl('net.ipv4.vs.conn_reuse_mode', setUp.connReuseMode);
  setSysctl('net.ipv4.vs.expire_nodest_conn', 1);
  const most = mostConnections(setUp);
  const until = Date.now() + SET_UP_MS;
  const answers: Answer[] = [];
  let firstLost = 0;
  while (answers.length < most && hungOf(answers) < ENOUGH_HUNG && firstLost === 0 && (Date.now() < until || answers.length < LEAST_CONNECTIONS)) {
    const [first, ...again] = await onePort(director, setUp, Math.min(CONNECTIONS_PER_PORT, most - answers.length));
    firstLost += first.server === null ? 1 : 0;
    answers.push(...again);
  }
  const lost = answers.filter(({ server, error }) => server === null && error !== 'no answer').length;
  return { connections: answers.length, hung: hungOf(answers), late: answers.filter(wasDelayed).length, lost: firstLost + lost };
}

function mostConnections(setUp: SetUp): number {
  if (!isRescheduled(setUp, [])) {
    return MOST_CONNECTIONS.other;
  }
  return needsConntrack(setUp) ? MOST_CONNECTIONS.mayHang : MOST_CONNECTIONS.rescheduledOnly;
}

function hungOf(answers: readonly Answer[]): number {
  return answers.filter(({ error }) => error === 'no answer').length;
}

/** Answers to one client on a fresh port, the first and those after it, to the first that is none: that port stays busy. */
async function onePort(director: Director, { weightZero }: SetUp, most: number): Promise<Answer[]> {
  const service = director.addService('tcp', SERVERS, SLOW_SERVER_PORT);
  const localPort = director.freshPort();
  const answers: Answer[] = [];
  for (;;) {
    const answer = await director.client.call('connect', { address: SERVICE_ADDRESS, port: service.port, localPort, timeoutMs: PATIENCE_MS });
    answers.push(answer);
    if (answer.server === null || answers.length > most) {
      return answers;
    }
    if (weightZero) {
      const previous = answers.at(-2)?.server;
      if (previous) {
        service.setWeight(previous, 1);
      }
      service.setWeight(answer.server, 0);
    }
  }
}
