import { Director, SERVERS, SERVICE_ADDRESS } from '../guest/director';
import type { IdleConnection } from '../guest/peer';
import { command } from '../guest/system';
import { experiment } from './experiment';

const ECHO_PORT = 7;
/** In place of the 900 s that the kernel starts with. */
const TIMEOUT_SECONDS = 2;
const IDLE_MS = 6000;

/** What an idle connection meets once IPVS has forgotten it. */
export const idleConnectionReset = experiment<{ readonly silent: IdleConnection; readonly keptAlive: IdleConnection }>({
  id: 'idle-connection-reset',
  title: 'A TCP connection that is idle for longer than the IPVS timeout is gone; with keepalive below the timeout it lives.',
  rules: ['idle-connection-reset'],
  measure: async (_parameters, ipVsModule) => {
    const director = await Director.get(ipVsModule);
    await director.serve('echo', ECHO_PORT);
    const hold = (keepAliveMs: number | null) => {
      const service = director.addService('tcp', SERVERS.slice(0, 2), ECHO_PORT);
      return director.client.call('holdIdle', { address: SERVICE_ADDRESS, port: service.port, localPort: director.freshPort(), timeoutMs: 3000 }, IDLE_MS, keepAliveMs);
    };
    command('ipvsadm', '--set', String(TIMEOUT_SECONDS), '0', '0');
    try {
      const [silent, keptAlive] = await Promise.all([hold(null), hold(1000)]);
      return { silent, keptAlive };
    } finally {
      command('ipvsadm', '--set', '900', '0', '0');
    }
  },
  expectations: ({ silent, keptAlive }) => [
    { that: 'idle for longer than the timeout: the connection is reset or unanswered', holds: silent.outcome !== 'echo' },
    { that: 'keepalive below the timeout: the connection lives', holds: keptAlive.outcome === 'echo' },
  ],
});
