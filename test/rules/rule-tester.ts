import type { NodePoolProps } from '../../src/cluster/node-pool';
import type { Severity } from '../../src/rules/finding';
import { predict } from '../../src/prediction/predict';
import type { Rule, RuleFinding } from '../../src/rules/rule';
import { declarationOfTexts } from './declaration-of-texts';

/** An input as users have it: pools, and files by name. */
export interface RuleInput {
  readonly name: string;
  /** @default - the Node objects in the files */
  readonly pools?: readonly NodePoolProps[];
  readonly files: Readonly<Record<string, string>>;
  readonly kubernetesVersion?: string;
}

/** What must be reported; whatever is left out is not compared. */
export interface ExpectedFinding {
  readonly severity: Severity;
  readonly pool?: string;
  readonly resource?: string;
  readonly detail?: string;
  readonly message?: RegExp;
  readonly because?: RegExp;
  readonly remedy?: RegExp;
  /** `file:line` of the place that it points to. */
  readonly at?: string;
}

export interface RuleCases {
  /** Inputs on which the rule says nothing. */
  readonly valid: readonly RuleInput[];
  /** Inputs with exactly the findings that must come, in order. */
  readonly invalid: readonly (RuleInput & { readonly findings: readonly ExpectedFinding[] })[];
}

/** Runs a rule over a table of inputs, through the same reading and prediction as every user's input. */
export function testRule(rule: Rule, { valid, invalid }: RuleCases): void {
  const names = [...valid, ...invalid].map((input) => input.name);
  const repeated = names.filter((name, i) => names.indexOf(name) !== i);
  if (repeated.length > 0 || valid.length === 0 || invalid.length === 0) {
    throw new Error(`${rule.id}: needs valid and invalid cases with names of their own; repeated: ${repeated.join(', ') || 'none'}`);
  }
  describe(rule.id, () => {
    it.each(valid.map((input) => [input.name, input] as const))('says nothing: %s', (_, input) => {
      expect(findingsOf(rule, input).map(({ message }) => message)).toEqual([]);
    });
    it.each(invalid.map((input) => [input.name, input] as const))('reports: %s', (_, input) => {
      const found = findingsOf(rule, input);
      expect(found.map((finding, i) => shapeOf(finding, input.findings[i]))).toEqual(input.findings);
      for (const finding of found) {
        expect(rule.severities).toContain(finding.severity);
        expect([finding.message, finding.because ?? ''].join(' ')).not.toMatch(/\n|undefined|\[object|NaN/);
        expect(finding.remedies.length).toBeGreaterThan(0);
      }
    });
  });
}

/** What the rule finds in an input, without those that say "not checked". */
export function findingsOf(rule: Rule, input: RuleInput): RuleFinding[] {
  const declaration = declarationOfTexts(input);
  return rule.judge({ declaration, prediction: predict(declaration) }).filter((result): result is RuleFinding => !('notChecked' in result));
}

/** The finding reduced to what is expected of it; a text that matches is replaced by its pattern, so that a mismatch shows the text. */
function shapeOf(finding: RuleFinding, expected: ExpectedFinding | undefined): object {
  const at = finding.location && `${finding.location.file}:${finding.location.line}`;
  const remedies = finding.remedies.join('\n');
  if (!expected) {
    return { severity: finding.severity, pool: finding.pool, resource: finding.resource, message: finding.message, because: finding.because };
  }
  const actual: Record<keyof ExpectedFinding, unknown> = {
    severity: finding.severity,
    pool: finding.pool,
    resource: finding.resource,
    detail: finding.detail,
    message: expected.message?.test(finding.message) ? expected.message : finding.message,
    because: finding.because !== undefined && expected.because?.test(finding.because) ? expected.because : finding.because,
    remedy: expected.remedy?.test(remedies) ? expected.remedy : remedies,
    at,
  };
  return Object.fromEntries(Object.keys(expected).map((key) => [key, actual[key as keyof ExpectedFinding]]));
}
