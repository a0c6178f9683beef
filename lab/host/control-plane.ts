import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { cachePath } from './cache';
import { undoneAtExit } from './undone-at-exit';

/** The release whose API server the lab runs. */
export const API_SERVER_VERSION = 'v1.37.2';

/** Where QEMU has a guest see its host. */
export const HOST_SEEN_FROM_GUEST = '10.0.2.2';

/** The path of a program that `e2e/kubernetes/build.sh` has built; `undefined` when it has not. */
export function kubernetesProgram(version: string, program: string): string | undefined {
  const file = cachePath('kubernetes', version, program);
  return fs.existsSync(file) ? file : undefined;
}

/** etcd and a kube-apiserver on this machine, for one user who may do everything. */
export class ControlPlane {
  private readonly processes: ChildProcess[] = [];
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-control-plane-'));
  private readonly token = randomBytes(16).toString('hex');
  private readonly remove = undoneAtExit(() => {
    this.processes.forEach((child) => child.kill('SIGKILL'));
    fs.rmSync(this.folder, { recursive: true, force: true });
  });
  private port = 0;

  /** @throws Error when the programs are not built, or the API server does not get ready */
  public static async start(): Promise<ControlPlane> {
    const controlPlane = new ControlPlane();
    try {
      await controlPlane.launch();
      return controlPlane;
    } catch (error) {
      await controlPlane.stop();
      throw error;
    }
  }

  /** A kubeconfig for whoever sees this machine at an address. */
  public kubeconfig(host = '127.0.0.1'): string {
    return JSON.stringify({
      'apiVersion': 'v1', 'kind': 'Config', 'current-context': 'lab',
      'clusters': [{ name: 'lab', cluster: { 'server': `https://${host}:${this.port}`, 'insecure-skip-tls-verify': true } }],
      'users': [{ name: 'lab', user: { token: this.token } }],
      'contexts': [{ name: 'lab', context: { cluster: 'lab', user: 'lab' } }],
    });
  }

  /** Runs kubectl; what it says, and whether it ended well. */
  public kubectl(args: readonly string[], input?: string): { readonly ok: boolean; readonly said: string } {
    const file = path.join(this.folder, 'kubeconfig');
    fs.writeFileSync(file, this.kubeconfig());
    const { status, stdout, stderr } = spawnSync(required('kubectl'), ['--kubeconfig', file, ...args], { input, encoding: 'utf8', maxBuffer: 1 << 26 });
    return { ok: status === 0, said: `${stdout}${stderr}`.trim() };
  }

  public async stop(): Promise<void> {
    await Promise.all(this.processes.reverse().map((child) => new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) {
        resolve();
        return;
      }
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    })));
    this.remove();
  }

  private async launch(): Promise<void> {
    const [clients, peers, secure] = await Promise.all([freePort(), freePort(), freePort()]);
    this.port = secure;
    const etcd = `http://127.0.0.1:${clients}`;
    const peer = `http://127.0.0.1:${peers}`;
    this.run('etcd', kubernetesProgram('etcd', 'etcd'), [
      '--data-dir', this.file('etcd'), '--listen-client-urls', etcd, '--advertise-client-urls', etcd,
      '--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`, '--unsafe-no-fsync',
    ]);
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    fs.writeFileSync(this.file('sa.pub'), publicKey);
    fs.writeFileSync(this.file('sa.key'), privateKey, { mode: 0o600 });
    fs.writeFileSync(this.file('tokens.csv'), `${this.token},admin,admin,system:masters\n`, { mode: 0o600 });
    this.run('kube-apiserver', kubernetesProgram(API_SERVER_VERSION, 'kube-apiserver'), [
      '--etcd-servers', etcd, '--secure-port', String(secure), '--bind-address', '127.0.0.1', '--advertise-address', HOST_SEEN_FROM_GUEST,
      '--cert-dir', this.file('certificates'), '--token-auth-file', this.file('tokens.csv'), '--authorization-mode', 'RBAC',
      '--service-cluster-ip-range', '10.96.0.0/16', '--service-account-issuer', 'https://kubernetes.default.svc',
      '--service-account-key-file', this.file('sa.pub'), '--service-account-signing-key-file', this.file('sa.key'),
      '--disable-admission-plugins', 'ServiceAccount', '--allow-privileged=true',
    ]);
    for (let tries = 0; !this.kubectl(['get', '--raw', '/readyz']).ok; tries++) {
      if (tries === 180 || this.processes.some(({ exitCode }) => exitCode !== null)) {
        throw new Error(`the API server did not get ready:\n${fs.readFileSync(this.file('kube-apiserver.log'), 'utf8').split('\n').slice(-20).join('\n')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }

  private run(name: string, program: string | undefined, args: readonly string[]): void {
    const log = fs.openSync(this.file(`${name}.log`), 'w');
    this.processes.push(spawn(program ?? required(name), args, { stdio: ['ignore', log, log] }));
    fs.closeSync(log);
  }
}

function required(program: string): string {
  const file = kubernetesProgram(API_SERVER_VERSION, program);
  if (file === undefined) {
    throw new Error(`${program} is not built: run e2e/kubernetes/build.sh ${API_SERVER_VERSION} and e2e/kubernetes/build.sh etcd`);
  }
  return file;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
