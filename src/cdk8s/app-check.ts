import { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { assess, type Assessment } from '../assessment/assess';
import type { Cluster } from '../cluster/cluster';
import { isFailure, type FailOn } from '../findings/fail-on';
import type { Finding } from '../findings/finding';
import { declarationOf } from '../reading/read-declaration';
import { findingText } from '../reports/finding-text';
import { acknowledgementsIn } from './acknowledge';
import { apiObjectResources, type ApiObjectResource, type ApiObjectResources } from './api-object-resources';

/** A cluster that the constructs of an app set up. */
interface CheckedCluster {
  readonly cluster: Cluster;
  readonly constructs: IConstruct[];
  failOn: FailOn;
}

const STRICTNESS: readonly FailOn[] = ['never', 'error', 'warning'];

const checks = new WeakMap<IConstruct, AppCheck>();
const printed = new Set<string>();

/**
 * Has a cluster judged whenever the tree of a construct is validated. Each construct of ours that belongs to the cluster calls it; all
 * objects of the app are read together, and each finding is reported at the construct that causes it.
 */
export function checkCluster(construct: IConstruct, cluster: Cluster, failOn: FailOn = 'error'): void {
  const root = construct.node.root;
  const check = checks.get(root) ?? new AppCheck(root);
  checks.set(root, check);
  check.add(construct, cluster, failOn);
}

/** All findings of the clusters that a tree sets up, acknowledged ones left out. Nothing is thrown or printed. */
export function findingsOf(scope: IConstruct): Finding[] {
  return assessmentsOf(scope).flatMap(({ findings }) => findings)
    .filter(({ location }) => scope === scope.node.root || isBelow(location?.constructPath, scope));
}

/** What was found and predicted for each cluster that the app of a construct sets up. */
export function assessmentsOf(scope: IConstruct): Assessment[] {
  return checks.get(scope.node.root)?.assessments() ?? [];
}

/** Everything of ours in one app. */
class AppCheck {
  private readonly clusters: CheckedCluster[] = [];
  /** Constructs that were validated in this pass over the tree. */
  private readonly validated = new Set<IConstruct>();
  private objects: ApiObjectResources | undefined;
  private readonly results = new Map<CheckedCluster, Assessment>();

  constructor(private readonly root: IConstruct) {}

  public add(construct: IConstruct, cluster: Cluster, failOn: FailOn): void {
    let checked = this.clusters.find((candidate) => candidate.cluster === cluster);
    if (!checked) {
      checked = { cluster, constructs: [], failOn };
      this.clusters.push(checked);
    }
    checked.constructs.push(construct);
    // The strictest of several wins, so that none loosens another.
    checked.failOn = STRICTNESS[Math.max(STRICTNESS.indexOf(checked.failOn), STRICTNESS.indexOf(failOn))];
    const owner = checked;
    construct.node.addValidation({ validate: () => this.validate(construct, owner) });
  }

  public assessments(): Assessment[] {
    this.forget();
    return this.clusters.map((cluster) => this.assess(cluster));
  }

  private validate(construct: IConstruct, cluster: CheckedCluster): string[] {
    if (this.validated.has(construct)) {
      this.validated.clear();
      if (!isChartOfAppSynth()) {
        this.forget();
      }
    }
    this.validated.add(construct);
    const findings = this.assess(cluster).findings.filter((finding) => this.ownerOf(finding, cluster) === construct);
    findings.filter((finding) => !isFailure(finding, cluster.failOn)).forEach(printOnce);
    return findings.filter((finding) => isFailure(finding, cluster.failOn)).map((finding) => findingText(finding));
  }

  private forget(): void {
    this.objects = undefined;
    this.results.clear();
  }

  private assess(checked: CheckedCluster): Assessment {
    const known = this.results.get(checked);
    if (known) {
      return known;
    }
    this.objects ??= apiObjectResources(this.root);
    const declaration = declarationOf({
      resources: this.objects.resources.filter((object) => this.concerns(object, checked)).map(({ resource }) => resource),
      unreadable: this.objects.unreadable,
      nodePools: checked.cluster.nodePools,
      facts: [checked.cluster],
    });
    const assessment = assess(declaration, { acknowledgements: acknowledgementsIn(this.root) });
    this.results.set(checked, assessment);
    return assessment;
  }

  /** With several clusters in one app, what stands in a chart of another cluster is not of this one. */
  private concerns({ construct }: ApiObjectResource, checked: CheckedCluster): boolean {
    const others = this.clusters.filter((other) => other !== checked);
    if (others.some((other) => other.constructs.some((theirs) => isBelow(construct.node.path, theirs)))) {
      return false;
    }
    const chart = Chart.of(construct);
    const isIn = ({ constructs }: CheckedCluster) => constructs.some((ours) => Chart.of(ours) === chart);
    return isIn(checked) || !others.some(isIn);
  }

  /** The construct of ours that a finding is reported at: the nearest above its place, else the cluster's first. */
  private ownerOf({ location }: Finding, { constructs }: CheckedCluster): IConstruct {
    const above = constructs.filter((construct) => isBelow(location?.constructPath, construct));
    return above.sort((left, right) => right.node.path.length - left.node.path.length)[0] ?? constructs[0];
  }
}

function isBelow(path: string | undefined, { node }: IConstruct): boolean {
  return path !== undefined && (path === node.path || path.startsWith(`${node.path}/`));
}

/** cdk8s has no channel for warnings, and validates an app once for each chart. */
function printOnce(finding: Finding): void {
  if (finding.severity === 'info') {
    return;
  }
  const text = `[${finding.location?.constructPath ?? ''}] ${findingText(finding)}`;
  if (!printed.has(text)) {
    printed.add(text);
    console.warn(text);
  }
}

/**
 * `App.synth` validates the app as a whole, and again before each chart, with nothing of the user's running in between: what was
 * found the first time still holds. Any other caller may have changed the tree since.
 */
function isChartOfAppSynth(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return /\bChart\.toJson\b/.test(stack) && /\bApp\.synth\b/.test(stack);
}
