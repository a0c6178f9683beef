import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { command, pause, succeeds, sysctl } from './system';

/** Where kubeadm has kube-proxy find its files. */
const FOLDER = '/var/lib/kube-proxy';
const START_SECONDS = 150;
const METRICS_PATIENCE_SECONDS = 60;

/** Values of sysctls by their keys; `null` for one that cannot be read. */
export type SysctlValues = Readonly<Record<string, string | null>>;

/** A kube-proxy and its configuration. */
export interface KubeProxyProgram {
  readonly program: string;
  readonly configuration: string;
}

/** Connects the guest, which QEMU's network has at .15, with the API server of its host at .2. */
export function joinNetwork(kubeconfig: string): void {
  command('modprobe', '-a', 'virtio_net', 'dummy');
  const device = fs.readdirSync('/sys/class/net').find((name) => /^e(th|n)/.test(name))!;
  command('ip', 'addr', 'add', '10.0.2.15/24', 'dev', device);
  command('ip', 'link', 'set', device, 'up');
  command('ip', 'route', 'add', 'default', 'via', '10.0.2.2');
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(`${FOLDER}/kubeconfig.conf`, kubeconfig);
}

/** Everything below /proc/sys/net that has one value for the first namespace, and does not move by itself. */
export function netSysctls(): SysctlValues {
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

/** Takes back what the kube-proxy before did. */
export function forget(base: SysctlValues): void {
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
export function claimKernel(release: string): void {
  succeeds('umount', '/proc/sys/kernel/osrelease');
  fs.writeFileSync('/run/osrelease', `${release}\n`);
  command('mount', '--bind', '/run/osrelease', '/proc/sys/kernel/osrelease');
}

export interface RunningKubeProxy {
  /** `runs` once it has set up its Services, `exits`, or what it has not done. */
  readonly outcome: string;
  /** How long that took. */
  readonly seconds: number;
  readonly log: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/**
 * Starts kube-proxy and waits until it has set up what it is to set up, or has ended.
 *
 * @param findsModules whether it sees /lib/modules, as in a container that mounts it
 */
export async function runKubeProxy(
  { program, configuration }: KubeProxyProgram, isSetUp: () => boolean, findsModules = true,
): Promise<RunningKubeProxy> {
  fs.writeFileSync(`${FOLDER}/config.conf`, configuration);
  const started = Date.now();
  const withoutModules = findsModules ? [] : ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs none /lib/modules && exec "$0" "$@"'];
  const [first, ...rest] = [...withoutModules, program, `--config=${FOLDER}/config.conf`, '--hostname-override=node-1'];
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  let exit: string | undefined;
  const note = (chunk: Buffer) => { log += chunk.toString(); };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const ended = new Promise<void>((resolve) => child.on('close', () => {
    exit = 'exits';
    resolve();
  }));
  while (exit === undefined && !isSetUp() && Date.now() - started < START_SECONDS * 1000) {
    await pause(1000);
  }
  return {
    outcome: exit ?? (isSetUp() ? 'runs' : `has not set up its Services after ${START_SECONDS} s`),
    seconds: Math.round((Date.now() - started) / 1000),
    log: () => log.split('\n').filter((line) => line !== ''),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Those of the metrics that the kube-proxy which runs does not show, though it has had the time to end a sync. */
export async function missingMetrics(names: readonly string[]): Promise<readonly string[]> {
  for (let tries = 0; ; tries++) {
    const text = await (await fetch('http://127.0.0.1:10249/metrics')).text();
    const missing = names.filter((name) => !new RegExp(`^${name}(?:_count)?[{ ]`, 'm').test(text));
    if (missing.length === 0 || tries === METRICS_PATIENCE_SECONDS) {
      return missing;
    }
    await pause(1000);
  }
}

/** Virtual servers and their real servers, a line for each as `ipvsadm -S -n` prints them. */
export function virtualServersNow(): string[] {
  return command('ipvsadm', '-S', '-n').split('\n').filter((line) => line !== '').map((line) => line.trim());
}

export function hasVirtualServers(lines: readonly string[]): boolean {
  const now = virtualServersNow();
  return lines.every((line) => now.includes(line));
}

/** Adds virtual servers from lines as `ipvsadm -S -n` prints them. */
export function addVirtualServers(lines: readonly string[]): void {
  lines.forEach((line) => command('ipvsadm', ...line.split(' ')));
}

/** Whether kube-proxy in nftables mode has rules for a Service. */
export function hasNftablesRulesFor(address: string): boolean {
  return succeeds('sh', '-c', 'nft list table ip kube-proxy | grep -qF "$1"', 'sh', address);
}

/** Whether kube-proxy in iptables mode has rules for a Service. */
export function hasIptablesRulesFor(address: string): boolean {
  return succeeds('sh', '-c', 'iptables-save -t nat | grep -qF "$1"', 'sh', address);
}

/** What is on a node of what the modes of kube-proxy set up. */
export interface Leftovers {
  /** Virtual and real servers of kube-proxy. */
  readonly virtualServers: number;
  /** Whether the virtual server of somebody else is there. */
  readonly foreignVirtualServer: boolean;
  readonly kubeIpvs0: boolean;
  /** With a name that begins with KUBE-. */
  readonly ipSets: number;
  /** Of iptables, with a name that begins with KUBE-. */
  readonly chains: number;
  /** Whether nftables has the table kube-proxy. */
  readonly nftablesTable: boolean;
  /** Those that kube-proxy writes in ipvs mode. */
  readonly sysctls: SysctlValues;
}

const IPVS_SYSCTLS = [
  'net.ipv4.vs.conntrack', 'net.ipv4.vs.conn_reuse_mode', 'net.ipv4.vs.expire_nodest_conn', 'net.ipv4.vs.expire_quiescent_template',
  'net.ipv4.ip_forward',
];

/** Counts what there is now. */
export function leftovers(virtualServers: readonly string[], foreign: readonly string[]): Leftovers {
  const now = virtualServersNow();
  const linesOf = (script: string, pattern: RegExp) => command('sh', '-c', script).split('\n').filter((line) => pattern.test(line)).length;
  return {
    virtualServers: virtualServers.filter((line) => now.includes(line)).length,
    foreignVirtualServer: hasVirtualServers(foreign),
    kubeIpvs0: fs.existsSync('/sys/class/net/kube-ipvs0'),
    ipSets: linesOf('ipset list -n', /^KUBE-/),
    chains: linesOf('iptables-save', /^:KUBE-/),
    nftablesTable: succeeds('nft', 'list', 'table', 'ip', 'kube-proxy'),
    sysctls: Object.fromEntries(IPVS_SYSCTLS.map((key) => [key, sysctl(key)])),
  };
}
