import type { Location } from '../../kubernetes/location';
import { selects } from '../../cluster/pool-selector';
import type { PoolPrediction } from '../../prediction/prediction';
import type { Writer } from '../../declaration/writer';
import type { Judged, RuleFinding } from '../rule';
import { poolNames } from './pool-wording';

/** A fault of one writer, with the pools on which it shows. */
export interface WriterFault<Fault> {
  readonly writer: Writer;
  readonly fault: Fault;
  readonly pools: readonly PoolPrediction[];
}

/**
 * Looks at each writer on each Linux pool that it acts on. A fault is plain data: equal ones of one writer are one fault on several
 * pools. A writer whose selector asks for labels that no pool states is taken to act on the only pool, but on none of several.
 */
export function faultsOfWriters<Fault>(
  pools: readonly PoolPrediction[], faultsOn: (writer: Writer, pool: PoolPrediction) => readonly Fault[],
): WriterFault<Fault>[] {
  const faults = new Map<Writer, Map<string, { fault: Fault; pools: PoolPrediction[] }>>();
  for (const pool of pools.filter((prediction) => prediction.pool.operatingSystem === 'linux')) {
    for (const writer of pool.writers.filter(({ pools: selector }) => pools.length === 1 || selects(selector, pool.pool) === 'yes')) {
      const known = faults.get(writer) ?? new Map();
      faults.set(writer, known);
      for (const fault of faultsOn(writer, pool)) {
        const identity = JSON.stringify(fault);
        known.set(identity, { fault, pools: [...known.get(identity)?.pools ?? [], pool] });
      }
    }
  }
  return [...faults].flatMap(([writer, known]) => [...known.values()].map((entry) => ({ writer, ...entry })));
}

/** What is known where a writer acts: a pool's prediction, or the other writers alone where the input names no nodes. */
export type Surroundings = Pick<PoolPrediction, 'writers'> & Partial<PoolPrediction>;

/** As {@link faultsOfWriters}, for faults that show without a node, too. */
export function faultsOfWritersAnywhere<Fault>(
  { declaration: { writers }, prediction: { pools } }: Judged, faultsOn: (writer: Writer, surroundings: Surroundings) => readonly Fault[],
): WriterFault<Fault>[] {
  return pools.length > 0
    ? faultsOfWriters(pools, faultsOn)
    : writers.flatMap((writer) => faultsOn(writer, { writers }).map((fault) => ({ writer, fault, pools: [] })));
}

/** Where a finding about a writer points; its id stays the same whichever pools are concerned. */
export function writtenBy(writer: Writer, place?: { readonly location: Location | undefined }): Pick<RuleFinding, 'resource' | 'location' | 'detail'> {
  return {
    resource: writer.resource,
    location: place?.location ?? writer.location,
    detail: writer.resource?.replace(' ', '/') ?? writer.name,
  };
}

/** `pools old, new: DaemonSet kube-system/node-setup`: how a message about a writer begins. Its container, if it is one, is named in the reason. */
export function writerOnPools({ writer, pools }: Pick<WriterFault<unknown>, 'writer' | 'pools'>): string {
  const name = writer.resource ?? writer.name;
  return pools.length > 0 ? `${poolNames(pools)}: ${name}` : name;
}

/** When and how often a writer acts: `once at boot`, `after each start of kube-proxy`. */
export function whenItActs({ moment, frequency, intervalSeconds }: Writer): string {
  const every = intervalSeconds === undefined ? '' : ` (every ${intervalSeconds} s)`;
  if (frequency === 'reconcile') {
    return `whenever it finds another value${every}`;
  }
  if (frequency === 'loop') {
    return `again and again${every} without looking at the value`;
  }
  switch (moment) {
    case 'boot-before-modules':
    case 'boot':
      return 'once at boot';
    case 'any-time':
      return 'once, whenever it happens to start';
    case 'before-kube-proxy':
      return 'before kube-proxy starts';
    case 'kube-proxy-start':
    case 'kube-proxy-start-unordered':
      return 'as kube-proxy starts, without waiting for it';
    case 'after-kube-proxy':
      return frequency === 'once' ? 'once, after kube-proxy has started' : 'after each start of kube-proxy';
  }
}
