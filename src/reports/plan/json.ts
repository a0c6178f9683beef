import type { ProxyMode } from '../../facts/kube-proxy/modes';
import type { ReuseVerdict, StartupOutcome } from '../../prediction/prediction';
import type { Finding, Severity } from '../../rules/finding';
import type { ClusterPlan } from '../../upgrade/cluster-plan';
import type { MigrationStep } from '../../upgrade/migration-step';
import type { PoolMigration } from '../../upgrade/migration-plan';
import type { UpgradeChange, UpgradePlan, UpgradeRelease } from '../../upgrade/upgrade-plan';
import { printableJson } from '../printable';

/** The plan as JSON; `schemas/plan.schema.json` describes it. Every key is always present. */
export interface JsonPlan {
  readonly version: 1;
  readonly from: string;
  readonly to: string;
  readonly pools: readonly { readonly name: string; readonly kernel: string; readonly nodes: number | null }[];
  readonly leftOut: readonly { readonly pool: string; readonly because: string }[];
  readonly releases: readonly JsonPlanRelease[];
  /** The way off IPVS mode of each pool that is in it, in the order in which they move. */
  readonly migration: readonly JsonMigration[];
}

/** One minor release on the way. */
export interface JsonPlanRelease {
  readonly line: string;
  /** The version that was judged. */
  readonly kubeProxyVersion: string;
  readonly state: 'released' | 'pre-release' | 'planned';
  /** A day, or a month where it is planned. */
  readonly released: string;
  readonly endOfLife: string;
  /** Where both days are from. */
  readonly sources: readonly string[];
  /** The oldest kube-proxy that an API server of this release supports, `1.37`. */
  readonly oldestKubeProxy: string;
  readonly cells: readonly JsonPlanCell[];
  readonly changes: readonly JsonPlanChange[];
}

/** What becomes of a pool at a release. */
export interface JsonPlanCell {
  readonly pool: string;
  readonly startup: StartupOutcome;
  readonly mode: ProxyMode | null;
  readonly reuse: ReuseVerdict;
  /** Ids of findings. */
  readonly findings: readonly string[];
  readonly assumptions: readonly string[];
}

/** What is otherwise than at the release before. */
export interface JsonPlanChange {
  readonly kind: UpgradeChange['what']['kind'];
  /** Empty for what concerns the whole cluster. */
  readonly pools: readonly string[];
  /** Whether it has to be dealt with before the upgrade. */
  readonly blocks: boolean;
  /** The finding that appears, goes or changes its severity. */
  readonly finding: JsonPlanFinding | null;
  /** What has the values: a field, a sysctl, `startup`, `mode`, `reuse`, `severity`; null for a finding that appears or goes. */
  readonly name: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** A finding as far as a plan needs it. */
export interface JsonPlanFinding {
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly because: string;
  readonly remedies: readonly string[];
}

/** The way of one pool off IPVS mode. */
export interface JsonMigration {
  readonly pool: string;
  /** Today's. */
  readonly kubeProxyVersion: string;
  /** Null where neither mode works: a newer OS image comes first. */
  readonly target: {
    readonly mode: 'nftables' | 'iptables';
    /** The version that it requires: today's, or a later one. */
    readonly kubeProxyVersion: string;
    readonly nodePortAddresses: readonly string[] | null;
  } | null;
  readonly because: string;
  readonly alternatives: readonly string[];
  readonly before: readonly JsonStep[];
  readonly change: readonly JsonStep[];
  readonly verify: readonly JsonStep[];
  readonly cleanUp: readonly JsonStep[];
  readonly wayBack: readonly JsonStep[];
  /** The last release with the mode; null where the mode outlives everything that is planned. */
  readonly deadline: { readonly line: string; readonly endOfLife: string; readonly because: string } | null;
}

/** One thing to do or to know. */
export interface JsonStep {
  readonly id: string;
  readonly what: string;
  readonly because: string;
  /** To be run on a node, in any POSIX shell. */
  readonly command: string | null;
  /** What to write, where the step says. */
  readonly text: string | null;
  readonly blocks: boolean;
  readonly sources: readonly string[];
}

/** For programs: the plan as one JSON document, the same input giving the same bytes. */
export function planJson(plan: ClusterPlan): string {
  return `${printableJson(planObject(plan))}\n`;
}

function planObject({ upgrade, migration }: ClusterPlan): JsonPlan {
  return {
    version: 1,
    from: upgrade.from.raw,
    to: upgrade.to.raw,
    pools: upgrade.pools.map(({ name, kernel, count }) => ({ name, kernel: kernel.release, nodes: count ?? null })),
    leftOut: upgrade.leftOut,
    releases: upgrade.releases.map((release) => jsonRelease(release, upgrade)),
    migration: migration.pools.map(jsonMigration),
  };
}

function jsonRelease({ version, dates, oldestKubeProxy, cells, changes, blockers }: UpgradeRelease, { pools }: UpgradePlan): JsonPlanRelease {
  const { line, state, released, endOfLife, evidence, endOfLifeEvidence } = dates;
  return {
    line, kubeProxyVersion: version.raw, state, released, endOfLife, oldestKubeProxy,
    sources: [...new Set([evidence.source, endOfLifeEvidence.source])],
    cells: pools.flatMap(({ name }) => {
      const cell = cells.get(name);
      return cell ? [{
        pool: name, startup: cell.startup, mode: cell.modeInForce ?? null, reuse: cell.reuse,
        findings: cell.findings.map(({ id }) => id), assumptions: cell.assumptions,
      }] : [];
    }),
    changes: changes.map((change) => jsonChange(change, blockers.includes(change))),
  };
}

function jsonChange({ what, pools }: UpgradeChange, blocks: boolean): JsonPlanChange {
  const base = { kind: what.kind, pools, blocks, finding: null, name: null, before: null, after: null };
  switch (what.kind) {
    case 'finding-appears':
    case 'finding-goes':
      return { ...base, finding: jsonFinding(what.finding) };
    case 'severity':
      return { ...base, finding: jsonFinding(what.finding), name: 'severity', before: what.before, after: what.finding.severity };
    case 'setting':
      return { ...base, name: what.setting.name, before: what.setting.before ?? null, after: what.setting.after ?? null };
    default:
      return { ...base, name: what.kind, before: what.before, after: what.after };
  }
}

function jsonFinding({ id, rule, severity, message, because, remedies }: Finding): JsonPlanFinding {
  return { id, rule, severity, message, because, remedies };
}

function jsonMigration({ pool, version, target, because, alternatives, deadline, ...steps }: PoolMigration): JsonMigration {
  return {
    pool: pool.name,
    kubeProxyVersion: version.raw,
    target: target === undefined ? null : {
      mode: target.change.mode, kubeProxyVersion: target.version.raw, nodePortAddresses: target.change.nodePortAddresses ?? null,
    },
    because, alternatives,
    before: steps.before.map(jsonStep),
    change: steps.change.map(jsonStep),
    verify: steps.verify.map(jsonStep),
    cleanUp: steps.cleanUp.map(jsonStep),
    wayBack: steps.wayBack.map(jsonStep),
    deadline: deadline ?? null,
  };
}

function jsonStep({ id, what, because, command, text, blocks, sources }: MigrationStep): JsonStep {
  return { id, what, because, command: command ?? null, text: text ?? null, blocks, sources };
}
