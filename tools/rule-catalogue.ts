import type { GeneratedFiles } from './generated-files';
import { ruleFiles, type RuleFile } from './rule-files';

/** The list of all rules as a module: programs that are bundled into one file have no folder to look into. */
export function ruleCatalogue(): GeneratedFiles {
  const files = ruleFiles();
  const judging = files.filter(({ rule }) => rule.judge !== undefined);
  const others = files.filter((file) => !judging.includes(file));
  return new Map([['src/rules/index.ts', `/* eslint-disable -- written by \`npm run docs\` from the folders of groups */
import type { Rule, RuleDescription } from './rule';
${files.map(({ group, id, name }) => `import { ${name} } from './${group}/${id}';`).join('\n')}

/** The rules that judge predictions, by group. */
export const rules: readonly Rule[] = [
${byGroup(judging)}
];

/** Every rule that a finding can name: those that judge, and those that speak of the assessment itself. */
export const catalogue: readonly RuleDescription[] = [
  ...rules,
${byGroup(others)}
];
`]]);
}

function byGroup(files: readonly RuleFile[]): string {
  return files.map(({ group, name }, index) => `${files[index - 1]?.group === group ? '' : `  // ${group}\n`}  ${name},`).join('\n');
}
