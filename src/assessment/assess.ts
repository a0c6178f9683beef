import { isFieldKnown, type DecodedConfiguration } from '../config/decoded-configuration';
import type { Declaration } from '../declaration/declaration';
import { covers, hasExpired, type Acknowledgement } from '../rules/acknowledgement';
import { SEVERITIES, type Finding, type NotChecked } from '../rules/finding';
import { predict } from '../prediction/predict';
import type { Prediction } from '../prediction/prediction';
import { rules as everyRule } from '../rules';
import { acknowledgementExpired } from '../rules/meta/acknowledgement-expired';
import { acknowledgementUnused } from '../rules/meta/acknowledgement-unused';
import type { Judged, Rule, RuleDescription, RuleFinding } from '../rules/rule';
import { ruleCrashed } from '../rules/meta/rule-crashed';
import { leftOpen } from './not-checked';

/** How a declaration is judged. */
export interface AssessOptions {
  /** Findings that are accepted, each with its reason. @default - none */
  readonly acknowledgements?: readonly Acknowledgement[];
  /** The day against which acknowledgements expire, `2026-11-29`. @default - today, in UTC */
  readonly today?: string;
  /** The rules to apply. @default - all of them */
  readonly rules?: readonly Rule[];
}

/** A finding that an acknowledgement takes out of the count; it stays in every report. */
export interface AcknowledgedFinding {
  readonly finding: Finding;
  readonly acknowledgement: Acknowledgement;
}

/** What the rules found, and what they rest on. */
export interface Assessment {
  /** The worst first, then in the order of the pools and of the catalogue. */
  readonly findings: readonly Finding[];
  /** Findings that an acknowledgement covers. */
  readonly acknowledged: readonly AcknowledgedFinding[];
  /** What could not be judged, and what to supply. */
  readonly notChecked: readonly NotChecked[];
  /** Whether the input has a kube-proxy, or a configuration of one; false means that nothing was judged, which is not fine. */
  readonly judged: boolean;
  readonly prediction: Prediction;
}

/** Predicts what every node pool will do, applies every rule, then the acknowledgements. Never throws for what a rule does. */
export function assess(declaration: Declaration, options: AssessOptions = {}): Assessment {
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const acknowledgements = options.acknowledgements ?? [];
  const prediction = predict(declaration);

  const judged = judgeAll(options.rules ?? everyRule, { declaration, prediction });
  const inForce = acknowledgements.filter((acknowledgement) => !hasExpired(acknowledgement, today));
  const acknowledged: AcknowledgedFinding[] = [];
  const findings: Finding[] = [];
  const used = new Set<Acknowledgement>();
  for (const finding of judged.findings) {
    const covering = inForce.filter((acknowledgement) => covers(acknowledgement, finding));
    covering.forEach((acknowledgement) => used.add(acknowledgement));
    if (covering.length > 0) {
      acknowledged.push({ finding, acknowledgement: covering[0] });
    } else {
      findings.push(finding);
    }
  }
  for (const acknowledgement of acknowledgements) {
    if (hasExpired(acknowledgement, today)) {
      findings.push(toFinding(acknowledgementExpired, acknowledgementExpired.finding(acknowledgement)));
    } else if (!used.has(acknowledgement)) {
      const known = [...judged.findings, ...everyRule].map(({ id }) => id);
      findings.push(toFinding(acknowledgementUnused, acknowledgementUnused.finding(acknowledgement, known)));
    }
  }
  const notChecked = [...leftOpen(declaration, prediction), ...judged.notChecked];
  return { findings: inOrder(findings, prediction), acknowledged, notChecked, judged: declaration.kubeProxies.length > 0, prediction };
}

function judgeAll(rules: readonly Rule[], input: Judged): { findings: Finding[]; notChecked: NotChecked[] } {
  const findings: Finding[] = [];
  const notChecked = new Map<string, NotChecked>();
  for (const rule of rules) {
    try {
      for (const result of rule.judge(withoutOpenFields(rule, input))) {
        if ('notChecked' in result) {
          const entry = { rule: rule.id, pool: result.pool, reason: result.notChecked, leavesVerdictOpen: result.leavesVerdictOpen ?? true };
          notChecked.set(JSON.stringify(entry), entry);
        } else {
          findings.push(toFinding(rule, result));
        }
      }
    } catch (error) {
      findings.push(toFinding(ruleCrashed, ruleCrashed.finding(rule.id, error)));
    }
  }
  return { findings, notChecked: saidOnce([...notChecked.values()]) };
}

/** What is judged, without the configurations, and the pools with them, in which a field that decides the rule is left open. */
function withoutOpenFields({ fields = [] }: Rule, input: Judged): Judged {
  const { pools, configurations } = input.prediction;
  const isOpen = (decoded: DecodedConfiguration | undefined) => decoded !== undefined && fields.some((field) => !isFieldKnown(decoded, field));
  if (!configurations.some(({ decoded }) => isOpen(decoded))) {
    return input;
  }
  return {
    ...input,
    prediction: {
      pools: pools.filter(({ configuration }) => !isOpen(configuration)),
      configurations: configurations.filter(({ decoded }) => !isOpen(decoded)),
    },
  };
}

/** Several rules that lack the same thing say so once, under `*`. */
function saidOnce(entries: readonly NotChecked[]): NotChecked[] {
  const byReason = new Map<string, NotChecked>();
  for (const entry of entries) {
    const key = `${entry.pool ?? ''}\n${entry.reason}`;
    const seen = byReason.get(key);
    byReason.set(key, seen && seen.rule !== entry.rule ? { ...seen, rule: '*' } : entry);
  }
  return [...byReason.values()];
}

function toFinding(rule: RuleDescription, found: RuleFinding): Finding {
  const detail = found.detail ?? found.pool ?? found.resource?.replace(' ', '/') ?? found.location?.file ?? '';
  return {
    id: withoutLongWords(detail === '' ? rule.id : `${rule.id}[${detail}]`),
    rule: rule.id,
    severity: found.severity,
    pool: found.pool,
    resource: found.resource,
    location: found.location,
    message: withoutLongWords(found.message),
    because: withoutLongWords(found.because ?? ''),
    remedies: found.remedies.map(withoutLongWords),
    sources: [...new Set([...rule.sources, ...found.sources ?? []])],
  };
}

/** Messages quote the input, where a value may have any length; names and paths are shorter than this. */
const LONGEST_WORD = 300;

const LONG_WORD = new RegExp(`\\S{${LONGEST_WORD},}`, 'g');

function withoutLongWords(text: string): string {
  return text.length < LONGEST_WORD ? text : text.replace(LONG_WORD, (word) => `${word.slice(0, LONGEST_WORD - 1)}…`);
}

function inOrder(findings: readonly Finding[], prediction: Prediction): Finding[] {
  const places = new Map(prediction.pools.map(({ pool }, index) => [pool.name, index + 1]));
  const rank = ({ severity, pool }: Finding) => SEVERITIES.indexOf(severity) * (places.size + 1) + (pool === undefined ? 0 : places.get(pool) ?? 0);
  // Array.prototype.sort is stable, so the order of the catalogue stays inside a pool.
  return [...findings].sort((left, right) => rank(left) - rank(right));
}
