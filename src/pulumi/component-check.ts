import * as pulumi from '@pulumi/pulumi';
import { assess, type Assessment } from '../assessment/assess';
import { checkRules } from '../assessment/check-rules';
import type { Cluster } from '../cluster/cluster';
import type { NodePool } from '../cluster/node-pool';
import type { KubernetesObject, Resource } from '../kubernetes/resource';
import type { Declaration } from '../declaration/declaration';
import { acknowledgementProblems, covers } from '../rules/acknowledgement';
import { checkFailOn, isFailure, isOpenFailure, type FailOn } from '../rules/fail-on';
import type { Finding, NotChecked } from '../rules/finding';
import type { Rule } from '../rules/rule';
import { invalidOption } from '../kubernetes/invalid-option';
import { declarationOf } from '../reading/read-declaration';
import { resourceName } from '../reading/documents/resources';
import { findingBody } from '../reports/finding-text';
import { brief } from './brief-error';
import { acknowledgementsFor, noteUse, type ComponentAcknowledgement } from './acknowledge';
import { withAncestors } from './resource-tree';

/** How a component is judged. */
export interface CheckOptions {
  /** The cluster whose pools it is judged on. @default - not judged on pools */
  readonly cluster?: Cluster;
  /** Findings that are accepted, each with its reason. @default - none */
  readonly acknowledgements?: readonly ComponentAcknowledgement[];
  /** From which severity on findings fail the preview. @default 'error' */
  readonly failOn?: FailOn;
  /**
   * The rules to apply: `[...builtInRules, mine]` adds one of your own.
   *
   * @default - the built-in rules
   */
  readonly rules?: readonly Rule[];
}

/** What a component is about to register, as the rules are to see it. */
export interface JudgedParts {
  readonly objects: readonly JudgedObject[];
  /** The pools as the component tells them apart. @default - as they were told apart before, else those of the cluster */
  readonly pools?: readonly NodePool[];
  /** What rules read but cannot be told yet. @default - nothing */
  readonly notChecked?: readonly NotChecked[];
  /** What to know when it is refused. @default - nothing */
  readonly ifRefused?: string;
}

/** An object, and the resource that it becomes. */
export interface JudgedObject {
  /** The object as the rules are to see it. */
  readonly object: KubernetesObject;
  /** Of the resource that it becomes; `undefined` when that cannot be told. */
  readonly urn: string | undefined;
}

/** What one program has declared for one cluster so far. */
interface DeclaredCluster {
  /** By URN, or by name where that cannot be told. */
  readonly resources: Map<string, Resource>;
  pools: readonly NodePool[];
  /** Ids of findings, and reasons for what was not checked, that have been reported or accepted. */
  readonly settled: Set<string>;
}

/** Why a component is not made. Its message has the ids of the findings, which have been logged. */
export class ComponentRefusedError extends pulumi.ResourceError {
  public constructor(
    /** The findings that fail the preview. */
    public readonly findings: readonly Finding[],
    component: pulumi.ComponentResource, hint?: string,
    /** What was not checked and fails the preview with `failOn: 'not-checked'`. */
    public readonly notChecked: readonly NotChecked[] = [],
  ) {
    const refusal = findings.length === 1 ? 'the finding above refuses it' : `the ${findings.length} findings above refuse it`;
    const reasons = [
      ...findings.length > 0 ? [`${refusal} (${findings.map(({ id }) => id).join(', ')})`] : [],
      ...notChecked.length > 0 ? [`what was not checked leaves verdicts unknown (${notChecked.length} above)`] : [],
    ];
    super([`not made, since ${reasons.join(', and ')}; nothing below it was registered`, ...hint ? [hint] : []].join('. '), component, true);
  }

  /** The findings themselves, for where nothing is above. */
  public get report(): string {
    const reasons = [...this.findings.map((finding) => findingBody(finding)), ...this.notChecked.map((entry) => `not checked: ${openText(entry)}`)];
    return ['not made, and nothing below it was registered, since:', ...reasons].join('\n');
  }
}

/** By the resource monitor of a program: in one process several may run, one after the other or side by side. */
const programs = new WeakMap<object, Map<Cluster, DeclaredCluster>>();
const assessments = new WeakMap<pulumi.Resource, Assessment>();

/**
 * Judges what a component is about to register, together with what the program has declared for the same cluster before, and reports
 * what is new: an error for each finding that fails the preview, a warning for each other one, and what could not be checked. What is
 * made by a component that has been judged is not judged again.
 *
 * @throws ComponentRefusedError when there are findings that fail the preview
 */
export function check(component: pulumi.ComponentResource, { objects, pools, notChecked = [], ifRefused }: JudgedParts, options: CheckOptions): void {
  const { cluster, failOn = 'error' } = options;
  checkOptions(options);
  if (!cluster || withAncestors(component).some((ancestor) => assessments.has(ancestor))) {
    return;
  }
  const declared = declaredFor(cluster, objects);
  const resources = new Map([...declared.resources, ...objects.map((judged) => [keyOf(judged), resourceOf(judged)] as const)]);
  const declaration = declarationOf({ resources: resources.values(), nodePools: pools ?? declared.pools, facts: [cluster] });
  const judged = assessWithAcknowledgements(declaration, component, options);
  const assessment = { ...judged, notChecked: [...notChecked, ...judged.notChecked] };
  assessments.set(component, assessment);

  const isNew = (text: string) => !declared.settled.has(text);
  const findings = assessment.findings.filter(({ id, severity }) => severity !== 'info' && isNew(id));
  const failures = findings.filter((finding) => isFailure(finding, failOn));
  failures.forEach((finding) => void pulumi.log.error(findingBody(finding), component));
  findings.filter((finding) => !failures.includes(finding)).forEach((finding) => void pulumi.log.warn(findingBody(finding), component));
  const open = openIn(declaration, assessment).filter((entry) => isNew(openText(entry)));
  const unknown = open.filter((entry) => isOpenFailure(entry, failOn));
  open.forEach((entry) => void (unknown.includes(entry) ? pulumi.log.error : pulumi.log.info)(`not checked: ${openText(entry)}`, component));
  if (failures.length + unknown.length > 0) {
    throw brief(new ComponentRefusedError(failures, component, ifRefused, unknown));
  }

  declared.pools = pools ?? declared.pools;
  resources.forEach((resource, key) => declared.resources.set(key, resource));
  [...findings, ...assessment.acknowledged.map(({ finding }) => finding)].forEach(({ id }) => declared.settled.add(id));
  open.forEach((entry) => declared.settled.add(openText(entry)));
}

function checkOptions({ failOn = 'error', acknowledgements = [], rules = [] }: CheckOptions): void {
  checkFailOn(failOn);
  checkRules(rules);
  if (!Array.isArray(acknowledgements)) {
    throw invalidOption('acknowledgements', acknowledgements, 'a list of objects with finding and reason');
  }
  const problems = acknowledgements.flatMap((acknowledgement, index) =>
    acknowledgementProblems(acknowledgement).map((problem) => `acknowledgements[${index}]: ${problem}`));
  if (problems.length > 0) {
    throw new Error(problems.join('\n'));
  }
}

/** What was found and predicted when a component was made; `undefined` for one that was not judged by itself. */
export function assessmentOf(component: pulumi.ComponentResource): Assessment | undefined {
  return withAncestors(component).map((ancestor) => assessments.get(ancestor)).find((assessment) => assessment !== undefined);
}

/** All findings of a component when it was made, acknowledged ones left out. Nothing is thrown or logged. */
export function findingsOf(component: pulumi.ComponentResource): readonly Finding[] {
  return assessmentOf(component)?.findings ?? [];
}

/** A resource declared twice is the sign of another program in the same process, as in unit tests: nothing of the former counts. */
function declaredFor(cluster: Cluster, objects: readonly JudgedObject[]): DeclaredCluster {
  const monitor = pulumi.runtime.getMonitor() ?? programs;
  const clusters = programs.get(monitor) ?? new Map<Cluster, DeclaredCluster>();
  programs.set(monitor, clusters);
  const known = clusters.get(cluster);
  const isRepeated = (judged: JudgedObject) => ![undefined, judged.object].includes(known?.resources.get(keyOf(judged))?.object);
  const declared = known && !objects.some(isRepeated) ? known
    : { resources: new Map<string, Resource>(), pools: cluster.nodePools, settled: new Set<string>() };
  clusters.set(cluster, declared);
  return declared;
}

function keyOf({ object, urn }: JudgedObject): string {
  return urn ?? resourceName(object);
}

function resourceOf({ object, urn }: JudgedObject): Resource {
  return { object, name: resourceName(object), locate: () => (urn === undefined ? undefined : { urn }) };
}

/** Those given by calls of `acknowledge` that nothing here needs may be needed elsewhere. */
function assessWithAcknowledgements(declaration: Declaration, component: pulumi.ComponentResource, options: CheckOptions): Assessment {
  const { acknowledgements = [], rules } = options;
  const assessment = assess(declaration, { acknowledgements, rules });
  const needed = acknowledgementsFor(component).filter((acknowledgement) => assessment.findings.some((finding) => covers(acknowledgement, finding)));
  needed.forEach(noteUse);
  return needed.length === 0 ? assessment : assess(declaration, { acknowledgements: [...acknowledgements, ...needed], rules });
}

/** Without a kube-proxy nothing is open, since a loader or tuner may be made before it; nor without pools, since none were given. */
function openIn({ kubeProxies, cluster }: Declaration, { notChecked }: Assessment): readonly NotChecked[] {
  return kubeProxies.length === 0 || cluster.nodePools.length === 0 ? [] : notChecked;
}

function openText({ pool, reason }: NotChecked): string {
  return pool === undefined ? reason : `pool ${pool}: ${reason}`;
}
