import type { NodePool, ModuleState } from '../cluster/node-pool';
import type { ProxyMode } from '../config/configuration';
import type { DecodedConfiguration } from '../config/decoded-configuration';
import type { PoolKubeProxy } from '../declaration/governance';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { Evidence } from '../facts/evidence';
import type { KernelFixes } from '../facts/kernel/kernel-fixes';
import type { OperatingSystem } from '../facts/kube-proxy/modes';
import type { Writer } from '../declaration/writer';

/** What happens when kube-proxy starts. `unknown` when the input does not decide it. */
export type StartupOutcome = 'runs' | 'falls-back-to-iptables' | 'exits' | 'unknown';

/** Why kube-proxy exits or falls back; a closed list, so that rules can tell them apart. */
export type StartupCause =
  | 'configuration-undecodable' | 'configuration-invalid' | 'mode-unknown' | 'feature-gate-unknown' | 'mode-gated-off' | 'mode-removed'
  | 'sysctl-key-missing' | 'sysctl-read-only' | 'modules-missing' | 'scheduler-unavailable' | 'nftables-kernel-too-old'
  | 'kernel-unreadable' | 'nftables-module-missing' | 'iptables-unavailable';

/** One reason why kube-proxy exits or falls back at its start. */
export interface StartupReason {
  /** What it is, for programs. */
  readonly cause: StartupCause;
  /** What kube-proxy does for it. */
  readonly outcome: 'falls-back-to-iptables' | 'exits';
  /** One clause for a reader. */
  readonly because: string;
  /** What shows that it does. */
  readonly evidence: Evidence;
}

/** What happens when kube-proxy starts, and why. */
export interface Startup {
  /** What kube-proxy does in the end. */
  readonly outcome: StartupOutcome;
  /** In the order in which kube-proxy comes across them; empty when it runs or that is not known. */
  readonly reasons: readonly StartupReason[];
}

/** One writer's value for a sysctl, and whether it takes effect. */
export interface SysctlStep {
  /** The writer, `kube-proxy`, or `node` for what the node had before (or the kernel's default). */
  readonly by: Writer | 'kube-proxy' | 'node';
  /** As text; `undefined` when it is not known. */
  readonly value: string | undefined;
  /** Whether it gets there: `no` when the key is not there by then or the write cannot reach the node, `unknown` when that depends on who comes first. */
  readonly lands: 'yes' | 'no' | 'unknown';
  /** Whether it happens again when kube-proxy alone is restarted, and when the node is rebooted. */
  readonly again: { readonly onKubeProxyRestart: boolean; readonly onReboot: boolean };
  /** One clause: `writes 0 at each start (v1.19.16, kernel 4.18.0)`. */
  readonly because: string;
}

/** What becomes of one sysctl on the nodes of a pool. `undefined` values are not known. */
export interface SysctlPrediction {
  /** With dots: `net.ipv4.vs.conn_reuse_mode`. */
  readonly key: string;
  /** Value once kube-proxy and everybody else have started and settled; `undefined` when it is not known or depends on who comes last. */
  readonly value: string | undefined;
  /** Every value that it may have then; empty when one of them is not known. */
  readonly possible: readonly string[];
  /** Value after kube-proxy alone was restarted and everybody who acts again has acted. */
  readonly afterKubeProxyRestart: string | undefined;
  /** Value after the node was rebooted and everything has settled. */
  readonly afterReboot: string | undefined;
  /** What kube-proxy writes; `undefined` when it leaves the key alone, or (it has a step then) when the unknown number of cores decides. */
  readonly kubeProxyWrites: string | undefined;
  /** In the order in which they act. */
  readonly steps: readonly SysctlStep[];
}

/** A module that this kube-proxy with this configuration needs. */
export interface ModulePrediction {
  /** As modprobe takes it: `ip_vs_rr`. */
  readonly name: string;
  /** `listed`: in kube-proxy's own list; `scheduler`: of the configured scheduler; `kernel`: needed by what kube-proxy does. */
  readonly neededAs: 'listed' | 'scheduler' | 'kernel';
  /** State on the node once loaders have run; `unknown` when neither the input nor the facts tell. */
  readonly state: ModuleState | 'unknown';
  /** Whether this kube-proxy counts it as there: it loads it itself, sees it as built in, or finds it loaded. */
  readonly satisfied: boolean | 'unknown';
  /** One clause: what needs it, and how its state is known. */
  readonly because: string;
  /** For a state that follows from the kernel; `undefined` where the input states it. */
  readonly evidence: Evidence | undefined;
}

/**
 * What happens to a client that reuses a source port.
 *
 * - `safe`: its connection is scheduled anew at once
 * - `uneven`: it keeps its old server while that lives, so new servers get no share of it
 * - `stale-real-server`: it is sent to a server that is gone
 * - `lost-conntrack`: its connection is established, then loses its conntrack, and nothing comes back
 * - `syn-drop-delay`: its first SYN is dropped, and it waits a second or more
 * - `unknown`: the input does not decide it
 * - `not-ipvs`: kube-proxy does not run in IPVS mode
 */
export type ReuseVerdict = 'safe' | 'uneven' | 'stale-real-server' | 'lost-conntrack' | 'syn-drop-delay' | 'unknown' | 'not-ipvs';

/** The verdict for the pool as it is, and what each value of `net.ipv4.vs.conn_reuse_mode` would make of it. */
export interface ReusePrediction {
  /** For the pool as it is. */
  readonly verdict: ReuseVerdict;
  /** Value of net.ipv4.vs.conn_reuse_mode that the verdict rests on; `undefined` when not known. */
  readonly connReuseMode: string | undefined;
  /** Value of net.ipv4.vs.expire_nodest_conn; `undefined` when not known or outside IPVS mode. */
  readonly expireNodestConn: string | undefined;
  /** The mechanism in one clause, with the fixes that decide. */
  readonly because: string;
  /** The verdict that each value would give here, so that remedies never advise a worse one. */
  readonly ifMode: { readonly zero: ReuseVerdict; readonly one: ReuseVerdict };
}

/** What the nodes of one pool will look like once kube-proxy has started. */
export interface PoolPrediction {
  /** The pool that it is about. */
  readonly pool: NodePool;
  /** `undefined`: no version is known, and nothing that needs one is judged. */
  readonly kubeProxy: PoolKubeProxy | undefined;
  /** What governs the pool; `undefined` when nothing in the input does, or when several claim it and would not do the same there. */
  readonly instance: KubeProxyInstance | undefined;
  /** All that claim the pool; more than one is a fault, or not decided by what is known of the pool. */
  readonly claimants: readonly KubeProxyInstance[];
  /** The configuration that this kube-proxy runs with, flags and defaults applied; `undefined` without version or instance. */
  readonly configuration: DecodedConfiguration | undefined;
  /** The mode that was asked for, as it is written; `''` when unset. */
  readonly requestedMode: string | undefined;
  /** The mode in effect after start; `undefined` when kube-proxy does not run or that is not known. */
  readonly modeInForce: ProxyMode | undefined;
  /** Whether kube-proxy starts, in its mode or in another. */
  readonly startup: Startup;
  /** Everybody else who writes sysctls or loads modules on these nodes, in order of the input; a selector that cannot be decided counts. */
  readonly writers: readonly Writer[];
  /** By key: what kube-proxy or another writer sets, what was seen on the nodes, and in IPVS mode what matters there. */
  readonly sysctls: ReadonlyMap<string, SysctlPrediction>;
  /** What IPVS mode needs; empty when it is not asked for. */
  readonly modules: readonly ModulePrediction[];
  /** What this pool's kernel has of the fixes that decide. */
  readonly fixes: KernelFixes;
  /** What happens to clients that reuse a source port. */
  readonly reuse: ReusePrediction;
  /** What this rests on that the input does not state, one clause each; empty when everything is stated. */
  readonly assumptions: readonly string[];
}

/** What one kube-proxy of one release makes of its configuration, whatever the kernels. */
export interface ConfigurationPrediction {
  /** What runs with the configuration. */
  readonly instance: KubeProxyInstance;
  /** The release that reads it. */
  readonly kubeProxy: PoolKubeProxy;
  /** Of the nodes that it is for; decides which modes there are. */
  readonly operatingSystem: OperatingSystem;
  /** What that release makes of the document and flags. */
  readonly decoded: DecodedConfiguration;
  /** The mode that it asks for, with the release's default where it names none; `undefined` for one that never existed. */
  readonly requestedMode: ProxyMode | undefined;
  /** The pools that it claims, alone or not; none when the input names no nodes. */
  readonly pools: readonly NodePool[];
}

/** The prediction for the whole cluster. */
export interface Prediction {
  /** One for each pool of the cluster, in their order. */
  readonly pools: readonly PoolPrediction[];
  /** One for each configuration and release that reads it. */
  readonly configurations: readonly ConfigurationPrediction[];
  /** Configurations of which no release is known, as two releases decode them. @default - none */
  readonly unversioned?: readonly UnversionedConfiguration[];
}

/** A configuration of which no release is known: what the oldest and the newest of the releases that may still be in use make of it. */
export interface UnversionedConfiguration {
  /** What has the configuration. */
  readonly instance: KubeProxyInstance;
  /** As the oldest release that may still be in use decodes it. */
  readonly oldest: ConfigurationPrediction;
  /** As the newest known release decodes it. */
  readonly newest: ConfigurationPrediction;
}
