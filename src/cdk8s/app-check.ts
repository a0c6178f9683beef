import { basename } from 'node:path';
import { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { assess, type Assessment } from '../assessment/assess';
import { checkRules } from '../assessment/check-rules';
import type { Cluster } from '../cluster/cluster';
import { clusterOf } from '../cluster/define-cluster';
import type { NodePool } from '../cluster/node-pool';
import { covers, type Acknowledgement } from '../rules/acknowledgement';
import type { Rule } from '../rules/rule';
import { checkFailOn, isFailure, isOpenFailure, type FailOn } from '../rules/fail-on';
import type { Finding, NotChecked } from '../rules/finding';
import { declarationOf } from '../reading/read-declaration';
import { findingText } from '../reports/finding-text';
import { acknowledgementUnused } from '../rules/meta/acknowledgement-unused';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { acknowledgementsIn, type ScopedAcknowledgement } from './acknowledge';
import { apiObjectResources, type ApiObjectResources } from './api-object-resources';

/** A cluster that the constructs of an app set up. */
interface CheckedCluster {
  readonly cluster: Cluster;
  readonly constructs: IConstruct[];
  failOn: FailOn;
  /** Those that constructs ask for; the built-in ones where none does. */
  readonly rules: Set<Rule>;
  /** The pools as the constructs tell them apart. */
  pools: readonly NodePool[];
  /** What nothing is known of, whatever the rules say. */
  notChecked: readonly NotChecked[];
}

/** How a cluster is to be judged. */
export interface CheckOptions {
  /** From which severity on findings fail the synth. @default 'error' */
  readonly failOn?: FailOn;
  /** The rules to apply. @default - the built-in rules */
  readonly rules?: readonly Rule[];
  /** The pools as the construct tells them apart. @default - those of the cluster */
  readonly pools?: readonly NodePool[];
  /** What nothing is known of, whatever the rules say. @default - nothing of this kind */
  readonly notChecked?: readonly NotChecked[];
}

/** A cluster that was judged. */
interface JudgedCluster {
  readonly assessment: Assessment;
  /** By the construct at which they are reported. */
  readonly findings: ReadonlyMap<IConstruct, readonly Finding[]>;
}

const STRICTNESS: readonly FailOn[] = ['never', 'error', 'warning', 'not-checked'];

const checks = new WeakMap<IConstruct, AppCheck>();
const printed = new Set<string>();

/**
 * Has a cluster judged whenever the tree of a construct is validated. Each construct of ours that belongs to the cluster calls it; all
 * objects of the app are read together, and each finding is reported at the construct that causes it.
 */
export function checkCluster(construct: IConstruct, cluster: Cluster, options: CheckOptions): void {
  checkFailOn(options.failOn ?? 'error');
  checkRules(options.rules ?? []);
  checkOf(construct.node.root).add(construct, cluster, options);
}

/** Has what a construct makes judged by itself, for a version of kube-proxy, as long as the app has no cluster to judge it on. */
export function checkWithoutCluster(construct: IConstruct, version: KubeVersion, options: Pick<CheckOptions, 'failOn' | 'rules'>): void {
  checkFailOn(options.failOn ?? 'error');
  checkRules(options.rules ?? []);
  checkOf(construct.node.root).addAlone(construct, version, options);
}

function checkOf(root: IConstruct): AppCheck {
  const check = checks.get(root) ?? new AppCheck(root);
  checks.set(root, check);
  return check;
}

/**
 * All findings of the clusters that a tree sets up, acknowledged ones left out. One that names no place belongs to the first construct of
 * its cluster. Nothing is thrown or printed.
 */
export function findingsOf(scope: IConstruct): Finding[] {
  return checks.get(scope.node.root)?.findings(scope) ?? [];
}

/** What was found and predicted for each cluster that the app of a construct sets up. */
export function assessmentsOf(scope: IConstruct): Assessment[] {
  return checks.get(scope.node.root)?.assessments() ?? [];
}

/** What the tree holds at one moment. */
interface Tree {
  readonly objects: ApiObjectResources;
  readonly acknowledgements: readonly ScopedAcknowledgement[];
}

/** Everything of ours in one app. */
class AppCheck {
  private readonly clusters = new Map<Cluster, CheckedCluster>();
  /** Constructs of no cluster, each with a cluster of its own that has no pools. */
  private readonly alone = new Set<CheckedCluster>();
  private readonly clusterOfConstruct = new Map<IConstruct, CheckedCluster>();
  private readonly clustersOfChart = new Map<IConstruct, Set<CheckedCluster>>();
  /** Constructs that were validated in this pass over the tree. */
  private readonly validated = new Set<IConstruct>();
  private tree: Tree | undefined;
  /** The construct of ours that each object of the tree is of. */
  private readonly owners = new Map<IConstruct, IConstruct | undefined>();
  private readonly results = new Map<CheckedCluster, Assessment>();
  private readonly judgements = new Map<CheckedCluster, JudgedCluster>();

  constructor(private readonly root: IConstruct) {}

  public add(construct: IConstruct, cluster: Cluster, { failOn = 'error', rules = [], pools, notChecked }: CheckOptions): void {
    const checked: CheckedCluster = this.clusters.get(cluster)
      ?? { cluster, constructs: [], failOn, rules: new Set(), pools: cluster.nodePools, notChecked: [] };
    this.clusters.set(cluster, checked);
    checked.constructs.push(construct);
    rules.forEach((rule) => checked.rules.add(rule));
    checked.pools = pools ?? checked.pools;
    checked.notChecked = notChecked ?? checked.notChecked;
    // The strictest of several wins, so that none loosens another.
    checked.failOn = STRICTNESS[Math.max(STRICTNESS.indexOf(checked.failOn), STRICTNESS.indexOf(failOn))];
    this.clusterOfConstruct.set(construct, checked);
    const chart = Chart.of(construct);
    this.clustersOfChart.set(chart, (this.clustersOfChart.get(chart) ?? new Set()).add(checked));
    construct.node.addValidation({ validate: () => this.validate(construct, checked) });
  }

  public addAlone(construct: IConstruct, version: KubeVersion, { failOn = 'error', rules = [] }: Pick<CheckOptions, 'failOn' | 'rules'>): void {
    const checked: CheckedCluster = {
      cluster: clusterOf([], { kubernetesVersion: version }), constructs: [construct], failOn, rules: new Set(rules), pools: [], notChecked: [],
    };
    this.alone.add(checked);
    construct.node.addValidation({ validate: () => (this.clusters.size === 0 ? this.validate(construct, checked) : []) });
  }

  public assessments(): Assessment[] {
    this.forget();
    return this.judged().map((cluster) => this.judge(cluster).assessment);
  }

  public findings(scope: IConstruct): Finding[] {
    this.forget();
    return this.judged().flatMap((cluster) => this.judge(cluster).assessment.findings
      .filter(({ location }) => isBelow(location?.constructPath ?? cluster.constructs[0].node.path, scope)));
  }

  private judged(): CheckedCluster[] {
    return [...this.clusters.size === 0 ? this.alone : this.clusters.values()];
  }

  private validate(construct: IConstruct, cluster: CheckedCluster): string[] {
    if (this.validated.has(construct)) {
      this.validated.clear();
      if (!isChartOfAppSynth()) {
        this.forget();
      }
    }
    this.validated.add(construct);
    const { findings: found, assessment } = this.judge(cluster);
    const findings = found.get(construct) ?? [];
    // A loader or tuner may serve a kube-proxy that another app makes.
    const open = construct === cluster.constructs[0] && assessment.judged ? assessment.notChecked : [];
    findings.filter(({ severity }) => severity !== 'info').filter((finding) => !isFailure(finding, cluster.failOn))
      .forEach((finding) => printOnce(findingText(finding), finding.location?.constructPath));
    // Where no nodes are given, nothing is asked about them.
    open.filter((entry) => cluster.pools.length > 0 && !isOpenFailure(entry, cluster.failOn))
      .forEach((entry) => printOnce(openText(entry), nameOf(cluster)));
    return [
      ...findings.filter((finding) => isFailure(finding, cluster.failOn)).map((finding) => findingText(finding)),
      ...open.filter((entry) => isOpenFailure(entry, cluster.failOn)).map(openText),
    ];
  }

  private forget(): void {
    this.tree = undefined;
    this.owners.clear();
    this.results.clear();
    this.judgements.clear();
  }

  /** With several clusters in one app, each finding says which it is about. */
  private named(assessment: Assessment, checked: CheckedCluster): Assessment {
    const notChecked = [...assessment.notChecked, ...checked.notChecked];
    if (this.judged().length === 1) {
      return { ...assessment, notChecked };
    }
    const cluster = nameOf(checked);
    const findings = assessment.findings.map((finding) => ({
      ...finding, message: `cluster ${cluster}: ${finding.message}`, location: finding.location ?? { constructPath: cluster },
    }));
    return { ...assessment, findings, notChecked: notChecked.map((entry) => ({ ...entry, reason: `cluster ${cluster}: ${entry.reason}` })) };
  }

  private judge(checked: CheckedCluster): JudgedCluster {
    let judgement = this.judgements.get(checked);
    if (!judgement) {
      const assessment = this.named(this.assess(checked), checked);
      const owners = new Map(checked.constructs.map((construct) => [construct.node.path, construct]));
      const findings = new Map<IConstruct, Finding[]>();
      for (const finding of assessment.findings) {
        const owner = nearest(owners, finding.location?.constructPath) ?? checked.constructs[0];
        findings.set(owner, findings.get(owner) ?? []).get(owner)!.push(finding);
      }
      judgement = { assessment, findings };
      this.judgements.set(checked, judgement);
    }
    return judgement;
  }

  /** An acknowledgement whose scope holds several clusters is unused where none of them needs it, and is reported once then. */
  private assess(checked: CheckedCluster): Assessment {
    const assessment = this.assessAlone(checked);
    const isUnused = ({ rule }: Finding) => rule === acknowledgementUnused.id;
    const judged = this.judged();
    if (judged.length === 1 || !assessment.findings.some(isUnused)) {
      return assessment;
    }
    const sayIt = ({ scope, acknowledgement }: ScopedAcknowledgement) => {
      const reached = judged.filter((cluster) => reaches(scope, cluster));
      return reached[0] === checked && !reached.some((cluster) => isUsed(acknowledgement, this.assessAlone(cluster)));
    };
    const said = this.acknowledgementsOf(checked).filter(sayIt).map(({ acknowledgement }) => textOf(acknowledgementUnused.finding(acknowledgement)));
    return { ...assessment, findings: assessment.findings.filter((finding) => !isUnused(finding) || said.includes(textOf(finding))) };
  }

  private assessAlone(checked: CheckedCluster): Assessment {
    let assessment = this.results.get(checked);
    if (!assessment) {
      const { resources, unreadable } = this.treeNow().objects;
      assessment = assess(declarationOf({
        resources: resources.filter(({ construct }) => this.concerns(construct, checked)).map(({ resource }) => resource),
        unreadable,
        nodePools: checked.pools,
        facts: [checked.cluster],
      }), {
        acknowledgements: this.acknowledgementsOf(checked).map(({ acknowledgement }) => acknowledgement),
        ...checked.rules.size > 0 ? { rules: [...checked.rules] } : {},
      });
      this.results.set(checked, assessment);
    }
    return assessment;
  }

  private acknowledgementsOf(checked: CheckedCluster): ScopedAcknowledgement[] {
    return this.treeNow().acknowledgements.filter(({ scope }) => reaches(scope, checked));
  }

  private treeNow(): Tree {
    this.tree ??= { objects: apiObjectResources(this.root), acknowledgements: acknowledgementsIn(this.root) };
    return this.tree;
  }

  /** With several clusters in one app, what stands below a construct or in a chart of another cluster is not of this one. */
  private concerns(construct: IConstruct, checked: CheckedCluster): boolean {
    if (this.alone.has(checked)) {
      return isBelow(construct.node.path, checked.constructs[0]);
    }
    if (this.clusters.size === 1) {
      return true;
    }
    const owner = this.nearestOfOurs(construct);
    if (owner) {
      return this.clusterOfConstruct.get(owner) === checked;
    }
    const inChart = this.clustersOfChart.get(Chart.of(construct));
    return inChart === undefined || inChart.has(checked);
  }

  private nearestOfOurs(construct: IConstruct): IConstruct | undefined {
    if (!this.owners.has(construct)) {
      this.owners.set(construct, construct.node.scopes.reverse().find((scope) => this.clusterOfConstruct.has(scope)));
    }
    return this.owners.get(construct);
  }
}

/** The construct of ours at a path, else the nearest above it. */
function nearest(owners: ReadonlyMap<string, IConstruct>, path: string | undefined): IConstruct | undefined {
  let at = path;
  while (at !== undefined && at !== '') {
    const owner = owners.get(at);
    if (owner) {
      return owner;
    }
    at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : undefined;
  }
  return undefined;
}

/** Whether a construct of the cluster stands below the scope, or above it. */
function reaches(scope: IConstruct, { constructs }: CheckedCluster): boolean {
  return constructs.some((ours) => isBelow(ours.node.path, scope) || isBelow(scope.node.path, ours));
}

function isUsed(acknowledgement: Acknowledgement, { acknowledged }: Assessment): boolean {
  return acknowledged.some(({ finding }) => covers(acknowledgement, finding));
}

function textOf({ message, because }: Pick<Finding, 'message'> & Partial<Pick<Finding, 'because'>>): string {
  return `${message}\n${because}`;
}

function isBelow(path: string | undefined, { node }: IConstruct): boolean {
  return path !== undefined && (node.path === '' || path === node.path || path.startsWith(`${node.path}/`));
}

/** The path that all constructs of a cluster are at or below. */
function nameOf({ constructs }: CheckedCluster): string {
  const paths = constructs.map(({ node }) => node.path.split('/'));
  const shared = paths[0].findIndex((id, index) => paths.some((path) => path[index] !== id));
  return paths[0].slice(0, shared === -1 ? undefined : shared).join('/') || 'of the app';
}

function openText({ rule, pool, reason }: NotChecked): string {
  return `not checked: ${[...rule === '*' ? [] : [rule], ...pool === undefined ? [] : [`pool ${pool}`], reason].join(': ')}`;
}

/** cdk8s has no channel for warnings, and validates an app once for each chart. */
function printOnce(body: string, path: string | undefined): void {
  const text = `${path === undefined ? '' : `[${path}] `}${body}`;
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
  const { stackTraceLimit, prepareStackTrace } = Error;
  // A validator, cdk8s' two loops over the tree, Chart.toJson and App.synth.
  Error.stackTraceLimit = 16;
  // Source maps, as ts-node registers them, would take long and change names.
  Error.prepareStackTrace = (_, frames) => frames.map((frame) => `${basename(frame.getFileName() ?? '')} ${frame.getMethodName() ?? frame.getFunctionName()}`);
  const callers = new Error().stack as unknown as string[];
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return callers.includes('chart.js toJson') && callers.includes('app.js synth');
}
