import type { Policies, StackValidationArgs, StackValidationPolicy } from '@pulumi/policy';
import { assess, type Assessment } from '../assessment/assess';
import { declarationReaderOf } from '../reading/read-declaration';
import { findingBody } from '../reports/finding-text';
import { catalogue } from '../rules';
import type { RuleDescription } from '../rules/rule';
import { CLUSTER_CONFIG_SCHEMA, readClusterConfig, type ClusterPolicyConfig } from './cluster-config';
import { stackObjects, type StackResource } from './stack-objects';

export type { NodePoolProps, NodeInterface } from '../cluster/node-pool';
export type { DeclaredBackport } from '../facts/kernel/declared-backport';
export type { ModuleState } from '../facts/kernel/module-state';
export type { Location } from '../kubernetes/location';
export type { Acknowledgement } from '../rules/acknowledgement';
export type { ClusterPolicyConfig } from './cluster-config';

/** Name of the policy that takes the configuration of a pack. */
const CLUSTER_POLICY = 'cluster';

/** Information is no violation. */
const LEVELS = {
  error: { enforcementLevel: 'mandatory', severity: 'high' },
  warning: { enforcementLevel: 'advisory', severity: 'medium' },
} as const;

/** What was found in a stack. */
interface JudgedStack {
  readonly urns: string;
  /** Policies that have had their share of it. A run applies each once. */
  readonly reportedBy: Set<string>;
  readonly assessment: Assessment;
  readonly notChecked: readonly NotCheckedPart[];
}

interface NotCheckedPart {
  readonly message: string;
  readonly urn?: string;
}

/**
 * Policies that apply every rule to the Kubernetes resources of a stack, whatever made them: for each rule one that is mandatory where
 * its findings are errors, and one that is advisory where they are warnings.
 *
 * The node pools come from the configuration of the policy `cluster`, or from here. That policy comes first: it has the stack judged,
 * once for all, and says what could not be checked.
 *
 * @param known what is known of the cluster; the configuration of the pack wins over it. @default - nothing
 */
export function kubeProxyPolicies(known: ClusterPolicyConfig = {}): Policies {
  let judged: JudgedStack | undefined;
  const judge = async ({ resources }: StackValidationArgs, config: ClusterPolicyConfig) => (judged = await judgeStack(resources, config));
  const clusterPolicy: StackValidationPolicy = {
    name: CLUSTER_POLICY,
    description: 'What is known of the node pools of the cluster, and what could not be checked.',
    enforcementLevel: 'advisory',
    severity: 'low',
    configSchema: CLUSTER_CONFIG_SCHEMA,
    remediationSteps: 'Give the node pools in the configuration of this policy: nodes, or nodesFile.',
    validateStack: async (args, report) => {
      const { notChecked } = await judge(args, { ...known, ...args.getConfig<ClusterPolicyConfig>() });
      notChecked.forEach(({ message, urn }) => report(message, urn));
    },
  };
  const assessmentFor = async (policy: string, args: StackValidationArgs) => {
    const isOfThisRun = judged?.urns === urnsOf(args.resources) && !judged.reportedBy.has(policy);
    const { assessment, reportedBy } = judged && isOfThisRun ? judged : await judge(args, known);
    reportedBy.add(policy);
    return assessment;
  };
  return [clusterPolicy, ...catalogue.flatMap((rule) => policiesOf(rule, assessmentFor))];
}

function policiesOf(
  rule: RuleDescription, assessmentFor: (policy: string, args: StackValidationArgs) => Promise<Assessment>,
): StackValidationPolicy[] {
  const named = rule.severities.filter((severity) => severity !== 'info')
    .map((severity, index) => ({ severity, name: index === 0 ? rule.id : `${rule.id}-${severity}` }));
  return named.map(({ severity, name }) => ({
    name,
    description: rule.title,
    ...LEVELS[severity],
    url: documentationOf(rule),
    remediationSteps: `Each violation lists its remedies, the best first. npx kube-proxy-kit explain ${rule.id} tells the mechanism.`,
    validateStack: async (args, report) => {
      const { findings } = await assessmentFor(name, args);
      findings.filter((finding) => finding.rule === rule.id && finding.severity === severity)
        .forEach((finding) => report(`${findingBody(finding)}\n      ${documentationOf(rule)}`, finding.location?.urn));
    },
  }));
}

async function judgeStack(stack: readonly StackResource[], config: ClusterPolicyConfig): Promise<JudgedStack> {
  const { resources, unknown } = stackObjects(stack);
  const reader = declarationReaderOf({ resources });
  const { acknowledgements, ...known } = await readClusterConfig(config, reader.distinctions());
  const declaration = reader.declaration(known);
  const assessment = assess(declaration, { acknowledgements });
  const open = declaration.kubeProxies.length === 0 ? [] : assessment.notChecked;
  return {
    urns: urnsOf(stack),
    reportedBy: new Set(),
    assessment,
    notChecked: [
      ...unknown.map(({ resource, paths, urn }) => (
        { message: `${resource}: this preview does not know ${paths.join(', ')}, so what depends on that was not checked`, urn })),
      ...open.map(({ pool, reason }) => ({ message: `not checked: ${pool === undefined ? '' : `pool ${pool}: `}${reason}` })),
    ],
  };
}

function documentationOf({ id }: RuleDescription): string {
  return `https://unpkg.com/kube-proxy-kit/docs/rules/${id}.md`;
}

/** The policies of one run are each given the same resources, but not the same list. */
function urnsOf(stack: readonly StackResource[]): string {
  return stack.map(({ urn }) => urn).join('\n');
}
