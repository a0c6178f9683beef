import { assess, type Assessment, type AssessOptions } from '../assessment/assess';
import type { NodePool } from '../cluster/node-pool';
import type { Declaration } from '../declaration/declaration';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { ProxyMode } from '../facts/kube-proxy/modes';
import { oldestAllowedLine } from '../facts/kube-proxy/version-skew';
import type { PoolPrediction, ReuseVerdict, StartupOutcome } from '../prediction/prediction';
import type { Finding, Severity } from '../rules/finding';
import { declarationAt, versionOn } from './declaration-at';
import { releaseSteps, type ReleaseStep } from './release-steps';
import { settingChanges, type SettingChange } from './setting-changes';

/** What a check of the same input would say of one pool at one release. */
export interface UpgradeCell {
  /** Of kube-proxy on this pool. */
  readonly version: KubeVersion;
  /** Whether it starts, in its mode or in another. */
  readonly startup: StartupOutcome;
  /** The mode in effect; `undefined` when kube-proxy does not run or that is not known. */
  readonly modeInForce: ProxyMode | undefined;
  /** What happens to clients that reuse a source port. */
  readonly reuse: ReuseVerdict;
  /** Findings about the pool, or about the configuration that governs it. */
  readonly findings: readonly Finding[];
  /** What the cell rests on that the input does not state, or that is only planned; one clause each. */
  readonly assumptions: readonly string[];
}

/** Something that is otherwise at a release than at the one before. */
export interface UpgradeChange {
  /** Names of the pools, in their order; empty for what concerns the whole cluster. */
  readonly pools: readonly string[];
  /** What is otherwise, as it was and as it is. */
  readonly what:
    | { readonly kind: 'finding-appears' | 'finding-goes'; readonly finding: Finding }
    /** A finding that is there at both releases, and is more or less severe. */
    | { readonly kind: 'severity'; readonly finding: Finding; readonly before: Severity }
    | { readonly kind: 'startup' | 'mode' | 'reuse'; readonly before: string; readonly after: string }
    | ({ readonly kind: 'setting' } & { readonly setting: SettingChange });
}

/** One minor release on the way: what every pool does there, and what is otherwise than at the release before. */
export interface UpgradeRelease extends ReleaseStep {
  /** By name of the pool; a pool that is at a later release today has none. */
  readonly cells: ReadonlyMap<string, UpgradeCell>;
  /** What is otherwise than at the release before; empty at the first. */
  readonly changes: readonly UpgradeChange[];
  /** Errors that this release brings: what has to be dealt with before a pool is upgraded to it. */
  readonly blockers: readonly UpgradeChange[];
  /** The oldest kube-proxy that an API server of this release supports, `1.37`: so long a pool may stay behind. */
  readonly oldestKubeProxy: string;
}

/** The way of a cluster from release to release. */
export interface UpgradePlan {
  /** Where the way begins: the oldest version of a pool unless told. */
  readonly from: KubeVersion;
  /** Where it ends. */
  readonly to: KubeVersion;
  /** Linux pools whose version is known, in the order of the input. */
  readonly pools: readonly NodePool[];
  /** Pools that are left out, and why. */
  readonly leftOut: readonly { readonly pool: string; readonly because: string }[];
  /** In their order, both ends included; none when the end is before the beginning. */
  readonly releases: readonly UpgradeRelease[];
}

/** Between which releases, and which findings are accepted. */
export interface UpgradeOptions extends AssessOptions {
  /** @default - the oldest version of a pool */
  readonly from?: KubeVersion;
  /** The last release that is judged. */
  readonly to: KubeVersion;
}

/**
 * What every minor release on the way would make of each pool, with the configurations and kernels of today. Each cell is what a check of the
 * same input at that release says.
 */
export function upgradePlan(declaration: Declaration, options: UpgradeOptions): UpgradePlan {
  const { to } = options;
  const start = startOf(declaration, options.from);
  const releases: UpgradeRelease[] = [];
  let earlier: Assessed | undefined;
  for (const step of start.from === undefined ? [] : releaseSteps(start.from, to)) {
    const judged = judgedAt(declaration, step, start, options);
    const changes = earlier === undefined ? [] : changesBetween(earlier, judged);
    releases.push({ ...step, cells: judged.cells, changes, blockers: changes.filter(isBlocker), oldestKubeProxy: oldestAllowedLine(step.version) });
    earlier = judged;
  }
  return { from: start.from ?? to, to, pools: start.pools, leftOut: start.leftOut, releases };
}

interface Start {
  readonly from: KubeVersion | undefined;
  readonly pools: readonly NodePool[];
  readonly versions: ReadonlyMap<string, KubeVersion>;
  readonly leftOut: UpgradePlan['leftOut'];
}

function startOf(declaration: Declaration, from: KubeVersion | undefined): Start {
  const versions = new Map<string, KubeVersion>();
  const leftOut: { pool: string; because: string }[] = [];
  for (const pool of declaration.cluster.nodePools) {
    const version = from ?? versionOn(declaration, pool);
    if (pool.operatingSystem !== 'linux') {
      leftOut.push({ pool: pool.name, because: 'Windows pools are recognised but not predicted' });
    } else if (version === undefined) {
      leftOut.push({ pool: pool.name, because: 'its version of kube-proxy is not known; give --from, or kubeProxyVersion in an inventory' });
    } else {
      versions.set(pool.name, version);
    }
  }
  const oldest = [...versions.values()].sort((left, right) => left.compare(right))[0];
  return { from: from ?? oldest, pools: declaration.cluster.nodePools.filter(({ name }) => versions.has(name)), versions, leftOut };
}

interface Assessed {
  readonly cells: ReadonlyMap<string, UpgradeCell>;
  readonly predictions: ReadonlyMap<string, PoolPrediction>;
  readonly findings: readonly Finding[];
}

function judgedAt(declaration: Declaration, step: ReleaseStep, { versions, pools }: Start, options: AssessOptions): Assessed {
  const assessment = assess(declarationAt(declaration, step.version), options);
  const here = pools.filter(({ name }) => versions.get(name)!.minor <= step.version.minor);
  const predictions = new Map(assessment.prediction.pools.map((predicted) => [predicted.pool.name, predicted]));
  const basis = step.dates.state === 'released' ? [] : [step.dates.state === 'planned' ? `v${step.dates.line} is not out: as planned` : `v${step.dates.line} is a pre-release`];
  return {
    predictions,
    findings: assessment.findings.filter(({ pool, rule }) => !rule.startsWith('acknowledgement-') && (pool === undefined || here.some(({ name }) => name === pool))),
    cells: new Map(here.map(({ name }) => [name, cellOf(predictions.get(name)!, assessment, basis)])),
  };
}

function cellOf(predicted: PoolPrediction, { findings }: Assessment, basis: readonly string[]): UpgradeCell {
  const { pool, startup, modeInForce, reuse, kubeProxy, instance, assumptions } = predicted;
  const governing = new Set([instance?.resource, instance?.configuration?.resource].filter((name) => name !== undefined));
  return {
    version: kubeProxy!.version, startup: startup.outcome, modeInForce, reuse: reuse.verdict, assumptions: [...basis, ...assumptions],
    findings: findings.filter((finding) => finding.pool === undefined
      ? finding.resource !== undefined && governing.has(finding.resource)
      : finding.pool === pool.name),
  };
}

function changesBetween(before: Assessed, after: Assessed): UpgradeChange[] {
  const changes = new Map<string, { pools: string[]; what: UpgradeChange['what'] }>();
  const note = (pool: string, what: UpgradeChange['what']) => {
    const key = JSON.stringify(what);
    const seen = changes.get(key) ?? { pools: [], what };
    seen.pools.push(pool);
    changes.set(key, seen);
  };
  for (const name of after.cells.keys()) {
    poolChanges(name, before, after).forEach((what) => note(name, what));
  }
  return [...findingChanges(before, after), ...changes.values()];
}

/** What follows from not starting, or from another mode, is not told once more. */
function poolChanges(name: string, before: Assessed, after: Assessed): UpgradeChange['what'][] {
  const [then, now] = [before.cells.get(name), after.cells.get(name)];
  if (!then || !now) {
    return [];
  }
  const outcomes = ([['startup', 'startup'], ['mode', 'modeInForce'], ['reuse', 'reuse']] as const).filter(([, field]) => then[field] !== now[field])
    .map(([kind, field]) => ({ kind, before: then[field] ?? 'not known', after: now[field] ?? 'not known' }));
  if (then.startup !== now.startup) {
    return outcomes.slice(0, 1);
  }
  const isSame = then.modeInForce === now.modeInForce && now.modeInForce !== undefined;
  const settings = isSame ? settingChanges(before.predictions.get(name)!, after.predictions.get(name)!) : [];
  return [...outcomes, ...settings.map((setting) => ({ kind: 'setting' as const, setting }))];
}

function findingChanges(before: Assessed, after: Assessed): UpgradeChange[] {
  const [then, now] = [before, after].map(({ findings }) => new Map(findings.map((finding) => [finding.id, finding])));
  return [
    ...[...now.values()].filter(({ id, pool }) => !then.has(id) && isIn(before, pool))
      .map((finding): UpgradeChange => ({ pools: poolsOf(finding), what: { kind: 'finding-appears', finding } })),
    ...[...now.values()].flatMap((finding): UpgradeChange[] => {
      const { severity = finding.severity } = then.get(finding.id) ?? {};
      return severity === finding.severity ? [] : [{ pools: poolsOf(finding), what: { kind: 'severity', finding, before: severity } }];
    }),
    ...[...then.values()].filter(({ id, pool }) => !now.has(id) && isIn(after, pool))
      .map((finding): UpgradeChange => ({ pools: poolsOf(finding), what: { kind: 'finding-goes', finding } })),
  ];
}

/** Of a pool that is only at one of the two releases, nothing changed. */
function isIn({ cells }: Assessed, pool: string | undefined): boolean {
  return pool === undefined || cells.has(pool);
}

function poolsOf({ pool }: Finding): string[] {
  return pool === undefined ? [] : [pool];
}

function isBlocker({ what }: UpgradeChange): boolean {
  return (what.kind === 'finding-appears' || what.kind === 'severity') && what.finding.severity === 'error';
}
