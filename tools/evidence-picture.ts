import type { MeasuredVerdict } from '../lab/experiments/reused-ports';

/** A kernel, and what came out for each pair of settings. */
export interface PictureRow {
  readonly title: string;
  /** `undefined`: not measured. */
  readonly cells: readonly (PictureCell | undefined)[];
}

/** A verdict, and a few words about what was counted or timed. */
export interface PictureCell {
  readonly verdict: MeasuredVerdict;
  readonly detail: string;
}

const NOT_MEASURED_COLOR = '#e4e4e4';

const COLORS: Readonly<Record<MeasuredVerdict, string>> = {
  'safe': '#2e7d32',
  'uneven': '#8a6d00',
  'stale-real-server': '#b3261e',
  'lost-conntrack': '#8e1b57',
  'syn-drop-delay': '#a2460b',
};

const TITLE_WIDTH = 390;
const CELL = { width: 144, height: 44 };
const HEAD_HEIGHT = 56;

/** The verdict table as SVG: a row for each kernel, a column for each pair of settings, colour and words for each verdict. */
export function verdictPicture(settings: readonly { readonly mode: number; readonly expire: number }[], rows: readonly PictureRow[]): string {
  const width = TITLE_WIDTH + settings.length * CELL.width;
  const height = HEAD_HEIGHT + rows.length * CELL.height;
  const head = settings.flatMap(({ mode, expire }, column) => [
    text(TITLE_WIDTH + (column + 0.5) * CELL.width, 22, `conn_reuse_mode=${mode}`, 'class="head"'),
    text(TITLE_WIDTH + (column + 0.5) * CELL.width, 40, `expire_nodest_conn=${expire}`, 'class="small"'),
  ]);
  const body = rows.flatMap(({ title, cells }, row) => {
    const top = HEAD_HEIGHT + row * CELL.height;
    return [
      text(8, top + CELL.height / 2 + 5, title, 'class="title"'),
      ...cells.flatMap((cell, column) => {
        const left = TITLE_WIDTH + column * CELL.width;
        const box = `<rect x="${left + 1}" y="${top + 1}" width="${CELL.width - 2}" height="${CELL.height - 2}" rx="4" fill="${cell ? COLORS[cell.verdict] : NOT_MEASURED_COLOR}"/>`;
        return cell === undefined ? [box, text(left + CELL.width / 2, top + 27, 'not measured', 'class="small"')] : [
          box,
          text(left + CELL.width / 2, top + 19, cell.verdict, 'class="cell"'),
          text(left + CELL.width / 2, top + 35, cell.detail, 'class="cell"'),
        ];
      }),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>What a client that reuses a source port meets, by kernel and settings, with the median time to connect</title>
<style>
text { font: 13px sans-serif; text-anchor: middle; fill: #222 }
.head { font-weight: bold; font-size: 12px } .small { font-size: 11px } .title { text-anchor: start } .cell { fill: #fff; font-size: 12px }
</style>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...head, ...body].join('\n')}
</svg>
`;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;
}
