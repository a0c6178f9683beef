import { shortList } from '../../assessment/short-list';
import type { ClusterPlan } from '../../upgrade/cluster-plan';
import type { MigrationStep } from '../../upgrade/migration-step';
import type { PoolMigration } from '../../upgrade/migration-plan';
import type { UpgradePlan } from '../../upgrade/upgrade-plan';
import { printable } from '../printable';
import { cellWord, legend } from './cell-word';
import { changeOfPools, nodesOf, remediesOf, skew, stretches, stretchTitle, today, type Stretch } from './change-text';

/** For a change request: the same as the text, with boxes to tick. */
export function planMarkdown({ upgrade, migration }: ClusterPlan): string {
  const { pools } = migration;
  const sections = [
    [`# kube-proxy from v${upgrade.from.line} to v${upgrade.to.line}`],
    matrix(upgrade),
    today(upgrade).map(escaped),
    ...stretches(upgrade).map(releaseSection),
    upgrade.leftOut.length === 0 ? [] : ['## Left out', '', ...upgrade.leftOut.map(({ pool, because }) => `- pool ${escaped(pool)}: ${escaped(because)}`)],
    pools.length === 0
      ? ['## Off IPVS mode', '', 'No pool is set to IPVS mode: there is nothing to move.']
      : ['## Off IPVS mode', '', escaped(`Order: ${shortList(pools.map(({ pool }) => pool.name))}. Pools in different modes are supported meanwhile.`)],
    ...pools.map(poolSection),
  ];
  return sections.filter((section) => section.length > 0).map((section) => `${section.join('\n')}\n`).join('\n');
}

function matrix({ pools, releases }: UpgradePlan): string[] {
  const words = pools.map(({ name }) => releases.map(({ cells }) => cellWord(cells.get(name)).word));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['Pool', ...releases.map(({ dates }) => dates.line)]),
    row(['---', ...releases.map(() => '---')]),
    ...pools.map(({ name }, at) => row([escaped(name), ...words[at].map((word) => word.replace('*', '\\*'))])),
    ...legend(words.flat()).map((meaning, at) => `${at === 0 ? '\n' : ''}- ${escaped(meaning)}`),
  ];
}

function releaseSection({ releases, before }: Stretch): string[] {
  const last = releases[releases.length - 1];
  const { changes, blockers } = last;
  return [
    `## ${stretchTitle(releases)}`, '', skew(last), '',
    ...blockers.length === 0 ? [] : [`**Before this release, and by ${before.dates.endOfLife} at the latest (end of v${before.dates.line}):**`, ''],
    ...blockers.flatMap((change) => [`- [ ] ${escaped(changeOfPools(change))}`, ...remediesOf(change).map((remedy) => `  - ${escaped(remedy)}`)]),
    ...blockers.length === 0 ? [] : [''],
    ...changes.length === 0 ? ['Nothing changes.'] : [],
    ...changes.filter((change) => !blockers.includes(change)).map((change) => `- ${escaped(changeOfPools(change))}`),
  ];
}

function poolSection({ pool, target, because, alternatives, deadline, ...parts }: PoolMigration): string[] {
  return [
    `### Pool ${escaped(pool.name)}${nodesOf(pool)}: ${target ? `to ${target.change.mode}` : 'a newer OS image first'}`, '',
    `Why: ${escaped(because)}.`,
    ...alternatives.flatMap((other) => ['', `Or: ${escaped(other)}`]),
    ...deadline ? ['', `Deadline: v${deadline.line}, which ends about ${deadline.endOfLife}; ${escaped(deadline.because)}.`] : [],
    ...steps('Before', parts.before), ...steps('Change', parts.change), ...steps('Verify', parts.verify),
    ...steps('Clean up', parts.cleanUp), ...steps('Way back', parts.wayBack, false),
  ];
}

function steps(title: string, all: readonly MigrationStep[], isToDo = true): string[] {
  return all.length === 0 ? [] : ['', `#### ${title}`, '', ...all.flatMap(({ what, because, command, text, blocks }) => [
    `- ${isToDo ? '[ ] ' : ''}${blocks ? '**Blocked:** ' : ''}${escaped(what)}${because === '' ? '' : ` (${escaped(because)})`}`,
    ...block('sh', command), ...block('', text),
  ])];
}

function block(language: string, text: string | undefined): string[] {
  return text === undefined ? [] : ['', `  \`\`\`${language}`, ...text.split('\n').map((line) => `  ${printable(line)}`), '  ```', ''];
}

/** A text of the input becomes neither markup nor a table's cell. */
function escaped(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>|#]/g, '\\$&');
}
