import type { NodePool } from '../cluster/node-pool';
import { isControlPlane } from '../cluster/pool-names';
import type { Declaration } from '../declaration/declaration';
import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import { KubeVersion } from '../facts/kube-proxy/kube-version';
import { modeAvailability, NFTABLES_RELEASES } from '../facts/kube-proxy/modes';
import { NFTABLES_KERNEL } from '../facts/kube-proxy/nftables';
import { LAST_PLANNED_RELEASE, releaseDates } from '../facts/kube-proxy/release-calendar';
import { OLDEST_KNOWN_RELEASE } from '../facts/kube-proxy/releases';
import { predict } from '../prediction/predict';
import type { PoolPrediction } from '../prediction/prediction';
import { cleanUp, verification, wayBack } from './after-the-move';
import { beforeTheMove } from './before-the-move';
import { candidate, type Candidate } from './migration-target';
import type { MigrationStep } from './migration-step';
import { platformChange } from './platform-change';
import { releaseSteps } from './release-steps';
import type { PoolsChange } from './with-mode';

/** The last release, and the day, by which a pool must have left IPVS mode. */
export interface MigrationDeadline {
  /** The last release in which the mode works with this configuration, `1.39`. */
  readonly line: string;
  /** When that release gets its last patch. */
  readonly endOfLife: string;
  /** What ends the mode, one sentence. */
  readonly because: string;
}

/** The way of one pool off IPVS mode. */
export interface PoolMigration {
  /** The pool that moves. */
  readonly pool: NodePool;
  /** The kube-proxy that governs it today. */
  readonly instance: KubeProxyInstance;
  /** Today's version of kube-proxy. */
  readonly version: KubeVersion;
  /** Where it goes; `undefined` where neither mode works on this kernel: a newer OS image comes first. */
  readonly target: Candidate | undefined;
  /** Why this one, one sentence. */
  readonly because: string;
  /** Other ways, one sentence each. */
  readonly alternatives: readonly string[];
  /** What to do before the change. */
  readonly before: readonly MigrationStep[];
  /** How to change the mode on this platform. */
  readonly change: readonly MigrationStep[];
  /** How to see that it works. */
  readonly verify: readonly MigrationStep[];
  /** What IPVS mode leaves behind, and how to remove it. */
  readonly cleanUp: readonly MigrationStep[];
  /** How to return to IPVS mode, and until when that works. */
  readonly wayBack: readonly MigrationStep[];
  /** `undefined` where the mode outlives everything that is planned. */
  readonly deadline: MigrationDeadline | undefined;
}

/** The way of a cluster off IPVS mode: one pool after the other, in this order. */
export interface MigrationPlan {
  /** In the order in which to move them; none when no pool is asked to run IPVS mode. */
  readonly pools: readonly PoolMigration[];
}

/** How to choose the mode of each pool. */
export interface MigrationOptions {
  /** `auto`: nftables where release and kernel allow it without a defect, else iptables. @default 'auto' */
  readonly mode?: 'auto' | 'nftables' | 'iptables';
  /** Up to which release kube-proxy may be upgraded first. @default - today's version stays */
  readonly to?: KubeVersion;
}

/** How each pool that is asked to run IPVS mode leaves it. The smallest pool comes first, control planes last. */
export function migrationPlan(declaration: Declaration, options: MigrationOptions = {}): MigrationPlan {
  const moving = predict(declaration).pools.filter(({ requestedMode, kubeProxy, instance, pool }) =>
    requestedMode === 'ipvs' && kubeProxy && instance && pool.operatingSystem === 'linux');
  const targets = moving.map((predicted) => ({ predicted, ...targetOf(declaration, predicted, options) }));
  return {
    pools: targets.map(({ predicted, target, tried }): PoolMigration => {
      const { pool, kubeProxy, instance, configuration } = predicted;
      const deadline = deadlineOf(predicted);
      const isShared = targets.some((other) => other.predicted.instance === instance && other.target?.change.mode !== target?.change.mode);
      return {
        pool, instance: instance!, version: kubeProxy!.version, target, because: reason(target, tried, predicted),
        alternatives: alternatives(target, tried, predicted),
        before: target ? beforeTheMove({ declaration, predicted, candidate: target }) : [],
        change: target ? platformChange(instance!, pool, kubeProxy!.version, target.change, isShared) : [],
        verify: target ? verification(target.change) : [],
        cleanUp: target ? cleanUp(instance!, target.version, target.change, configuration?.effective.ipvs.strictARP === true) : [],
        wayBack: target ? wayBack(target.version, target.change, deadline?.line) : [],
        deadline,
      };
    }).sort((left, right) => order(left.pool) - order(right.pool)),
  };
}

/** The changes of a plan, to be applied to the input that it is for. */
export function changesOf({ pools }: MigrationPlan): PoolsChange[] {
  const changes = new Map<string, { instance: KubeProxyInstance; pools: NodePool[]; change: Candidate['change'] }>();
  const ids = new Map<KubeProxyInstance, number>();
  for (const { instance, pool, target } of pools) {
    if (target) {
      ids.set(instance, ids.get(instance) ?? ids.size);
      const key = `${ids.get(instance)} ${JSON.stringify(target.change)}`;
      const seen = changes.get(key) ?? { instance, pools: [], change: target.change };
      seen.pools.push(pool);
      changes.set(key, seen);
    }
  }
  return [...changes.values()];
}

function targetOf(declaration: Declaration, { pool, instance, kubeProxy }: PoolPrediction, { mode = 'auto', to }: MigrationOptions) {
  const { version } = kubeProxy!;
  const later = releaseSteps(version, to && to.compare(version) > 0 ? to : version).filter(({ dates }) => dates.state === 'released')
    .map((step) => step.dates.line === version.line ? KubeVersion.parse(`v${step.dates.newestPatch}`) : step.version)
    .filter((other) => other.compare(version) > 0);
  const tried: Candidate[] = [];
  const attempt = (wanted: Candidate['change']['mode'], at: KubeVersion) => {
    const found = candidate(declaration, instance!, pool, { mode: wanted, version: at });
    tried.push(found);
    return found.against.length === 0 ? found : undefined;
  };
  const isStable = (at: KubeVersion) => at.within(NFTABLES_RELEASES.stable);
  const [today, upgrades] = mode === 'nftables' ? [true, later] : [isStable(version), later.filter(isStable)];
  // What the newest release refuses is a matter of the kernel, and so of every release before it.
  const afterUpgrade = () => upgrades.length > 0 && attempt('nftables', upgrades[upgrades.length - 1])
    ? upgrades.reduce<Candidate | undefined>((found, at) => found ?? attempt('nftables', at), undefined)
    : undefined;
  const nftables = () => (today ? attempt('nftables', version) : undefined) ?? afterUpgrade();
  const target = mode === 'iptables' ? attempt('iptables', version) : nftables() ?? (mode === 'auto' ? attempt('iptables', version) : undefined);
  return { target, tried };
}

function reason(target: Candidate | undefined, tried: readonly Candidate[], { kubeProxy }: PoolPrediction): string {
  // What still speaks against a mode at the newest release is what an upgrade does not mend.
  const newest = new Map(tried.filter(({ against }) => against.length > 0).map((other) => [other.change.mode, other]));
  const refused = [...newest.values()].map(({ change, against }) => `${change.mode} mode: ${against.map(({ message }) => message).join('; ')}`);
  if (!target) {
    return `neither mode works on this kernel (${refused.join('; ')})`;
  }
  if (target.version !== kubeProxy!.version) {
    const release = target.change.mode === 'nftables' && !kubeProxy!.version.within(NFTABLES_RELEASES.stable) ? 'where the mode is stable'
      : `since ${tried[0].against.map(({ message }) => message).join('; ')}`;
    return `${target.change.mode} works on this kernel from kube-proxy ${target.version.toString()} on, ${release}`;
  }
  return refused.length === 0 ? `${target.change.mode} works with this release on this kernel` : refused.join('; ');
}

function alternatives(target: Candidate | undefined, tried: readonly Candidate[], { kubeProxy, pool }: PoolPrediction): string[] {
  if (!target) {
    return [];
  }
  const later = target.version !== kubeProxy!.version ? ['Move to iptables mode now, without an upgrade.'] : [];
  return target.change.mode === 'nftables'
    ? [...later.length > 0 ? later : ['iptables mode, which has no end in sight but slows down with the number of Services.']]
    : tried.every(({ change }) => change.mode !== 'nftables') && pool.kernel.atLeast(NFTABLES_KERNEL)
      ? [`nftables mode, once kube-proxy is v${NFTABLES_RELEASES.stable[0].from} or later.`]
      : [pool.kernel.atLeast(NFTABLES_KERNEL) ? 'nftables mode, once what speaks against it is settled.'
        : `nftables mode, once pool ${pool.name} has an OS image with Linux ${NFTABLES_KERNEL} or later.`];
}

function deadlineOf({ configuration }: PoolPrediction): MigrationDeadline | undefined {
  const gates = configuration?.effective.featureGates ?? {};
  const end = firstWithoutIpvs(gates);
  const last = end === undefined ? undefined : releaseDates(LINES[end - 1]);
  const forced = firstWithoutIpvs({ ...gates, KubeProxyIPVS: true });
  return last && {
    line: last.line, endOfLife: last.endOfLife,
    because: `v${LINES[end!]} is planned to start without IPVS mode${end === forced ? '' : `, unless featureGates has KubeProxyIPVS: true${forced === undefined ? '' : `, which works up to v${LINES[forced - 1]}`}`}`,
  };
}

const LINES = releaseSteps(KubeVersion.parse(OLDEST_KNOWN_RELEASE), KubeVersion.parse(LAST_PLANNED_RELEASE)).map(({ dates: { line } }) => line);

/** The first release in which IPVS mode does not start; `undefined` when every known and planned one has it. */
function firstWithoutIpvs(gates: Readonly<Record<string, boolean>>): number | undefined {
  const at = LINES.findIndex((line) => modeAvailability('ipvs', KubeVersion.parse(line), 'linux', gates).state !== 'available');
  return at > 0 ? at : undefined;
}

const LAST = Number.MAX_SAFE_INTEGER;

function order({ count, labels, name }: NodePool): number {
  return isControlPlane(labels) || name === 'control-plane' ? LAST : count ?? LAST / 2;
}
