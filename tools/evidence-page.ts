import { measuredOn, readEvidence, type EvidenceRun } from '../lab/evidence';
import { EXPERIMENTS } from '../lab/experiments';
import type { IpVsCommit } from '../lab/experiments/experiment';
import type { HungCase } from '../lab/experiments/lost-conntrack';
import { casesOf } from '../lab/experiments/reuse-matrix';
import { measuredVerdict, type ReuseCase } from '../lab/experiments/reused-ports';
import { KERNEL_COMMITS } from '../src/facts/kernel/commits';
import { verdictPicture, type PictureRow } from './evidence-picture';
import type { GeneratedFiles } from './generated-files';
import { markdownTable } from './markdown-table';

/** The settings that the columns of the picture stand for. */
export const SETTINGS = [0, 1, 2, 3].flatMap((mode) => [0, 1].map((expire) => ({ mode, expire })));

/** What was measured on real kernels: a page with a section for each experiment, and a picture of the verdict table. */
export function evidencePage(): GeneratedFiles {
  const sections = EXPERIMENTS.map(({ id, title, notMeasured, rules, expectations }) => {
    const { runs, notRun = {} } = readEvidence(id);
    const rows = runs.map((run) => {
      const judged = expectations(run.measured, measuredOn(run));
      return [kernelOf(run), run.package, run.date, judged.map(({ that, holds }) => (holds ? that : `**not:** ${that}`)).join('<br>')];
    });
    return [
      `## ${id}`,
      title,
      `Rules: ${rules.map((rule) => `[${rule}](../rules/${rule}.md)`).join(', ')}. Numbers: [${id}.json](${id}.json).`,
      markdownTable(['kernel', 'package', 'date', 'what came out'], rows),
      ...(notMeasured === undefined ? [] : [notMeasured]),
      ...Object.entries(notRun).map(([kernel, why]) => `Not on ${kernel}: ${why}.`),
    ].join('\n\n').trimEnd();
  });
  const matrix = [
    ...readEvidence('lost-conntrack').runs.filter((run) => measuredOn(run).without.includes('synDrop')).map(hungRow),
    ...readEvidence('reuse-matrix').runs.map(pictureRow),
  ];
  return new Map([
    ['docs/evidence/README.md', `${[
      '# Measured on real kernels',
      `Kernels of Debian's packages (4.4 is one of Ubuntu's), unmodified, in QEMU; where a commit is named as taken out, \`ip_vs\` was built from Debian's source of that
kernel without it. [The lab](../lab.md) tells how to run it again. Processors are emulated, so that milliseconds are those of a slow
machine; a SYN that is sent again costs one second on any.`,
      '![What a client that reuses a source port meets, by kernel and settings](verdicts.svg)',
      ...sections,
    ].join('\n\n')}\n`],
    ['docs/evidence/verdicts.svg', verdictPicture(SETTINGS, matrix)],
  ]);
}

function pictureRow(run: EvidenceRun): PictureRow {
  const cases = run.measured as readonly ReuseCase[];
  return {
    title: kernelOf(run),
    cells: SETTINGS.map(({ mode, expire }) => {
      const here = casesOf(cases, mode, expire);
      return { verdict: measuredVerdict(here), detail: `${median(here.flatMap(({ before }) => before.slice(1).map(({ ms }) => ms)))} ms` };
    }),
  };
}

/** What masqueraded connections met: the experiment has only some of the settings, and servers of weight 0 only where `conn_reuse_mode` is 0. */
function hungRow(run: EvidenceRun): PictureRow {
  const cases = run.measured as readonly HungCase[];
  return {
    title: kernelOf(run),
    cells: SETTINGS.map(({ mode, expire }) => {
      const here = cases.find(({ firewall, connReuseMode, conntrack, weightZero }) => (
        firewall === 'masquerade' && connReuseMode === mode && conntrack === 1 && weightZero === (mode === 0) && expire === 1));
      return here !== undefined && here.hung > 0 ? { verdict: 'lost-conntrack', detail: `${here.hung} of ${here.connections} hung` } : undefined;
    }),
  };
}

function kernelOf({ kernel, release, without }: Pick<EvidenceRun, 'kernel' | 'release' | 'without'>): string {
  const name = kernel === 'sid' || kernel === '4.4' ? release.replace(/\+.*/, '') : kernel;
  return without.length === 0 ? name : `${name} without ${without.map(commitOf).join(', ')}`;
}

function commitOf(commit: IpVsCommit): string {
  return KERNEL_COMMITS[commit].commit.slice(0, 12);
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
}
