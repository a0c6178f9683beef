import { EVERY_POOL } from '../../src/cluster/pool-selector';
import type { Writer } from '../../src/declaration/writer';

/** A writer on every node that writes and loads nothing, with the changes given. */
export function madeWriter(changes: Partial<Writer> = {}): Writer {
  return {
    kind: 'daemon-set', name: 'DaemonSet kube-system/tune', resource: undefined, location: undefined, pools: EVERY_POOL,
    sysctls: [], modules: [], loading: undefined, moment: 'any-time', frequency: 'once', intervalSeconds: undefined,
    reachesNode: true, waitsForKey: false, cannotWork: undefined,
    ...changes,
  };
}
