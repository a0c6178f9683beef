import type { LoadingMeans } from '../declaration/writer';
import type { ModuleEffect, SysctlEffect } from './script/script-effects';

/** What a process may do to the node it runs on. */
export interface NodeAccess {
  /** Whether an effect on a sysctl is one on the node's network namespace. */
  readonly reachesNode: (effect: SysctlEffect) => boolean;
  readonly loading: (effect: ModuleEffect) => LoadingMeans;
  /** Why an effect cannot come about, where that is plain; one clause. */
  readonly obstacle: (effect: SysctlEffect | ModuleEffect) => string | undefined;
}

/** The node's own modprobe, run by root. */
export const NODE_LOADING: LoadingMeans = { tool: 'host', seesHostModules: true, mayLoad: true };

/** A process of the node itself, run by root. */
export const NODE_PROCESS: NodeAccess = {
  reachesNode: () => true,
  loading: () => NODE_LOADING,
  obstacle: () => undefined,
};
