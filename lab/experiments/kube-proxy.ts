import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { Pod, type PodObjects } from '../guest/pod';
import { command, pause, succeeds } from '../guest/system';
import { experiment } from './experiment';

/** One kube-proxy on one kernel, or on one that claims to be another. */
export interface KubeProxyRun {
  readonly version: string;
  /** What `/proc/sys/kernel/osrelease` says. */
  readonly kernel: string;
  readonly mode: string;
}

/** What the library predicts for a run. */
export interface PredictedRun extends KubeProxyRun {
  readonly startup: string;
  /** By key; `null` where kube-proxy writes a value that is not known. */
  readonly writes: Readonly<Record<string, string | null>>;
}

/** What the host tells the guest. */
export interface KubeProxyParameters {
  /** kube-proxy's program and configuration, for each run. */
  readonly runs: readonly { readonly predicted: PredictedRun; readonly program: string; readonly configuration: string }[];
  readonly kubeconfig: string;
  /** Virtual servers that kube-proxy is to set up, as `ipvsadm -S -n` prints them. */
  readonly virtualServers: readonly string[];
  readonly tuner: PodObjects;
}

interface Measured {
  readonly predicted: PredictedRun;
  /** `exits` with its code, or that it set up the virtual servers. */
  readonly outcome: string;
  readonly seconds: number;
  /** Sysctls that are not as they were before it started. */
  readonly changed: Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>;
  /** The predicted keys, as they are. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly virtualServers: readonly string[];
  /** Warnings, errors and what names sysctls or modules. */
  readonly log: readonly string[];
  /** Corrections by our tuner, beside this kube-proxy, after its start and after its restart. */
  readonly corrections?: readonly string[];
}

/** Sysctls that change with another: the kernel sets the first two, kube-proxy the last as the hash size of the module. */
const FOLLOWS: Readonly<Record<string, string>> = {
  'net.ipv4.conf.all.forwarding': 'net.ipv4.ip_forward',
  'net.ipv4.conf.all.accept_redirects': 'net.ipv4.ip_forward',
  'net.netfilter.nf_conntrack_buckets': 'net.netfilter.nf_conntrack_max',
};

const KUBECONFIG = '/var/lib/kube-proxy/kubeconfig.conf';
const START_SECONDS = 150;

/** A real kube-proxy with the configuration that the library renders, against a real API server. */
export const kubeProxy = experiment<readonly Measured[]>({
  id: 'kube-proxy',
  title: 'What kube-proxy leaves behind on a kernel, or on one that it takes for another, is what the library predicts; a tuner puts it right.',
  rules: ['stale-real-server', 'reuse-mode-conflict', 'sysctl-key-missing', 'sysctl-two-owners', 'ipvs-unavailable'],
  needsKubernetes: true,
  measure: async (parameters) => {
    const { runs, kubeconfig, virtualServers, tuner } = parameters as KubeProxyParameters;
    joinNetwork();
    fs.mkdirSync('/var/lib/kube-proxy', { recursive: true });
    fs.writeFileSync(KUBECONFIG, kubeconfig);
    command('modprobe', 'nf_conntrack');
    const base = netSysctls();
    const measured: Measured[] = [];
    for (const { predicted, program, configuration } of runs) {
      forget(base);
      claimKernel(predicted.kernel);
      command('modprobe', 'ip_vs');
      const before = netSysctls();
      const writesZero = predicted.writes['net.ipv4.vs.conn_reuse_mode'] === '0' && predicted.startup === 'runs';
      const first = await runKubeProxy(program, configuration, virtualServers);
      const after = netSysctls();
      const servers = virtualServersNow();
      await first.stop();
      const corrections = writesZero ? await correctedBeside(tuner, () => runKubeProxy(program, configuration, virtualServers)) : undefined;
      measured.push({
        predicted,
        outcome: first.outcome,
        seconds: first.seconds,
        changed: differences(before, after),
        values: Object.fromEntries(Object.keys(predicted.writes).map((key) => [key, after[key] ?? null])),
        virtualServers: servers,
        log: first.log().filter((line) => /^[WE]\d|sysctl|conn_reuse|kernel|modul/i.test(line)).slice(0, 40),
        ...(corrections === undefined ? {} : { corrections }),
      });
    }
    return measured;
  },
  expectations: (measured) => measured.flatMap(({ predicted, outcome, changed, values, corrections }) => {
    const where = `kube-proxy ${predicted.version}, ${predicted.mode}, kernel ${predicted.kernel}`;
    const wrong = Object.entries(predicted.writes).filter(([key, value]) => value !== null && values[key] !== value);
    const unforeseen = Object.keys(changed).filter((key) => !(key in predicted.writes) && !(FOLLOWS[key] in predicted.writes));
    return [
      { that: `${where}: ${predicted.startup}${outcome === predicted.startup ? '' : `, but it ${outcome}`}`, holds: outcome === predicted.startup },
      ...(predicted.startup === 'runs' ? [
        {
          that: `${where}: ${Object.keys(predicted.writes).length} sysctls as predicted${wrong.map(([key, value]) => `, ${key} is ${values[key]} in place of ${value}`).join('')}`,
          holds: wrong.length === 0,
        },
        { that: `${where}: no other changed${unforeseen.map((key) => `, but ${key}`).join('')}`, holds: unforeseen.length === 0 },
      ] : []),
      ...(corrections === undefined ? [] : [{
        that: `${where}: our tuner puts conn_reuse_mode right after its start and after its restart`,
        holds: corrections.length === 2,
      }]),
    ];
  }),
});

/** QEMU's network has the guest at .15 and the host at .2. */
function joinNetwork(): void {
  command('modprobe', '-a', 'virtio_net', 'dummy');
  const device = fs.readdirSync('/sys/class/net').find((name) => /^e(th|n)/.test(name))!;
  command('ip', 'addr', 'add', '10.0.2.15/24', 'dev', device);
  command('ip', 'link', 'set', device, 'up');
  command('ip', 'route', 'add', 'default', 'via', '10.0.2.2');
}

/** Everything below /proc/sys/net that has one value for the first namespace, and does not move by itself. */
function netSysctls(): Readonly<Record<string, string | null>> {
  const folders = ['net/ipv4/vs', 'net/netfilter', 'net/ipv4/conf/all', 'net/ipv6/conf/all', 'net/ipv4', 'net/bridge'];
  const values: Record<string, string | null> = {};
  for (const folder of folders.filter((name) => fs.existsSync(`/proc/sys/${name}`))) {
    for (const entry of fs.readdirSync(`/proc/sys/${folder}`, { withFileTypes: true })) {
      if (entry.isFile() && !/count$|_rt_|secret|route\/flush/.test(entry.name)) {
        values[`${folder}/${entry.name}`.replaceAll('/', '.')] = readable(`/proc/sys/${folder}/${entry.name}`);
      }
    }
  }
  return values;
}

function readable(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

function differences(before: Readonly<Record<string, string | null>>, after: Readonly<Record<string, string | null>>): Measured['changed'] {
  return Object.fromEntries(Object.keys(after).filter((key) => key in before && before[key] !== after[key])
    .map((key) => [key, { from: before[key], to: after[key] }]));
}

/** Takes back what the kube-proxy before did. */
function forget(base: Readonly<Record<string, string | null>>): void {
  succeeds('ipvsadm', '-C');
  succeeds('ip', 'link', 'del', 'kube-ipvs0');
  succeeds('sh', '-c', 'iptables -F; iptables -t nat -F; iptables -X; iptables -t nat -X; ipset destroy');
  succeeds('modprobe', '-r', '-a', 'ip_vs_sh', 'ip_vs_wrr', 'ip_vs_rr', 'ip_vs');
  for (const [key, value] of Object.entries(base)) {
    if (value !== null && readable(`/proc/sys/${key.replaceAll('.', '/')}`) !== value) {
      succeeds('sh', '-c', 'echo "$2" >"/proc/sys/$1"', 'sh', key.replaceAll('.', '/'), value);
    }
  }
}

/** Has the kernel call itself something else, to whoever reads its file. */
function claimKernel(release: string): void {
  succeeds('umount', '/proc/sys/kernel/osrelease');
  fs.writeFileSync('/run/osrelease', `${release}\n`);
  command('mount', '--bind', '/run/osrelease', '/proc/sys/kernel/osrelease');
}

interface RunningKubeProxy {
  readonly outcome: string;
  readonly seconds: number;
  readonly log: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts kube-proxy and waits until it has set up what it is to set up, or has ended. */
async function runKubeProxy(program: string, configuration: string, virtualServers: readonly string[]): Promise<RunningKubeProxy> {
  fs.writeFileSync('/var/lib/kube-proxy/config.conf', configuration);
  const started = Date.now();
  const child = spawn(program, ['--config=/var/lib/kube-proxy/config.conf', '--hostname-override=node-1'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  let exit: string | undefined;
  const note = (chunk: Buffer) => { log += chunk.toString(); };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const ended = new Promise<void>((resolve) => child.on('close', () => {
    exit = 'exits';
    resolve();
  }));
  const isDone = () => virtualServers.every((server) => virtualServersNow().includes(server));
  while (exit === undefined && !isDone() && Date.now() - started < START_SECONDS * 1000) {
    await pause(1000);
  }
  return {
    outcome: exit ?? (isDone() ? 'runs' : `has not set up its virtual servers after ${START_SECONDS} s`),
    seconds: Math.round((Date.now() - started) / 1000),
    log: () => log.split('\n').filter((line) => line !== ''),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

function virtualServersNow(): string[] {
  return command('ipvsadm', '-S', '-n').split('\n').filter((line) => line !== '').map((line) => line.trim());
}

/** Runs our tuner while kube-proxy starts twice. Gives back the lines of its log about corrections. */
async function correctedBeside(objects: PodObjects, start: () => Promise<RunningKubeProxy>): Promise<string[]> {
  const tuner = new Pod(objects).run('tuner');
  await pause(3000);
  const corrections = () => tuner.log.split('\n').filter((line) => line.includes('(correction '));
  const atFirst = corrections().length;
  for (let starts = 1; starts <= 2; starts++) {
    const running = await start();
    for (let tries = 0; tries < 20 && corrections().length < atFirst + starts; tries++) {
      await pause(500);
    }
    await running.stop();
  }
  await tuner.terminate();
  return corrections().slice(atFirst);
}
