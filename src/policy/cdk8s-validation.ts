import type { Assessment } from '../assessment/assess';
import { checkFiles } from '../assessment/check-files';
import { UsageError } from '../assessment/usage-error';
import { oneOf, nonEmptyText, PropertyReader } from '../kubernetes/property-reader';
import { FAIL_ON, isFailure, isOpenFailure, type FailOn } from '../rules/fail-on';
import type { Finding } from '../rules/finding';
import { reasonLine, remedyLines } from '../reports/finding-text';
import { place } from '../reports/place';
import { countBySeverity } from '../reports/severity-counts';
import { KubeVersion } from '../facts/kube-proxy/kube-version';

export type { FailOn } from '../rules/fail-on';

/** `properties:` of the plugin in `cdk8s.yaml`; files are named from the folder in which cdk8s runs. */
export interface KubeProxyKitValidationProperties {
  /** `kubectl get nodes -o json`, or an inventory. @default - rules that need a kernel are not applied */
  readonly nodes?: string;
  /** Version of the cluster. @default - what the manifests tell */
  readonly kubernetesVersion?: string;
  /** Acknowledgement file. @default - none */
  readonly ack?: string;
  /** From which severity on findings fail the synthesis. @default 'error' */
  readonly failOn?: FailOn;
}

/** What cdk8s-cli gives a validation plugin, as far as this one uses it; see `ValidationContext` of `cdk8s-cli/plugins`. */
export interface ManifestValidationContext {
  /** Paths of the manifests that were synthesised. */
  readonly manifests: readonly string[];
  /** Where messages for people go. */
  readonly logger: { log(message: string): void };
  /** Takes violations, then the verdict: `submit` is called once, last. `metadata` is shown above the violations. */
  readonly report: {
    addViolation(violation: ManifestViolation): void;
    submit(status: 'success' | 'failure', metadata?: Readonly<Record<string, string>>): void;
  };
  /** The objects in one manifest. */
  parseManifest(manifestPath: string): readonly unknown[];
}

/** A violation in the words of cdk8s-cli. */
export interface ManifestViolation {
  /** Id of the finding and its severity: `stale-real-server[old] (error)`. */
  readonly ruleName: string;
  /** What is wrong and why. */
  readonly recommendation: string;
  /** What to do, one remedy on each line. */
  readonly fix: string;
  /** The object at fault, or the pool, with the manifest and the places in it. */
  readonly violatingResources: readonly {
    readonly resourceName: string;
    readonly locations: readonly string[];
    readonly manifestPath: string;
  }[];
}

/**
 * Validation plugin for cdk8s-cli: applies every rule to the synthesised manifests, whatever library made their objects.
 *
 * cdk8s-cli knows no severities: they stand in the name of the rule, and findings milder than `failOn` do not fail the synthesis.
 */
export class KubeProxyKitValidation {
  private readonly properties: KubeProxyKitValidationProperties;
  private readonly problems: readonly string[];

  public constructor(properties: KubeProxyKitValidationProperties = {}) {
    const reader = new PropertyReader({ ...properties });
    this.properties = {
      nodes: reader.read('nodes', 'the name of a file', nonEmptyText),
      kubernetesVersion: reader.read('kubernetesVersion', 'a version, as 1.29 or v1.29.4, in quotes', (value) =>
        typeof value === 'string' && KubeVersion.tryParse(value) ? value : undefined),
      ack: reader.read('ack', 'the name of a file', nonEmptyText),
      failOn: reader.read('failOn', FAIL_ON.join(', '), oneOf(FAIL_ON)),
    };
    reader.refuseOthers(Object.keys(this.properties));
    this.problems = reader.problems.map(({ message }) => message);
  }

  /** Judges the manifests of a synthesis. Never throws for what is wrong in them or in `properties`: that is a violation, too. */
  public async validate(context: ManifestValidationContext): Promise<void> {
    const { report, logger } = context;
    try {
      const assessment = await this.assess(context.manifests);
      const resources = new ResourceNames(context);
      assessment.findings.forEach((finding) => report.addViolation(violationOf(finding, resources)));
      remarks(assessment).forEach((remark) => logger.log(`kube-proxy-kit: ${remark}`));
      const { failOn = 'error' } = this.properties;
      const fails = assessment.findings.some((finding) => isFailure(finding, failOn))
        || assessment.notChecked.some((open) => isOpenFailure(open, failOn));
      report.submit(fails ? 'failure' : 'success', summary(assessment));
    } catch (error) {
      if (!(error instanceof UsageError)) {
        throw error;
      }
      // An error that is thrown reaches the user as a stack of cdk8s-cli.
      report.addViolation({
        ruleName: 'kube-proxy-kit cannot check (error)', recommendation: error.message, fix: 'Correct validations in cdk8s.yaml, or the file that it names.',
        violatingResources: [{ resourceName: 'cdk8s.yaml', locations: ['validations'], manifestPath: 'cdk8s.yaml' }],
      });
      report.submit('failure');
    }
  }

  private async assess(manifests: readonly string[]): Promise<Assessment> {
    if (this.problems.length > 0) {
      throw new UsageError(this.problems.join('\n'));
    }
    const { nodes, kubernetesVersion, ack } = this.properties;
    const { assessment } = await checkFiles({ paths: manifests, nodes, kubernetesVersion, acknowledgements: ack });
    return assessment;
  }
}

function violationOf(finding: Finding, resources: ResourceNames): ManifestViolation {
  return {
    ruleName: `${finding.id} (${finding.severity})`,
    recommendation: [finding.message, ...reasonLine(finding.because)].join('\n    '),
    fix: remedyLines(finding.remedies).map((line) => `\n    ${line}`).join(''),
    violatingResources: [{
      resourceName: finding.resource ? resources.shortest(finding.resource) : finding.pool === undefined ? 'cluster' : `pool ${finding.pool}`,
      locations: [place(finding) ?? 'no place in the manifests'],
      manifestPath: finding.location?.file ?? 'no manifest',
    }],
  };
}

/**
 * cdk8s-cli looks for the construct of a resource by the bare name. Where several objects have that name it finds any of them, so the
 * bare name is given only where it is one object's.
 */
class ResourceNames {
  private readonly counts = new Map<string, number>();

  public constructor(context: ManifestValidationContext) {
    for (const object of context.manifests.flatMap((manifest) => objectsIn(manifest, context))) {
      const name = (object as { readonly metadata?: { readonly name?: string } } | null)?.metadata?.name;
      if (name !== undefined) {
        this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
      }
    }
  }

  public shortest(resource: string): string {
    const bare = resource.replace(/^\S+ (?:.*\/)?/, '');
    return this.counts.get(bare) === 1 ? bare : resource;
  }
}

/** None for a manifest that cdk8s-cli cannot parse, for which there is a finding. */
function objectsIn(manifest: string, context: ManifestValidationContext): readonly unknown[] {
  try {
    return context.parseManifest(manifest);
  } catch {
    return [];
  }
}

function remarks({ acknowledged, notChecked }: Assessment): string[] {
  return [
    ...acknowledged.map(({ finding, acknowledgement }) => `acknowledged: ${finding.id}: ${acknowledgement.reason}`),
    ...notChecked.map(({ rule, pool, reason }) => `not checked: ${[rule, pool].filter((part) => part !== undefined && part !== '*').join(', ')}: ${reason}`),
  ];
}

function summary({ findings, acknowledged, prediction }: Assessment): Record<string, string> {
  const { error, warning, info } = countBySeverity(findings);
  return {
    errors: String(error), warnings: String(warning), info: String(info), acknowledged: String(acknowledged.length),
    pools: prediction.pools.map(({ pool }) => pool.name).join(', ') || 'none known',
  };
}
