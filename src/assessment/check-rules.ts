import { invalidOption } from '../kubernetes/invalid-option';
import { catalogue } from '../rules';
import type { Rule, RuleDescription } from '../rules/rule';

/**
 * Refuses rules that a finding could not name.
 *
 * @throws Error that names the rule, and what is allowed
 */
export function checkRules(rules: readonly Rule[]): void {
  if (!Array.isArray(rules)) {
    throw invalidOption('rules', rules, 'a list of rules, such as [...builtInRules, mine]');
  }
  const taken = new Map<string, RuleDescription>(catalogue.map((rule) => [rule.id, rule]));
  rules.forEach((rule: Rule, index) => {
    const id: unknown = rule?.id;
    if (typeof id !== 'string' || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
      throw invalidOption(`rules[${index}].id`, id, 'lower-case words joined by hyphens, such as team-no-nodeport');
    }
    const other = taken.get(id);
    if (other !== undefined && other !== rule) {
      throw new Error(`rules[${index}].id is "${id}", which ${catalogue.includes(other) ? 'a built-in rule' : 'another rule of the list'} has; `
        + 'allowed: an id that no other rule has');
    }
    if (typeof rule.judge !== 'function') {
      throw invalidOption(`rules[${index}].judge`, rule.judge, 'a function that returns findings');
    }
    taken.set(id, rule);
  });
}
