// Every type that a user of the plans meets. A test holds the list complete.
export type { ReleaseDates } from '../facts/kube-proxy/release-calendar';
export type { MigrationDeadline, MigrationOptions, MigrationPlan, PoolMigration } from './migration-plan';
export type { MigrationStep } from './migration-step';
export type { Candidate } from './migration-target';
export type { ReleaseStep } from './release-steps';
export type { SettingChange } from './setting-changes';
export type { UpgradeCell, UpgradeChange, UpgradeOptions, UpgradePlan, UpgradeRelease } from './upgrade-plan';
export type { ModeChange } from './with-mode';
