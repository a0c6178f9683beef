import type { PoolPrediction } from './prediction';

/** What `connReuseMode: 'auto'` makes of a pool. */
export interface AutoTuning {
  /** The value to reconcile; `undefined` when no value is better than leaving the finding to stand. */
  readonly connReuseMode: '0' | '1' | undefined;
  /** One clause for the report. */
  readonly because: string;
}

/**
 * The value of `net.ipv4.vs.conn_reuse_mode` that is right for a pool: 1 where reused source ports are safe with it, else 0
 * where they are only spread unevenly. Everywhere else no value cures the kernel, and none is written.
 */
export function autoTuning({ reuse }: Pick<PoolPrediction, 'reuse'>): AutoTuning {
  const { zero, one } = reuse.ifMode;
  if (one === 'safe') {
    return { connReuseMode: '1', because: 'with 1 this kernel reschedules a reused source port at once' };
  }
  return zero === 'uneven'
    ? { connReuseMode: '0', because: `with 0 reused source ports only keep their server while it lives, and with 1 the outcome is ${one}` }
    : { connReuseMode: undefined, because: `no value is right here: with 0 the outcome is ${zero}, with 1 it is ${one}` };
}
