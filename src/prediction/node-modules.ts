import type { ModuleState, NodePool } from '../cluster/node-pool';
import type { Evidence } from '../facts/evidence';
import { moduleAvailability } from '../facts/kernel/module-availability';
import { KUBELET_LOADS, modulesBroughtBy } from '../facts/kernel/sysctl-modules';
import type { WriteMoment, Writer, WriterKind } from '../declaration/writer';

/** What is known of a module on the nodes of a pool, once those who load modules have run. */
export interface NodeModule {
  readonly name: string;
  readonly state: ModuleState | 'unknown';
  /** Where that is from: what the input says of the nodes, somebody who loads it, or what is known of the kernel's vendor. */
  readonly from: 'inventory' | 'loader' | 'facts' | 'nothing';
  /** Those in the input who load it. */
  readonly loaders: readonly Writer[];
  readonly because: string;
  readonly evidence: Evidence | undefined;
}

/** Moments that lie before the first start of kube-proxy. */
const BEFORE_KUBE_PROXY: ReadonlySet<WriteMoment> = new Set(['boot-before-modules', 'boot', 'before-kube-proxy']);

/** The inventory first, then those who load modules, then what is known of the operating system. */
export function nodeModule(name: string, pool: NodePool, writers: readonly Writer[]): NodeModule {
  const loaders = loadersOf(name, writers);
  const rest = { name, loaders };
  const stated = Object.hasOwn(pool.modules, name) ? pool.modules[name] : undefined;
  if (stated !== undefined && (stated !== 'loadable' || loaders.length === 0)) {
    return { ...rest, state: stated, from: 'inventory', because: `${name} is stated as ${stated} on pool ${pool.name}`, evidence: undefined };
  }
  const known = moduleAvailability(name, pool);
  if (loaders.length > 0 && known.state !== 'absent') {
    const state = known.state === 'builtin' ? 'builtin' : 'loaded';
    return { ...rest, state, from: 'loader', because: `${loaders[0].name} loads ${name}`, evidence: undefined };
  }
  return { ...rest, state: known.state, from: known.state === 'unknown' ? 'nothing' : 'facts', because: known.because, evidence: known.evidence };
}

/** Whether somebody loads the module before kube-proxy starts. */
export function isLoadedBeforeKubeProxy({ loaders }: NodeModule): boolean {
  return loaders.some(({ moment }) => BEFORE_KUBE_PROXY.has(moment));
}

/** Whether the module is loaded by the time a writer acts: by itself, at boot, or by what starts its pod. */
export function isLoadedBefore(writer: Writer, name: string, writers: readonly Writer[]): boolean {
  return loadsModule(writer, name) || isLoadedAtBoot(name, writers) || (runsInPod(writer) && KUBELET_LOADS.modules.includes(name));
}

/** A profile of TuneD that is an object comes by the pods of OpenShift's node tuning operator. */
function runsInPod({ kind, resource }: Writer): boolean {
  return POD_KINDS.has(kind) || (kind === 'tuned' && resource !== undefined);
}

const POD_KINDS: ReadonlySet<WriterKind> = new Set(['daemon-set', 'pod', 'job', 'cron-job']);

/** Whether somebody loads the module at boot, before sysctl.d is read. */
function isLoadedAtBoot(name: string, writers: readonly Writer[]): boolean {
  return loadersOf(name, writers).some(({ moment }) => moment === 'boot');
}

/** Asked for each writer of a pool, of which there may be thousands. */
function loadersOf(name: string, writers: readonly Writer[]): readonly Writer[] {
  const known = knownLoaders.get(writers) ?? new Map<string, readonly Writer[]>();
  knownLoaders.set(writers, known);
  const loaders = known.get(name) ?? writers.filter((writer) => loadsModule(writer, name));
  known.set(name, loaders);
  return loaders;
}

const knownLoaders = new WeakMap<readonly Writer[], Map<string, readonly Writer[]>>();

/** Whether a writer that can work loads the module, or one that brings it along. */
function loadsModule(writer: Writer, name: string): boolean {
  const { cannotWork, loading } = writer;
  return cannotWork === undefined && (loading === undefined || (loading.mayLoad && loading.seesHostModules)) && bringsModule(writer, name);
}

/** Whether a writer means to load the module, or one that brings it along. */
function bringsModule({ modules }: Writer, name: string): boolean {
  return modules.some(({ module }) => modulesBroughtBy(module).includes(name));
}
