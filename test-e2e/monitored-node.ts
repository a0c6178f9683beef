import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as path from 'node:path';
import { run } from '../lab/host/command';
import { undoneAtExit } from '../lab/host/undone-at-exit';

/** What a kube-proxy runs with. */
export interface MonitoredNodeOptions {
  /** From 0 on, each once: addresses and names follow from it. */
  readonly index: number;
  /** The path of kube-proxy. */
  readonly program: string;
  /** A KubeProxyConfiguration that names `kubeconfig` as it is here. */
  readonly configuration: (kubeconfig: string) => string;
  /** A kubeconfig for whoever finds the API server at an address and port. */
  readonly kubeconfig: (host: string, port: number) => string;
  /** Port of the API server at 127.0.0.1. */
  readonly apiServerPort: number;
  /** For its files. */
  readonly folder: string;
}

/** Programs with which kube-proxy writes rules, and where the real ones are. */
const WRITERS = ['iptables-restore', 'ip6tables-restore', 'nft'];

/** A network namespace with a real kube-proxy in it, whose programs can be made to fail. */
export class MonitoredNode {
  /** The address of the namespace; the host reaches it. */
  public readonly address: string;
  private readonly namespace: string;
  private readonly failing: string;
  private readonly forwarder: net.Server;
  private readonly remove: () => void;
  private kubeProxy: ChildProcess | undefined;

  private constructor(private readonly options: MonitoredNodeOptions) {
    const { index, folder, apiServerPort } = options;
    this.namespace = `kube-proxy-kit-${process.pid}-${index}`;
    this.address = `10.213.${index}.2`;
    this.failing = path.join(folder, 'failing');
    this.forwarder = net.createServer((client) => {
      const server = net.connect(apiServerPort, '127.0.0.1');
      client.pipe(server).pipe(client);
      [client, server].forEach((socket) => socket.on('error', () => [client, server].forEach((each) => each.destroy())));
    });
    this.remove = undoneAtExit(() => {
      this.kubeProxy?.kill('SIGKILL');
      run('ip', ['netns', 'del', this.namespace]);
    });
  }

  /** @throws Error when the namespace cannot be made */
  public static async start(options: MonitoredNodeOptions): Promise<MonitoredNode> {
    fs.mkdirSync(options.folder, { recursive: true });
    const node = new MonitoredNode(options);
    await node.launch();
    return node;
  }

  /** What kube-proxy has logged. */
  public log(): string {
    return fs.readFileSync(path.join(this.options.folder, 'kube-proxy.log'), 'utf8');
  }

  /** From now on, nothing that kube-proxy writes gets into the kernel. */
  public failWrites(): void {
    fs.writeFileSync(this.failing, '');
  }

  public async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => (this.kubeProxy ? this.kubeProxy.once('exit', () => resolve()) : resolve()));
    this.kubeProxy?.kill('SIGKILL');
    await ended;
    this.forwarder.close();
    this.remove();
  }

  private async launch(): Promise<void> {
    const { index, program, configuration, kubeconfig, folder } = this.options;
    const host = `10.213.${index}.1`;
    // Names of interfaces have at most 15 characters.
    const link = `kpk${process.pid % 100_000}-${index}`;
    run('ip', ['netns', 'add', this.namespace]);
    run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.namespace]);
    run('ip', ['addr', 'add', `${host}/24`, 'dev', link]);
    run('ip', ['link', 'set', link, 'up']);
    run('ip', ['-n', this.namespace, 'addr', 'add', `${this.address}/24`, 'dev', 'eth0']);
    ['lo', 'eth0'].forEach((device) => run('ip', ['-n', this.namespace, 'link', 'set', device, 'up']));
    await new Promise<void>((resolve) => { this.forwarder.listen(0, host, resolve); });
    const { port } = this.forwarder.address() as net.AddressInfo;

    const programs = path.join(folder, 'programs');
    fs.mkdirSync(programs);
    WRITERS.forEach((name) => {
      const real = run('sh', ['-c', `PATH="/usr/local/sbin:/usr/sbin:/sbin:$PATH" command -v ${name}`]).trim();
      fs.writeFileSync(path.join(programs, name), `#!/bin/sh\n[ -e ${this.failing} ] && exit 1\nexec ${real} "$@"\n`, { mode: 0o755 });
    });
    const file = (name: string, text: string) => {
      fs.writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const config = file('config.conf', configuration(file('kubeconfig.conf', kubeconfig(host, port))));
    const log = fs.openSync(path.join(folder, 'kube-proxy.log'), 'w');
    this.kubeProxy = spawn('ip', ['netns', 'exec', this.namespace, program, `--config=${config}`, '--hostname-override=node-1'], {
      stdio: ['ignore', log, log], env: { ...process.env, PATH: `${programs}:/usr/local/sbin:/usr/sbin:/sbin:${process.env.PATH}` },
    });
    fs.closeSync(log);
  }
}
