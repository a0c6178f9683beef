import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const SCRIPTS = path.join(__dirname, '../../../src/manifests/scripts');
const BUSYBOX = ['/bin/busybox', '/usr/bin/busybox'].find((file) => fs.existsSync(file));

/** Nothing but busybox under its many names, as in the image. */
const tools = fs.mkdtempSync(path.join(os.tmpdir(), 'busybox-'));
beforeAll(() => {
  if (BUSYBOX !== undefined) {
    execFileSync(BUSYBOX, ['--install', '-s', tools]);
  }
});
afterAll(() => fs.rmSync(tools, { recursive: true }));

/** Runs a command without a capability, or without `all`. */
export function without(capability: string): readonly string[] {
  return ['/usr/bin/setpriv', `--bounding-set=-${capability}`, '--inh-caps=-all'];
}

/** Why the scripts cannot be run here; `undefined` when they can. */
export function whyNot(...needs: readonly ('root' | 'setpriv' | 'unshare' | 'sysctls')[]): string | undefined {
  if (BUSYBOX === undefined) {
    return 'busybox is not installed';
  }
  if (needs.includes('root') && process.getuid?.() !== 0) {
    return 'not root';
  }
  if (needs.includes('root') && spawnSync('ldd', [BUSYBOX]).status === 0) {
    return 'busybox is not static, so it does not run in a chroot';
  }
  if (needs.includes('unshare') && spawnSync('/usr/bin/unshare', ['--net', 'true']).status !== 0) {
    return 'no network namespace can be made here';
  }
  if (needs.includes('sysctls') && !isWritable('/proc/sys/net/ipv4/ip_local_port_range')) {
    return '/proc/sys cannot be written here';
  }
  return needs.includes('setpriv') && spawnSync('/usr/bin/setpriv', [...without('all').slice(1), 'true']).status !== 0 ? 'setpriv cannot drop capabilities here' : undefined;
}

function isWritable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** `describe`, or a skipped one that says why. */
export function describeUnless(reason: string | undefined, name: string, body: () => void): void {
  if (reason === undefined) {
    describe(name, body);
  } else {
    describe.skip(`${name} (skipped: ${reason})`, body);
  }
}

export interface FakeModule {
  /** File below the module tree; a name alone goes to a usual place, without compression. `false` for none. @default - by the name */
  readonly file?: string | false;
  readonly builtin?: boolean;
  readonly loaded?: boolean;
}

const RELEASE = '6.1.0-57-amd64';

/** What stands in for the node's modprobe: loads what modules.dep lists, and fails in the ways that are asked for. */
const MODPROBE = `#!/bin/busybox sh
[ "$1" = --version ] && { echo 'kmod version 30'; exit 0; }
name=$(echo "$2" | /bin/busybox tr - _)
/bin/busybox echo "$2" >>/modprobe.log
case $name in
  refused) echo "modprobe: ERROR: could not insert '$name': Operation not permitted" >&2; exit 1 ;;
  silent) exit 0 ;;
  slow) /bin/busybox sleep 3 ;;
esac
/bin/busybox tr - _ </lib/modules/${RELEASE}/modules.dep | /bin/busybox grep -q "/$name.ko" || {
  echo "modprobe: FATAL: Module $2 not found in directory /lib/modules/${RELEASE}" >&2
  exit 1
}
echo "$name 16384 0 - Live 0x0" >>/proc/modules
[ "$name" != ip_vs ] || /bin/busybox mkdir -p /proc/sys/net/ipv4/vs
`;

/** A made-up node: the files that scripts look at, and a modprobe to run in it. */
export class FakeNode {
  public readonly root = fs.mkdtempSync(path.join(os.tmpdir(), 'node-'));
  private readonly running: RunningScript[] = [];

  public constructor(modules: Readonly<Record<string, FakeModule>> = {}) {
    this.write('proc/sys/kernel/osrelease', `${RELEASE}\n`);
    this.write('proc/modules', '');
    fs.mkdirSync(this.path('sys/module'), { recursive: true });
    fs.mkdirSync(this.path('bin'));
    fs.copyFileSync(BUSYBOX!, this.path('bin/busybox'));
    this.write('usr/bin/kmod', MODPROBE, 0o755);
    fs.mkdirSync(this.path('sbin'));
    // As on Debian: a link that leads nowhere when followed from outside.
    fs.symlinkSync('/usr/bin/kmod', this.path('sbin/modprobe'));
    this.setModules(modules);
  }

  public path(file: string): string {
    return path.join(this.root, file);
  }

  public write(file: string, text: string, mode = 0o644): void {
    fs.mkdirSync(path.dirname(this.path(file)), { recursive: true });
    // At once, as the kernel does it: a script that looks meanwhile must not find an empty file.
    fs.writeFileSync(this.path(`${file}.new`), text);
    fs.chmodSync(this.path(`${file}.new`), mode);
    fs.renameSync(this.path(`${file}.new`), this.path(file));
  }

  public read(file: string): string {
    return fs.readFileSync(this.path(file), 'utf8');
  }

  public remove(file: string): void {
    fs.rmSync(this.path(file), { recursive: true });
  }

  /** Runs a script to its end. */
  public run(script: string, args: readonly string[], options: RunOptions = {}): { readonly status: number | null; readonly output: string } {
    const [command, ...rest] = this.commandLine(script, args, options);
    const { status, stdout, stderr } = spawnSync(command, rest, { env: this.environment(options), encoding: 'utf8', timeout: 20_000 });
    return { status, output: stdout + stderr };
  }

  /** Starts a script that stays. */
  public start(script: string, args: readonly string[], options: RunOptions = {}): RunningScript {
    const [command, ...rest] = this.commandLine(script, args, options);
    const running = new RunningScript(spawn(command, rest, { env: this.environment(options), detached: true }));
    this.running.push(running);
    return running;
  }

  /** Ends what runs and removes everything. */
  public async discard(): Promise<void> {
    await Promise.all(this.running.map((script) => script.stop()));
    fs.rmSync(this.root, { recursive: true });
  }

  private commandLine(script: string, args: readonly string[], { wrapper = [] }: RunOptions): string[] {
    return [...wrapper, BUSYBOX!, 'sh', path.join(SCRIPTS, script), ...args];
  }

  private environment(options: RunOptions): NodeJS.ProcessEnv {
    return {
      PATH: tools,
      HOST_ROOT: this.root, PROC_ROOT: this.path('proc'), SYS_ROOT: this.path('sys'), SYSCTL_ROOT: this.path('proc/sys/net'), ...options.env,
    };
  }

  private setModules(modules: Readonly<Record<string, FakeModule>>): void {
    const named = Object.entries(modules);
    const fileOf = ([name, { file }]: [string, FakeModule]) => file ?? `kernel/net/netfilter/${name}.ko`;
    const list = (wanted: (module: FakeModule) => boolean, suffix: string) => (
      named.filter((entry) => fileOf(entry) !== false && wanted(entry[1])).map((entry) => `${fileOf(entry)}${suffix}\n`).join('')
    );
    this.write(`lib/modules/${RELEASE}/modules.builtin`, list(({ builtin }) => builtin === true, ''));
    this.write(`lib/modules/${RELEASE}/modules.dep`, list(({ builtin }) => builtin !== true, ': kernel/lib/libcrc32c.ko'));
    this.write('proc/modules', named.filter(([, { loaded }]) => loaded).map(([name]) => `${name} 16384 0 - Live 0x0\n`).join(''));
  }
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the one behind it. */
  readonly wrapper?: readonly string[];
}

/** A script that runs until it is told to stop. */
export class RunningScript {
  public output = '';
  private readonly ended: Promise<number | null>;

  public constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => { this.output += chunk.toString(); });
    child.stderr?.on('data', (chunk: Buffer) => { this.output += chunk.toString(); });
    this.ended = new Promise((resolve) => child.on('close', resolve));
    // What outlives the script would hold its output, and the test, open.
    child.on('exit', () => setTimeout(() => killGroup(child.pid!), 500));
  }

  /** Waits until the output has a text. */
  public async says(text: string): Promise<void> {
    await until(() => this.output.includes(text), () => `no ${JSON.stringify(text)} in: ${this.output}`);
  }

  /** Sends SIGTERM; how it ended, and after how many milliseconds. */
  public async stop(): Promise<{ readonly status: number | null; readonly milliseconds: number }> {
    const start = performance.now();
    this.child.kill('SIGTERM');
    return { status: await this.ended, milliseconds: performance.now() - start };
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}

/** Waits until something holds. */
export async function until(holds: () => boolean, otherwise: () => string): Promise<void> {
  for (const deadline = Date.now() + 4000; !holds();) {
    if (Date.now() > deadline) {
      throw new Error(otherwise());
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
