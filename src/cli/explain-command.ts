import { UsageError } from '../assessment/usage-error';
import { nearestName } from '../config/edit-distance';
import { painter } from '../reports/text-style';
import { catalogue } from '../rules';
import type { RuleDescription } from '../rules/rule';
import { markdownInTerminal } from './markdown-in-terminal';
import { rulePage } from './package-files';
import { hasColour, lineWidth, write, type Streams } from './streams';

/** Prints the page of a rule, or all rules with their titles. */
export async function explain(asked: string | undefined, streams: Streams): Promise<void> {
  await write(streams.stdout, asked === undefined ? list(streams) : page(asked, streams));
}

function page(asked: string, { stdout, env }: Streams): string {
  const id = asked.replace(/\[.*$/s, '');
  const ids = catalogue.map((rule) => rule.id);
  if (!ids.includes(id)) {
    const meant = nearestName(id, ids) ?? ids.find((candidate) => id.length > 2 && candidate.includes(id));
    throw new UsageError(`there is no rule ${JSON.stringify(id)}; ${meant ? `did you mean ${meant}? ` : ''}kube-proxy-kit explain lists them all`);
  }
  const markdown = rulePage(id);
  return stdout.isTTY ? markdownInTerminal(markdown, { colour: hasColour(stdout, env), width: lineWidth(stdout) }) : markdown;
}

function list({ stdout, env }: Streams): string {
  const paint = painter(hasColour(stdout, env));
  const width = Math.max(...catalogue.map(({ id }) => id.length));
  const groups = new Map<string, RuleDescription[]>();
  for (const rule of catalogue) {
    groups.set(rule.group, [...groups.get(rule.group) ?? [], rule]);
  }
  return [...groups].map(([group, rules]) => [
    paint(['bold', 'underline'], group),
    ...rules.map(({ id, title }) => `  ${paint('bold', id)}${' '.repeat(width - id.length)}  ${title}`),
    '',
  ].join('\n')).join('\n');
}
