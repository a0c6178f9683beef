import type { PoolPrediction } from '../prediction/prediction';
import { poolOutcome, type Outcome, type PoolOutcome, type Tone } from './pool-outcome';
import { printable } from './printable';
import type { Paint } from './text-style';

type Format = Parameters<Paint>[0];

interface Column {
  readonly title: string;
  readonly cell: (outcome: PoolOutcome) => Cell;
}

interface Cell {
  readonly words: string;
  readonly format?: Format;
}

const TONE_FORMAT: Readonly<Record<Tone, Format>> = { good: 'green', doubtful: 'yellow', bad: 'red', unknown: 'yellow', neutral: 'gray' };

const NODES: Column = { title: 'Nodes', cell: ({ nodes }) => ({ words: nodes }) };
const KERNEL: Column = { title: 'Kernel', cell: ({ kernel }) => ({ words: printable(kernel) }) };
const VERDICTS: readonly Column[] = [
  { title: 'kube-proxy', cell: ({ kubeProxy }) => ({ words: kubeProxy }) },
  { title: 'Start', cell: ({ startup }) => toned(startup) },
  { title: 'Mode', cell: ({ mode }) => ({ words: mode }) },
  { title: 'Reused source ports', cell: ({ reuse }) => toned(reuse) },
];

/** What kube-proxy does on each pool, a line for each; two where a line would be longer than `width`. */
export function poolTable(pools: readonly PoolPrediction[], paint: Paint, width: number): string[] {
  if (pools.length === 0) {
    return [];
  }
  const outcomes = pools.map(poolOutcome);
  const nodes = outcomes.some((outcome) => outcome.nodes !== '') ? [NODES] : [];
  // Pools of a node list are named by their kernels.
  const kernel = outcomes.every((outcome) => outcome.name.includes(outcome.kernel)) ? [] : [KERNEL];
  const name: Column = { title: 'Pool', cell: (outcome) => ({ words: printable(outcome.name) }) };
  const wide = [name, ...nodes, ...kernel, ...VERDICTS];
  if (lineLength(wide, outcomes) <= width) {
    return aligned(wide, outcomes, paint);
  }
  const heads = aligned([name, ...kernel], outcomes, paint);
  const rows = aligned([...nodes, ...VERDICTS], outcomes, paint);
  return heads.flatMap((head, index) => [head, `  ${rows[index]}`]);
}

function toned({ words, tone }: Outcome): Cell {
  return { words, format: TONE_FORMAT[tone] };
}

function cellsOf(columns: readonly Column[], outcomes: readonly PoolOutcome[]): Cell[][] {
  const header = columns.map(({ title }): Cell => ({ words: title, format: 'bold' }));
  return [header, ...outcomes.map((outcome) => columns.map(({ cell }) => cell(outcome)))];
}

function widthsOf(table: readonly (readonly Cell[])[]): number[] {
  return table[0].map((_, column) => table.reduce((width, row) => Math.max(width, row[column].words.length), 0));
}

function lineLength(columns: readonly Column[], outcomes: readonly PoolOutcome[]): number {
  return widthsOf(cellsOf(columns, outcomes)).reduce((sum, width) => sum + width + 2, -2);
}

function aligned(columns: readonly Column[], outcomes: readonly PoolOutcome[], paint: Paint): string[] {
  const table = cellsOf(columns, outcomes);
  const widths = widthsOf(table);
  return table.map((row) => row
    .map(({ words, format }, column) => {
      const blanks = column === row.length - 1 ? '' : ' '.repeat(widths[column] - words.length + 2);
      return (format === undefined ? words : paint(format, words)) + blanks;
    })
    .join(''));
}
