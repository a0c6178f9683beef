import type { Location } from '../../kubernetes/location';
import type { NodePool } from '../../cluster/node-pool';
import { selects, type PoolSelector } from '../../cluster/pool-selector';
import type { ConfigurationPrediction, Prediction } from '../../prediction/prediction';
import type { ConfigurationFault } from './configuration-findings';

/** Something of the input that a fault can point to. */
interface Placed {
  readonly resource: string;
  readonly location: Location | undefined;
}

/** Where a fault points that a workload brings about; its id names the workload, whichever pools are concerned. A file is no resource. */
export function atWorkload({ resource, location }: Placed): Pick<ConfigurationFault, 'detail' | 'place'> {
  return { detail: resource.replace(' ', '/'), place: { resource: location?.file === resource ? undefined : resource, location } };
}

/** Whether a workload meets a kube-proxy set-up, and on which of its pools; with no nodes known it does, on none. */
export interface Meeting {
  readonly meets: boolean;
  readonly pools: readonly NodePool[];
}

/** Where a workload meets a kube-proxy set-up: on the pools that it certainly runs on, or, if there are none at all, on those that it may. */
export function meeting(selector: PoolSelector, { pools }: ConfigurationPrediction, prediction: Prediction): Meeting {
  if (prediction.pools.length === 0) {
    return { meets: true, pools: [] };
  }
  const isCertain = prediction.pools.some(({ pool }) => selects(selector, pool) === 'yes');
  const concerned = pools.filter((pool) => selects(selector, pool) === (isCertain ? 'yes' : 'unknown'));
  return { meets: concerned.length > 0, pools: concerned };
}

/** Names beyond this many are only counted. */
const NAMED = 3;

/** `a, b, c and 2 more`. */
export function firstFew(names: readonly string[]): string {
  const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${rest}`;
}
