import { Director, SERVERS, SERVICE_ADDRESS } from '../guest/director';
import type { Answer } from '../guest/peer';
import { setSysctl } from '../guest/system';
import { experiment } from './experiment';

interface UdpCase {
  readonly expireNodestConn: number;
  readonly event: 'weight 0' | 'deleted';
  readonly before: Answer;
  readonly after: readonly Answer[];
}

/** What a client that always sends from the same port meets: DNS resolvers, syslog, statsd. */
export const udpStaleEndpoint = experiment<readonly UdpCase[]>({
  id: 'udp-stale-endpoint',
  title: 'UDP from one source port stays with a server at weight 0, and with a deleted one unless expire_nodest_conn=1.',
  rules: ['udp-stale-endpoint'],
  measure: async (_parameters, ipVsModule) => {
    const director = await Director.get(ipVsModule);
    await director.serve('udp');
    setSysctl('net.ipv4.vs.conntrack', 1);
    setSysctl('net.ipv4.vs.conn_reuse_mode', 1);
    const cases: UdpCase[] = [];
    for (const expireNodestConn of [0, 1]) {
      for (const event of ['weight 0', 'deleted'] as const) {
        setSysctl('net.ipv4.vs.expire_nodest_conn', expireNodestConn);
        const service = director.addService('udp', SERVERS.slice(0, 2));
        const localPort = director.freshPort();
        const ask = () => director.client.call('ask', { address: SERVICE_ADDRESS, port: service.port, localPort, timeoutMs: 1500 });
        const before = await ask();
        if (before.server !== null) {
          (event === 'weight 0' ? service.setWeightZero : service.deleteServer).call(service, before.server);
        }
        cases.push({ expireNodestConn, event, before, after: [await ask(), await ask()] });
      }
    }
    return cases;
  },
  expectations: (cases) => cases.map(({ expireNodestConn, event, before, after }) => {
    const last = after[after.length - 1];
    const where = `expire_nodest_conn ${expireNodestConn}, ${event}`;
    if (event === 'weight 0') {
      return { that: `${where}: the old server keeps getting the datagrams`, holds: last.server === before.server };
    }
    return expireNodestConn === 0
      ? { that: `${where}: the datagrams are lost`, holds: last.server === null }
      : { that: `${where}: another server answers`, holds: last.server !== null && last.server !== before.server };
  }),
});
