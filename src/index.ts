/* eslint-disable @typescript-eslint/no-require-imports, import/no-duplicates -- what reads, predicts and judges is loaded when it is
   first called: programs that only declare clusters start fast. */
import type * as assessment from './assessment/assess';
import type * as decoding from './config/decode';
import type * as rendering from './config/render';
import type * as prediction from './prediction/predict';
import type * as reading from './reading/read-declaration';
import type { AssessOptions, Assessment } from './assessment/assess';
import type { DecodeOptions } from './config/decode';
import { factsAsStated, type StatedFacts } from './cluster/define-cluster';
import type { DecodedConfiguration } from './config/decoded-configuration';
import type { KubeProxyConfigurationProps } from './config/kube-proxy-configuration';
import type { RenderedConfiguration } from './config/render';
import type { Declaration } from './declaration/declaration';
import { KubeVersion } from './facts/kube-proxy/kube-version';
import type { Prediction } from './prediction/prediction';
import type { DeclarationInput } from './reading/read-declaration';
import type * as rules from './rules';
import type * as upgrading from './upgrade/cluster-plan';
import type { Rule, RuleDescription } from './rules/rule';
import type { MigrationOptions, MigrationPlan } from './upgrade/migration-plan';
import type { UpgradeOptions, UpgradePlan } from './upgrade/upgrade-plan';

export type * from './assessment/public-types';
export type * from './upgrade/public-types';
export { defineCluster } from './cluster/define-cluster';
export { clusterFromNodeList } from './cluster/node-list';
export { nodePool } from './cluster/read-node-pool';
export { kernelFixes } from './facts/kernel/kernel-fixes';
export { KernelRelease } from './facts/kernel/kernel-release';
export { KubeVersion };

/**
 * Reads everything that objects and texts state into a declaration. Never throws for what is wrong in them.
 *
 * @throws Error when the version among `input.facts` is none
 */
export function declarationOf(
  input: Omit<DeclarationInput, 'facts'> & {
    /** Version, platform and network, the surest source first; what the files say of the cluster comes after. @default - nothing */
    readonly facts?: readonly StatedFacts[];
  },
): Declaration {
  return (require('./reading/read-declaration') as typeof reading).declarationOf({ ...input, facts: input.facts?.map(factsAsStated) });
}

/** What every node pool will look like once kube-proxy has started. */
export function predict(declaration: Declaration): Prediction {
  return (require('./prediction/predict') as typeof prediction).predict(declaration);
}

/**
 * Predicts, applies every rule, then the acknowledgements. A rule that throws is a finding, `rule-crashed`.
 *
 * @param options acknowledgements, the day they are held against, rules of your own
 * @throws Error when two rules have the same id, or one has none
 */
export function assess(declaration: Declaration, options?: AssessOptions): Assessment {
  return (require('./assessment/assess') as typeof assessment).assess(declaration, options);
}

/**
 * What kube-proxy of a version makes of a configuration: what is in effect, what it drops, whether it starts.
 *
 * @param version of kube-proxy, like `v1.29.4`
 */
export function decodeConfiguration(text: string, version: KubeVersion | string, options?: DecodeOptions): DecodedConfiguration {
  return (require('./config/decode') as typeof decoding).decodeConfiguration(text, versionOf(version), options);
}

/**
 * The smallest document that makes kube-proxy of a version run with the given settings, and what that version does not have.
 *
 * @param version of kube-proxy, like `v1.29.4`
 */
export function renderConfiguration(props: KubeProxyConfigurationProps, version: KubeVersion | string): RenderedConfiguration {
  return (require('./config/render') as typeof rendering).renderConfiguration(props, versionOf(version));
}

/**
 * What every minor release on the way would make of each pool, and what changes from one to the next. Each cell is what `assess` says of the
 * same input at that release.
 *
 * @param options.to the last release, like `1.40`; what is not out is judged as it is planned
 * @param options.from the first one; the oldest version of a pool unless told
 */
export function upgradePlan(
  declaration: Declaration, options: Omit<UpgradeOptions, 'from' | 'to'> & { readonly from?: KubeVersion | string; readonly to: KubeVersion | string },
): UpgradePlan {
  const { from, to } = options;
  return (require('./upgrade/cluster-plan') as typeof upgrading)
    .upgradePlan(declaration, { ...options, from: from === undefined ? undefined : versionOf(from), to: versionOf(to) });
}

/**
 * How each pool in IPVS mode leaves it: target, steps, way back and deadline. The smallest pool comes first, control planes last.
 *
 * @param options.mode where pools go; `auto` unless told: nftables where release and kernel allow it without a defect, else iptables
 * @param options.to up to which release kube-proxy may be upgraded first; today's stays unless told
 */
export function migrationPlan(
  declaration: Declaration, options: Omit<MigrationOptions, 'to'> & { readonly to?: KubeVersion | string } = {},
): MigrationPlan {
  const { to } = options;
  return (require('./upgrade/cluster-plan') as typeof upgrading).migrationPlan(declaration, { ...options, to: to === undefined ? undefined : versionOf(to) });
}

/** Every rule that a finding can name, with its title, severities and sources. */
export function ruleCatalogue(): readonly RuleDescription[] {
  return (require('./rules') as typeof rules).catalogue;
}

/** The rules that `assess` applies unless told otherwise, for a list with rules of your own: `[...builtInRules, mine]`. */
export const builtInRules: Iterable<Rule> = {
  [Symbol.iterator]: () => (require('./rules') as typeof rules).rules[Symbol.iterator](),
};

function versionOf(version: KubeVersion | string): KubeVersion {
  return version instanceof KubeVersion ? version : KubeVersion.parse(version);
}
