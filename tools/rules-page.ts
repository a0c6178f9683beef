import { catalogue } from '../src/rules';
import type { RuleGroup } from '../src/rules/rule';
import type { GeneratedFiles } from './generated-files';
import { markdownTable } from './markdown-table';

const GROUPS: Readonly<Record<RuleGroup, string>> = {
  reuse: 'Reused source ports',
  sysctls: 'Sysctls',
  modules: 'Kernel modules',
  modes: 'Proxy modes and versions',
  config: 'Configuration',
  workloads: 'Workloads',
  meta: 'The check itself',
};

/** The catalogue: every rule with its severities, by group. */
export function rulesPage(): GeneratedFiles {
  const sections = (Object.keys(GROUPS) as RuleGroup[]).map((group) => [
    `## ${GROUPS[group]}`,
    '',
    markdownTable(['rule', 'severity', 'what is wrong'], catalogue.filter((rule) => rule.group === group)
      .map(({ id, severities, title }) => [`[${id}](${id}.md)`, severities.join(', '), title])),
  ].join('\n').trimEnd());
  return new Map([['docs/rules/README.md', `${[
    '# Rules',
    `${catalogue.length} rules. \`kube-proxy-kit explain <rule>\` prints the page of one. Where a rule has several severities, the kube-proxy
release, the kernel or what else is declared decides; its page says how.`,
    ...sections,
  ].join('\n\n')}\n`]]);
}
