import { Director, SERVERS, SERVICE_ADDRESS } from '../guest/director';
import type { Answer } from '../guest/peer';
import { setSysctl } from '../guest/system';

/** What happens to the server that a client was sent to. */
export type ServerEvent = 'weight 0' | 'deleted' | 'other added';

export interface ReuseSettings {
  readonly connReuseMode: number;
  readonly expireNodestConn: number;
  readonly conntrack: number;
}

/** One client that comes back from the same port, before and after something happened to its server. */
export interface ReuseCase extends ReuseSettings {
  readonly event: ServerEvent;
  readonly before: readonly Answer[];
  readonly after: readonly Answer[];
}

const ANSWERS_BEFORE = 4;
const ANSWERS_AFTER = 3;
/** Long enough for a SYN that is sent again after one second, too short for one after three. */
const PATIENCE_MS = 2500;

/** Measures one case on fresh ports. */
export async function measureReuse(director: Director, settings: ReuseSettings, event: ServerEvent): Promise<ReuseCase> {
  setSysctl('net.ipv4.vs.conntrack', settings.conntrack);
  setSysctl('net.ipv4.vs.conn_reuse_mode', settings.connReuseMode);
  setSysctl('net.ipv4.vs.expire_nodest_conn', settings.expireNodestConn);
  const service = director.addService('tcp', event === 'other added' ? SERVERS.slice(0, 1) : SERVERS.slice(0, 2));
  const localPort = director.freshPort();
  const connections = async (count: number) => {
    const answers: Answer[] = [];
    for (let made = 0; made < count; made++) {
      answers.push(await director.client.call('connect', { address: SERVICE_ADDRESS, port: service.port, localPort, timeoutMs: PATIENCE_MS }));
    }
    return answers;
  };
  const before = await connections(ANSWERS_BEFORE);
  const server = before[before.length - 1].server;
  if (event === 'other added') {
    service.addServer(SERVERS[1]);
  } else if (server !== null && event === 'weight 0') {
    service.setWeightZero(server);
  } else if (server !== null) {
    service.deleteServer(server);
  }
  return { ...settings, event, before, after: await connections(ANSWERS_AFTER) };
}

/** Whether a SYN had to be sent again: TCP does that after one second. */
export function wasDelayed({ server, retransmits, ms }: Answer): boolean {
  return server !== null && retransmits > 0 && ms >= 900;
}

/** What one pair of settings does to clients that reuse source ports, by the names of the predicted verdicts. */
export type MeasuredVerdict = 'safe' | 'uneven' | 'stale-real-server' | 'lost-conntrack' | 'syn-drop-delay';

/** The verdict that the cases of one pair of settings amount to. */
export function measuredVerdict(cases: readonly ReuseCase[]): MeasuredVerdict {
  if (cases.some(({ before }) => before.slice(1).every(wasDelayed))) {
    return 'syn-drop-delay';
  }
  const lost = cases.filter(({ event }) => event !== 'other added').some(({ before, after }) => {
    const old = before[before.length - 1].server;
    return after.slice(1).every(({ server }) => server === old || server === null);
  });
  if (lost) {
    return 'stale-real-server';
  }
  const shared = cases.filter(({ event }) => event === 'other added').every(({ after }) => new Set(after.map(({ server }) => server)).size > 1);
  return shared ? 'safe' : 'uneven';
}
