import * as net from 'node:net';
import { Director, SERVICE_ADDRESS } from '../guest/director';
import type { Answer } from '../guest/peer';
import { command } from '../guest/system';
import { experiment } from './experiment';

/** A service address on kube-ipvs0 is an address of the node: whatever listens on all addresses answers there. */
export const hostPortsExposed = experiment<{ readonly open: Answer; readonly filtered: Answer }>({
  id: 'host-ports-exposed',
  title: 'A host listener on all addresses is reachable through a service address on a port that no Service has; a filter on that address ends it.',
  rules: ['host-ports-exposed'],
  measure: async (_parameters, ipVsModule) => {
    const director = await Director.get(ipVsModule);
    const port = director.freshPort();
    const server = net.createServer((socket) => socket.end('the host'));
    await new Promise<void>((resolve) => server.listen(port, '0.0.0.0', resolve));
    const connect = () => director.client.call('connect', { address: SERVICE_ADDRESS, port, localPort: director.freshPort(), timeoutMs: 1500 });
    const open = await connect();
    command('iptables', '-A', 'INPUT', '-d', SERVICE_ADDRESS, '-j', 'REJECT');
    const filtered = await connect();
    server.close();
    return { open, filtered };
  },
  expectations: ({ open, filtered }) => [
    { that: 'without a filter the host answers on its service address', holds: open.server === 'the host' },
    { that: 'with one it does not', holds: filtered.server === null },
  ],
});
