import type { GeneratedFiles } from './generated-files';
import { markdownTable } from './markdown-table';
import { ruleFiles, RULE_GROUPS } from './rule-files';

/** The catalogue: every rule with its severities, by group. */
export function rulesPage(): GeneratedFiles {
  const files = ruleFiles();
  const sections = Object.entries(RULE_GROUPS).map(([group, heading]) => [
    `## ${heading}`,
    '',
    markdownTable(['rule', 'severity', 'what is wrong'], files.filter((file) => file.group === group)
      .map(({ id, rule: { severities, title } }) => [`[${id}](${id}.md)`, severities.join(', '), title])),
  ].join('\n').trimEnd());
  return new Map([['docs/rules/README.md', `${[
    '# Rules',
    `${files.length} rules. \`kube-proxy-kit explain <rule>\` prints the page of one. Where a rule has several severities, the kube-proxy
release, the kernel or what else is declared decides; its page says how.`,
    ...sections,
  ].join('\n\n')}\n`]]);
}
