import type { Location } from '../kubernetes/location';
import type { PoolSelector } from '../cluster/pool-selector';

/**
 * What kind of thing writes sysctls or loads modules. `script` is a shell script of which nobody says when it runs, `node-settings` what an
 * installer or a cloud sets on the nodes that it makes, `configuration-management` a task of Ansible or a state of Salt.
 */
export type WriterKind =
  | 'kube-proxy' | 'sysctl-tuner' | 'module-loader'
  | 'daemon-set' | 'pod' | 'job' | 'cron-job'
  | 'sysctl.d' | 'modules-load.d' | 'systemd-unit' | 'cron' | 'tuned' | 'script' | 'talos-machine-config'
  | 'node-settings' | 'configuration-management';

/**
 * When a writer acts.
 *
 * - `boot-before-modules`: at boot, before modules that load on demand (systemd-sysctl)
 * - `boot`: at boot, modules first (modules-load.d, Talos)
 * - `any-time`: whenever its pod, unit or job starts; no order against kube-proxy
 * - `before-kube-proxy`: an init container of kube-proxy, `ExecStartPre`
 * - `kube-proxy-start`: kube-proxy itself
 * - `kube-proxy-start-unordered`: `ExecStartPost`, `postStart`: begins with kube-proxy, but does not wait for its own write
 * - `after-kube-proxy`: waits for kube-proxy's health port (or reconciles) before it writes
 */
export type WriteMoment =
  | 'boot-before-modules' | 'boot' | 'any-time' | 'before-kube-proxy' | 'kube-proxy-start'
  | 'kube-proxy-start-unordered' | 'after-kube-proxy';

/**
 * How often a writer acts.
 *
 * - `once`: once for each boot, pod start or job
 * - `every-kube-proxy-start`: again after each restart of kube-proxy
 * - `loop`: again and again, without looking at the value (cron, `while true; sysctl -w`)
 * - `reconcile`: again and again, reads, writes on difference, reads back
 */
export type WriteFrequency = 'once' | 'every-kube-proxy-start' | 'loop' | 'reconcile';

/** One sysctl that a writer sets. */
export interface SysctlWrite {
  /** With dots: `net.ipv4.vs.conn_reuse_mode`. */
  readonly key: string;
  /** As text; `undefined` when the input does not tell (a variable). */
  readonly value: string | undefined;
  /** Where it stands; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
}

/** One module that a writer loads. */
export interface ModuleLoad {
  /** As modprobe takes it: `ip_vs`. */
  readonly module: string;
  /** Whether the writer goes on, and tries another name or ignores the failure, when this one is missing. */
  readonly tolerant: boolean;
  /** Where it stands; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
}

/** How a writer gets at modprobe and /lib/modules. */
export interface LoadingMeans {
  /**
   * - `host`: the host's own modprobe (chroot, nsenter, systemd, modules-load.d)
   * - `container`: the image's modprobe or insmod
   */
  readonly tool: 'host' | 'container';
  /** Whether the container sees the host's module tree. True for `host`. */
  readonly seesHostModules: boolean;
  /** Whether it may load modules at all: privileged or SYS_MODULE. True outside containers. */
  readonly mayLoad: boolean;
}

/** Whether a write comes at boot, before anything that the kubelet starts. */
export function actsAtBoot({ moment }: { readonly moment: WriteMoment }): boolean {
  return moment === 'boot-before-modules' || moment === 'boot';
}

/** Whether a write is repeated by itself, whatever happens to kube-proxy. */
export function writesAgain({ frequency }: { readonly frequency: WriteFrequency }): boolean {
  return frequency === 'loop' || frequency === 'reconcile';
}

/** Somebody, kube-proxy apart, who writes sysctls or loads modules on nodes. */
export interface Writer {
  /** What it is. */
  readonly kind: WriterKind;
  /** For people: `DaemonSet kube-system/ipvs-modules, init container load` or a file name. */
  readonly name: string;
  /** `kind namespace/name` of the object; `undefined` for a file. */
  readonly resource: string | undefined;
  /** Where it is declared; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
  /** Pools on whose nodes it acts. */
  readonly pools: PoolSelector;
  /** What it sets, in its order. */
  readonly sysctls: readonly SysctlWrite[];
  /** What it loads, in its order. */
  readonly modules: readonly ModuleLoad[];
  /** How it loads modules; `undefined` when it loads none. */
  readonly loading: LoadingMeans | undefined;
  /** When it acts. */
  readonly moment: WriteMoment;
  /** How often it acts. */
  readonly frequency: WriteFrequency;
  /** Seconds between two looks, for `loop` and `reconcile`. */
  readonly intervalSeconds: number | undefined;
  /** Whether its writes reach the node's network namespace (hostNetwork, host process); false for a pod's own namespace. */
  readonly reachesNode: boolean;
  /**
   * Whether its writes come once the keys are there: it waits for them, loads the module itself before, or tries again and again.
   * False when it sets nothing.
   */
  readonly waitsForKey: boolean;
  /** Why it cannot work at all, where that is plain (no privilege, read-only /proc/sys); one clause. */
  readonly cannotWork: string | undefined;
}
