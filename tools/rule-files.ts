import * as fs from 'node:fs';
import * as path from 'node:path';
import { SEVERITIES } from '../src/rules/finding';
import type { Rule, RuleDescription, RuleGroup } from '../src/rules/rule';

const FOLDER = path.join(__dirname, '../src/rules');

/** The groups of rules, in the order of the documentation, with their headings; each is a folder of `src/rules`. */
export const RULE_GROUPS: Readonly<Record<RuleGroup, string>> = {
  reuse: 'Reused source ports',
  sysctls: 'Sysctls',
  modules: 'Kernel modules',
  modes: 'Proxy modes and versions',
  config: 'Configuration',
  workloads: 'Workloads',
  meta: 'The check itself',
};

/** What a group is about, before its other rules. */
const FIRST: readonly string[] = ['stale-real-server', 'lost-conntrack', 'syn-drop-delay'];

/** A file of `src/rules/<group>` and the rule in it. */
export interface RuleFile {
  readonly group: RuleGroup;
  readonly id: string;
  /** Name of the export. */
  readonly name: string;
  /** One without `judge` speaks of the assessment itself. */
  readonly rule: RuleDescription & Partial<Pick<Rule, 'judge'>>;
}

/**
 * Every rule there is, by group; in a group what it is about first, then what can be an error, then by name.
 *
 * @throws Error for a file that holds no rule of its name, or one that names another group than its folder
 */
export function ruleFiles(): RuleFile[] {
  return (Object.keys(RULE_GROUPS) as RuleGroup[]).flatMap((group) => {
    const ids = fs.readdirSync(path.join(FOLDER, group)).filter((file) => file.endsWith('.ts')).map((file) => path.basename(file, '.ts')).sort();
    const place = ({ id, rule }: RuleFile) => FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length + SEVERITIES.indexOf(rule.severities[0]);
    return ids.map((id) => ruleFile(group, id)).sort((left, right) => place(left) - place(right));
  });
}

/** The name under which a rule is exported: `modeUnset` for `mode-unset`. */
export function exportName(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function ruleFile(group: RuleGroup, id: string): RuleFile {
  const file = `src/rules/${group}/${id}.ts`;
  const name = exportName(id);
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const rule = (require(path.join(FOLDER, group, id)) as Readonly<Record<string, RuleFile['rule'] | undefined>>)[name];
  if (rule?.id !== id) {
    throw new Error(`${file} exports ${rule === undefined ? `nothing named ${name}` : `${name} with the id ${JSON.stringify(rule.id)}`}; `
      + `wanted: export const ${name}: Rule = { id: '${id}', … }`);
  }
  if (rule.group !== group) {
    throw new Error(`${file} says group: '${rule.group}'; a rule is of the group whose folder it is in: write '${group}' or move the file`);
  }
  return { group, id, name, rule };
}
