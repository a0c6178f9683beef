import type { Declaration } from '../declaration/declaration';
import { migrationPlan, type MigrationOptions, type MigrationPlan } from './migration-plan';
import { upgradePlan, type UpgradeOptions, type UpgradePlan } from './upgrade-plan';

/** Both ways of a cluster: from release to release, and off IPVS mode. */
export interface ClusterPlan {
  readonly upgrade: UpgradePlan;
  readonly migration: MigrationPlan;
}

/** The upgrade path and the way off IPVS mode, from one reading of the input. */
export function clusterPlan(declaration: Declaration, options: UpgradeOptions & Pick<MigrationOptions, 'mode'>): ClusterPlan {
  return { upgrade: upgradePlan(declaration, options), migration: migrationPlan(declaration, { mode: options.mode, to: options.to }) };
}

export { migrationPlan, upgradePlan };
