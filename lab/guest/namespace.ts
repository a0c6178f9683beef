import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';
import type { PeerCalls } from './peer';
import { command } from './system';

/** A network namespace with a veth pair to the first one, and a process in it that connects and serves. */
export class Namespace {
  private readonly waiting = new Map<number, { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void }>();
  private calls = 0;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
      const call = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) {
        call?.resolve(result);
      } else {
        call?.reject(new Error(error));
      }
    });
  }

  /**
   * @param network the first three numbers of a /24; `.1` is the first namespace's end and the way out
   * @param hosts the last numbers of the addresses inside
   */
  public static async create(name: string, network: string, hosts: readonly number[]): Promise<Namespace> {
    const inside = ['netns', 'exec', name, 'ip'];
    command('ip', 'netns', 'add', name);
    command('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    command('ip', 'addr', 'add', `${network}.1/24`, 'dev', name);
    command('ip', 'link', 'set', name, 'up');
    hosts.forEach((host) => command('ip', ...inside, 'addr', 'add', `${network}.${host}/24`, 'dev', 'eth0'));
    ['lo', 'eth0'].forEach((device) => command('ip', ...inside, 'link', 'set', device, 'up'));
    command('ip', ...inside, 'route', 'add', 'default', 'via', `${network}.1`);
    const child = spawn('ip', ['netns', 'exec', name, process.execPath, path.join(__dirname, 'peer.js')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error(`the process in namespace ${name} ended`)));
    });
    return new Namespace(child);
  }

  /** Has the process in the namespace do something. */
  public call<Name extends keyof PeerCalls>(name: Name, ...args: Parameters<PeerCalls[Name]>): ReturnType<PeerCalls[Name]> {
    const id = this.calls++;
    this.child.send({ id, name, args });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject })) as ReturnType<PeerCalls[Name]>;
  }
}
