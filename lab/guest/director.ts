import { Namespace } from './namespace';
import type { ServerKind } from './peer';
import { command, setSysctl } from './system';

/** What stands between client and servers beside IPVS: each has the kernel track connections. */
export type Firewall = 'masquerade' | 'established only' | 'neither';

/** Where clusters have their services, and the address that kube-ipvs0 carries here. */
export const SERVICE_ADDRESS = '10.96.0.10';
export const SERVERS = ['10.2.0.11', '10.2.0.12', '10.2.0.13'] as const;
const SERVER_PORT = 80;

let theDirector: Promise<Director> | undefined;

/**
 * A node as kube-proxy makes it: the first namespace directs, by masquerading, from a service address on kube-ipvs0; a client and three
 * servers sit in namespaces of their own.
 */
export class Director {
  private nextPort = 20000;
  private readonly served = new Set<ServerKind>();

  private constructor(public readonly client: Namespace, private readonly servers: Namespace) {}

  /** The one of this guest; made when it is first asked for. */
  public static get(ipVsModule?: string): Promise<Director> {
    theDirector ??= Director.create(ipVsModule);
    return theDirector;
  }

  private static async create(ipVsModule: string | undefined): Promise<Director> {
    loadIpVs(ipVsModule);
    command('modprobe', '-a', 'ip_vs_rr', 'nf_conntrack', 'dummy', 'veth');
    setSysctl('net.ipv4.ip_forward', 1);
    command('ip', 'link', 'add', 'kube-ipvs0', 'type', 'dummy');
    command('ip', 'addr', 'add', `${SERVICE_ADDRESS}/32`, 'dev', 'kube-ipvs0');
    const [client, servers] = await Promise.all([Namespace.create('client', '10.1.0', [2]), Namespace.create('servers', '10.2.0', [11, 12, 13])]);
    const director = new Director(client, servers);
    director.setFirewall('masquerade');
    return director;
  }

  /** Puts a firewall in place of the one before; MASQUERADE to begin with. */
  public setFirewall(firewall: Firewall): void {
    command('iptables', '-t', 'nat', '-F', 'POSTROUTING');
    command('iptables', '-F', 'FORWARD');
    command('iptables', '-P', 'FORWARD', firewall === 'established only' ? 'DROP' : 'ACCEPT');
    // Without a rule that needs it, a namespace tracks no connections, and nothing of what conntrack does shows.
    if (firewall === 'masquerade') {
      command('iptables', '-t', 'nat', '-A', 'POSTROUTING', '-o', 'servers', '-j', 'MASQUERADE');
    } else {
      command('iptables', '-A', 'FORWARD', '-m', 'conntrack', '--ctstate', 'ESTABLISHED,RELATED', '-j', 'ACCEPT');
    }
  }

  /** A port that no connection has used, of a client or of a service: IPVS remembers them for minutes. */
  public freshPort(): number {
    return this.nextPort++;
  }

  /** Has each server listen, unless it does already. */
  public async serve(kind: ServerKind, port = SERVER_PORT): Promise<void> {
    if (this.served.has(kind)) {
      return;
    }
    this.served.add(kind);
    for (const server of SERVERS) {
      await this.servers.call('serve', kind, server, port);
    }
  }

  /** Makes a virtual service on a port of its own. */
  public addService(protocol: 'tcp' | 'udp', servers: readonly string[], serverPort = SERVER_PORT): VirtualService {
    return new VirtualService(protocol, this.freshPort(), servers, serverPort);
  }
}

/** A virtual service with round robin, and what kube-proxy does to its servers. */
export class VirtualService {
  private readonly service: readonly string[];

  constructor(protocol: 'tcp' | 'udp', public readonly port: number, servers: readonly string[], private readonly serverPort: number) {
    this.service = [protocol === 'tcp' ? '-t' : '-u', `${SERVICE_ADDRESS}:${port}`];
    command('ipvsadm', '-A', ...this.service, '-s', 'rr');
    servers.forEach((server) => this.addServer(server));
  }

  public addServer(server: string): void {
    command('ipvsadm', '-a', ...this.service, '-r', `${server}:${this.serverPort}`, '-m');
  }

  /** What kube-proxy does to a server whose pod is terminating. */
  public setWeightZero(server: string): void {
    this.setWeight(server, 0);
  }

  public setWeight(server: string, weight: number): void {
    command('ipvsadm', '-e', ...this.service, '-r', `${server}:${this.serverPort}`, '-m', '-w', String(weight));
  }

  public deleteServer(server: string): void {
    command('ipvsadm', '-d', ...this.service, '-r', `${server}:${this.serverPort}`);
  }
}

function loadIpVs(module: string | undefined): void {
  if (module === undefined) {
    command('modprobe', 'ip_vs');
    return;
  }
  const needed = command('modprobe', '--show-depends', 'ip_vs').split('\n').filter((line) => line.startsWith('insmod ')).map((line) => line.split(' ')[1]);
  needed.slice(0, -1).forEach((file) => command('modprobe', /([^/]+)\.ko/.exec(file)![1]));
  command('insmod', module);
}
