import { shortList } from '../../assessment/short-list';
import type { ClusterPlan } from '../../upgrade/cluster-plan';
import type { MigrationStep } from '../../upgrade/migration-step';
import type { PoolMigration } from '../../upgrade/migration-plan';
import type { UpgradePlan } from '../../upgrade/upgrade-plan';
import type { Tone } from '../pool-outcome';
import { printable } from '../printable';
import { painter, wrapped, type Paint } from '../text-style';
import { cellWord, legend } from './cell-word';
import { changeOfPools, nodesOf, remediesOf, skew, stretches, stretchTitle, today, type Stretch } from './change-text';

/** How the text of a plan looks. */
export interface PlanTextOptions {
  /** @default false */
  readonly colour?: boolean;
  /** Characters on a line. @default - lines are never broken */
  readonly width?: number;
}

type Format = Parameters<Paint>[0];

const HEADING: Format = ['bold', 'underline'];
const TONES: Readonly<Record<Tone, Format>> = { good: 'green', doubtful: 'yellow', bad: 'red', unknown: 'yellow', neutral: 'gray' };

/** For people: the matrix of pools and releases, what changes in each, and the way of each pool off IPVS mode. */
export function planText({ upgrade, migration }: ClusterPlan, options: PlanTextOptions = {}): string {
  const paint = painter(options.colour ?? false);
  const width = options.width ?? Infinity;
  const sections = [
    matrix(upgrade, paint, width),
    today(upgrade).flatMap((line) => lines(line, '', width)),
    ...stretches(upgrade).map((stretch) => releaseLines(stretch, paint, width)),
    upgrade.leftOut.length === 0 ? [] : [paint(HEADING, 'Left out'), ...upgrade.leftOut.flatMap(({ pool, because }) => lines(`pool ${pool}: ${because}`, '  ', width))],
    migration.pools.length === 0 ? [paint(HEADING, 'Off IPVS mode'), '  No pool is set to IPVS mode: there is nothing to move.'] : [
      paint(HEADING, 'Off IPVS mode'), ...lines(`Order: ${shortList(migration.pools.map(({ pool }) => pool.name))}. Pools in different modes are supported meanwhile.`, '  ', width),
    ],
    ...migration.pools.map((pool, index) => migrationLines(pool, migration.pools.slice(0, index), paint, width)),
  ];
  return sections.filter((section) => section.length > 0).map((section) => `${section.join('\n')}\n`).join('\n');
}

function matrix({ pools, releases }: UpgradePlan, paint: Paint, width: number): string[] {
  if (pools.length === 0 || releases.length === 0) {
    return [];
  }
  const rows = pools.map(({ name }) => ({ name: printable(name), words: releases.map(({ cells }) => cellWord(cells.get(name))) }));
  const first = Math.max(4, ...rows.map(({ name }) => name.length));
  const columns = releases.map(({ dates: { line } }, at) => Math.max(line.length, ...rows.map(({ words }) => words[at].word.length)));
  const perBlock = blocksOf(columns, width - first);
  const table = perBlock.flatMap((block, nth) => [
    ...nth > 0 ? [''] : [],
    `${paint('bold', 'Pool'.padEnd(first))}${block.map((at) => `  ${paint('bold', releases[at].dates.line.padEnd(columns[at]))}`).join('')}`.trimEnd(),
    ...rows.map(({ name, words }) => `${name.padEnd(first)}${block.map((at) => `  ${paint(TONES[words[at].tone], words[at].word)}${' '.repeat(columns[at] - words[at].word.length)}`).join('')}`.trimEnd()),
  ]);
  const meanings = legend(rows.flatMap(({ words }) => words.map(({ word }) => word)));
  return [...table, ...meanings.length > 0 ? ['', ...lines(meanings.join('; '), '', width).map((line) => paint('gray', line))] : []];
}

/** As many columns side by side as the line has room for. */
function blocksOf(columns: readonly number[], room: number): number[][] {
  const blocks: number[][] = [[]];
  let used = 0;
  columns.forEach((column, at) => {
    if (used + column + 2 > room && blocks[blocks.length - 1].length > 0) {
      blocks.push([]);
      used = 0;
    }
    blocks[blocks.length - 1].push(at);
    used += column + 2;
  });
  return blocks;
}

function releaseLines({ releases, before }: Stretch, paint: Paint, width: number): string[] {
  const last = releases[releases.length - 1];
  const { changes, blockers } = last;
  const rest = changes.filter((change) => !blockers.includes(change));
  return [
    paint(HEADING, stretchTitle(releases)),
    ...lines(skew(last), '  ', width).map((line) => paint('gray', line)),
    ...blockers.length > 0 ? lines(`Before this release, and by ${before.dates.endOfLife} at the latest (end of v${before.dates.line}):`, '  ', width).map((line) => paint('bold', line)) : [],
    ...blockers.flatMap((change) => [
      ...lines(changeOfPools(change), '    ', width).map((line) => paint('red', line)),
      ...remediesOf(change).flatMap((remedy) => lines(`- ${remedy}`, '      ', width, '        ')),
    ]),
    ...rest.flatMap((change) => lines(changeOfPools(change), '  ', width, '    ')),
    ...changes.length === 0 ? ['  Nothing changes.'] : [],
  ];
}

function migrationLines(migration: PoolMigration, earlier: readonly PoolMigration[], paint: Paint, width: number): string[] {
  const { pool, target, because, alternatives, deadline } = migration;
  const part = (title: string, of: (migration: PoolMigration) => readonly MigrationStep[]) => {
    const steps = of(migration);
    const same = earlier.find((other) => JSON.stringify(steps) === JSON.stringify(of(other)));
    return steps.length === 0 ? [] : same ? [`    ${title}: as for pool ${printable(same.pool.name)}`] : [`    ${paint('bold', title)}`, ...steps.flatMap((step) => stepLines(step, width))];
  };
  return [
    paint('bold', `  pool ${printable(pool.name)}${nodesOf(pool)}: ${target ? `to ${target.change.mode}` : 'a newer OS image first'}`),
    ...lines(`Why: ${because}`, '    ', width),
    ...alternatives.flatMap((other) => lines(`Or: ${other}`, '    ', width)),
    ...deadline ? lines(`Deadline: v${deadline.line}, which ends about ${deadline.endOfLife}; ${deadline.because}`, '    ', width) : [],
    ...part('Before', (of) => of.before), ...part('Change', (of) => of.change), ...part('Verify', (of) => of.verify),
    ...part('Clean up', (of) => of.cleanUp), ...part('Way back', (of) => of.wayBack),
  ];
}

function stepLines({ what, because, command, text, blocks }: MigrationStep, width: number): string[] {
  return [
    ...lines(`- ${blocks ? 'BLOCKED: ' : ''}${what}`, '      ', width, '        '),
    ...because === '' ? [] : lines(`Why: ${because}`, '        ', width),
    ...command === undefined ? [] : [`          $ ${printable(command)}`],
    ...text === undefined ? [] : text.split('\n').map((line) => `          ${printable(line)}`),
  ];
}

function lines(text: string, indent: string, width: number, rest = indent): string[] {
  return wrapped(printable(text), Math.max(width - rest.length, 20)).map((line, index) => (index === 0 ? indent : rest) + line);
}
