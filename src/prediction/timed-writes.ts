import type { NodePool } from '../cluster/node-pool';
import { selects } from '../cluster/pool-selector';
import type { WriteRule } from '../facts/kube-proxy/sysctls';
import { moduleOfSysctl } from '../facts/kernel/sysctl-modules';
import { actsAtBoot, writesAgain, type WriteFrequency, type WriteMoment, type Writer } from '../declaration/writer';
import type { KubeProxyWrite } from './kube-proxy-writes';
import { isLoadedBefore, type NodeModule } from './node-modules';

/** Whether a write gets there; `unknown` when that depends on who comes first. */
export type Landing = 'yes' | 'no' | 'unknown';

/** Somebody's write of one key, with its place in time. */
export interface TimedWrite {
  readonly by: Writer | 'kube-proxy';
  readonly value: string | undefined;
  readonly rule: WriteRule;
  readonly moment: WriteMoment;
  readonly frequency: WriteFrequency;
  readonly lands: Landing;
  readonly because: string;
}

/** What decides whether a write gets to the nodes of a pool. */
export interface WriteSurroundings {
  readonly pool: NodePool;
  readonly writers: readonly Writer[];
  readonly moduleOf: (name: string) => NodeModule;
  /** Whether kube-proxy runs in IPVS mode, and so has loaded ip_vs once it is up. */
  readonly ipvsRuns: boolean;
}

/** Every write of a key. A writer that sets it several times leaves the last value. */
export function timedWrites(key: string, byKubeProxy: KubeProxyWrite | undefined, surroundings: WriteSurroundings): TimedWrite[] {
  const byOthers = surroundings.writers.flatMap((writer) => {
    const write = writer.sysctls.filter((candidate) => candidate.key === key).at(-1);
    return write === undefined ? [] : [timed(writer, key, write.value, surroundings)];
  });
  return byKubeProxy === undefined ? byOthers : [...byOthers, kubeProxyTimed(byKubeProxy)];
}

function kubeProxyTimed({ value, rule, because }: KubeProxyWrite): TimedWrite {
  return { by: 'kube-proxy', value, rule, moment: 'kube-proxy-start', frequency: 'every-kube-proxy-start', lands: 'yes', because };
}

function timed(writer: Writer, key: string, value: string | undefined, surroundings: WriteSurroundings): TimedWrite {
  const { moment, frequency } = writer;
  const { lands, why } = landing(writer, key, surroundings);
  const wanted = value ?? 'a value that the input does not tell';
  const because = `writes ${wanted} ${MOMENTS[moment]}${FREQUENCIES[frequency]}${why ? `, ${why}` : ''}`;
  return { by: writer, value, rule: 'if-different', moment, frequency, lands, because };
}

/** Whether a writer reaches the nodes, and the key exists when it acts. */
function landing(writer: Writer, key: string, surroundings: WriteSurroundings): { lands: Landing; why?: string } {
  if (writer.cannotWork !== undefined) {
    return { lands: 'no', why: `but cannot: ${writer.cannotWork}` };
  }
  if (!writer.reachesNode) {
    return { lands: 'no', why: "but only in its own pod's network namespace" };
  }
  const found = landingOnKey(writer, key, surroundings);
  return found.lands === 'yes' && selects(writer.pools, surroundings.pool) === 'unknown'
    ? { lands: 'unknown', why: 'if it runs on this pool, whose labels do not tell' }
    : found;
}

/** Whether the key exists by then. */
function landingOnKey(writer: Writer, key: string, { writers, moduleOf, ipvsRuns }: WriteSurroundings): { lands: Landing; why?: string } {
  const module = moduleOfSysctl(key);
  if (module === undefined || writer.waitsForKey || isLoadedBefore(writer, module, writers)) {
    return { lands: 'yes' };
  }
  const { state, from } = moduleOf(module);
  if (state === 'builtin') {
    return { lands: 'yes' };
  }
  const wasLoaded = state === 'loaded' && from === 'inventory';
  if (actsAtBoot(writer)) {
    return wasLoaded
      ? { lands: 'unknown', why: `which is lost if ${module} is loaded later` }
      : { lands: 'no', why: `but nothing has loaded ${module} by then, so it is lost` };
  }
  const waited = writer.moment === 'after-kube-proxy' && (ipvsRuns || module !== 'ip_vs');
  return wasLoaded || writesAgain(writer) || waited ? { lands: 'yes' } : { lands: 'unknown', why: `which fails if ${module} is not loaded yet` };
}

const MOMENTS: Readonly<Record<WriteMoment, string>> = {
  'boot-before-modules': 'at boot',
  'boot': 'at boot, after the modules listed for boot',
  'any-time': 'when it starts, in no order against kube-proxy',
  'before-kube-proxy': 'before kube-proxy starts',
  'kube-proxy-start': 'when kube-proxy starts',
  'kube-proxy-start-unordered': 'while kube-proxy starts, without waiting for its own write',
  'after-kube-proxy': 'once kube-proxy is up',
};

const FREQUENCIES: Readonly<Record<WriteFrequency, string>> = {
  'once': ', once',
  'every-kube-proxy-start': '',
  'loop': ', again and again without looking',
  'reconcile': ', and again whenever it finds another value',
};
