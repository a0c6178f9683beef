import { isFieldKnown, type DecodedConfiguration } from '../config/decoded-configuration';
import type { Finding, NotChecked } from '../rules/finding';
import { ruleCrashed } from '../rules/meta/rule-crashed';
import type { Judged, Rule, RuleDescription, RuleFinding } from '../rules/rule';
import { boundedId } from './distinct-findings';

/** Applies rules to what was declared and predicted. Never throws for what a rule does. */
export function judge(rules: readonly Rule[], input: Judged): { findings: Finding[]; notChecked: NotChecked[] } {
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

/** The finding that a rule wrote, with what the assessment adds to it. */
export function toFinding(rule: RuleDescription, found: RuleFinding): Finding {
  const detail = found.detail ?? found.pool ?? found.resource?.replace(' ', '/') ?? found.location?.file ?? '';
  return {
    id: boundedId(detail === '' ? rule.id : `${rule.id}[${detail}]`),
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
