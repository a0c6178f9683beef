/** A client or server in a network namespace of its own, told what to do by messages. Started by `Namespace`. */
import * as dgram from 'node:dgram';
import * as fs from 'node:fs';
import * as net from 'node:net';

/** Where a connection goes from and to. */
export interface Connection {
  readonly address: string;
  readonly port: number;
  readonly localPort: number;
  readonly timeoutMs: number;
}

/** What became of one connection, or one datagram. */
export interface Answer {
  /** The address of the server that answered; `null` when none did. */
  readonly server: string | null;
  /** Why none did: `no answer` although the connection was established, `ETIMEDOUT`, `ECONNREFUSED`, … */
  readonly error: string | null;
  /** From the first packet to the answer, or to giving up. */
  readonly ms: number;
  /** TCP segments that the client had to send again. */
  readonly retransmits: number;
}

/** How a connection fared that was idle for a while. */
export interface IdleConnection {
  /** `echo`: it still worked. */
  readonly outcome: 'echo' | 'no answer' | `error ${string}`;
  readonly ms: number;
}

const servers = {
  /** Says its address and closes first, as many HTTP servers do. */
  tcp: (address: string, port: number) => listening(net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(address);
  }), address, port),
  /** As `tcp`, but later than whatever expires with the next tick of the clock. */
  slow: (address: string, port: number) => listening(net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    setTimeout(() => socket.end(address), 60);
  }), address, port),
  /** Sends back whatever comes. */
  echo: (address: string, port: number) => listening(net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  }), address, port),
  /** Answers each datagram with its address. */
  udp: (address: string, port: number) => new Promise<void>((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.on('message', (_message, from) => socket.send(address, from.port, from.address));
    socket.bind(port, address, resolve);
  }),
};

export type ServerKind = keyof typeof servers;

function listening(server: net.Server, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, address, resolve);
  });
}

const calls = {
  serve: (kind: ServerKind, address: string, port: number) => servers[kind](address, port),
  connect,
  ask,
  holdIdle,
};

export type PeerCalls = typeof calls;

/** Connects, and reads until the server closes. */
async function connect(to: Connection): Promise<Answer> {
  const started = performance.now();
  for (;;) {
    const answer = await connectOnce(to);
    // The last acknowledgement of the connection before is still on its way.
    const isPortBusy = answer.error === 'EADDRNOTAVAIL' || answer.error === 'EADDRINUSE';
    if (!isPortBusy || performance.now() - started > to.timeoutMs) {
      return answer;
    }
    await pause(20);
  }
}

function connectOnce({ address, port, localPort, timeoutMs }: Connection): Promise<Answer> {
  const sentAgainBefore = retransmits();
  const started = performance.now();
  return new Promise((resolve) => {
    let server: string | null = null;
    let error: string | null = null;
    let ms = 0;
    const socket = net.connect({ host: address, port, localPort });
    let isEstablished = false;
    const timer = setTimeout(() => {
      error = isEstablished ? 'no answer' : 'ETIMEDOUT';
      socket.destroy();
    }, timeoutMs);
    socket.on('connect', () => { isEstablished = true; });
    socket.on('data', (data) => {
      server = data.toString();
      ms = performance.now() - started;
    });
    socket.on('error', (failure: NodeJS.ErrnoException) => { error = failure.code ?? failure.message; });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({
        server,
        error: server === null ? error : null,
        ms: Math.round(ms || performance.now() - started),
        retransmits: retransmits() - sentAgainBefore,
      });
    });
  });
}

/** Sends a datagram and waits for the answer. */
function ask({ address, port, localPort, timeoutMs }: Connection): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    const finish = (server: string | null, error: string | null) => {
      clearTimeout(timer);
      socket.close(() => resolve({ server, error, ms: Math.round(performance.now() - started), retransmits: 0 }));
    };
    const timer = setTimeout(() => finish(null, 'ETIMEDOUT'), timeoutMs);
    socket.on('message', (message) => finish(message.toString(), null));
    // Connected, so that a refusal is noticed.
    socket.on('error', (failure: NodeJS.ErrnoException) => finish(null, failure.code ?? failure.message));
    socket.bind(localPort, () => socket.connect(port, address, () => socket.send('?')));
  });
}

/** Opens a connection to an echo server, says nothing for a while, then sends a word. */
function holdIdle(to: Connection, idleMs: number, keepAliveMs: number | null): Promise<IdleConnection> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: to.address, port: to.port, localPort: to.localPort });
    let started = performance.now();
    const finish = (outcome: IdleConnection['outcome']) => {
      resolve({ outcome, ms: Math.round(performance.now() - started) });
      socket.destroy();
    };
    socket.on('error', (failure: NodeJS.ErrnoException) => finish(`error ${failure.code ?? failure.message}`));
    socket.once('data', () => {
      if (keepAliveMs !== null) {
        socket.setKeepAlive(true, keepAliveMs);
      }
      socket.once('data', () => finish('echo'));
      setTimeout(() => {
        started = performance.now();
        socket.write('again');
        setTimeout(() => finish('no answer'), to.timeoutMs);
      }, idleMs);
    });
    socket.write('first');
  });
}

/** TCP segments that this namespace had to send again so far. */
function retransmits(): number {
  const [names, values] = fs.readFileSync('/proc/self/net/snmp', 'utf8').split('\n').filter((line) => line.startsWith('Tcp:')).map((line) => line.split(' '));
  return Number(values[names.indexOf('RetransSegs')]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (require.main === module) {
  process.on('message', ({ id, name, args }: { id: number; name: keyof PeerCalls; args: never[] }) => {
    void (calls[name] as (...given: never[]) => Promise<unknown>)(...args)
      .then((result) => process.send!({ id, result }), (error: Error) => process.send!({ id, error: error.message }));
  });
  process.send!({ ready: true });
}
