import type { Severity } from '../../rules/finding';
import type { UpgradeCell } from '../../upgrade/upgrade-plan';
import type { ReuseVerdict } from '../../prediction/prediction';
import type { Tone } from '../pool-outcome';

/** One word for a cell of the matrix, and how to take it. */
export interface CellWord {
  readonly word: string;
  readonly tone: Tone;
}

const FAULTS: Readonly<Partial<Record<ReuseVerdict, string>>> = { 'stale-real-server': 'stale', 'lost-conntrack': 'hangs', 'syn-drop-delay': 'delays' };

/** `ipvs`, or what goes wrong: `exits`, `fallback`, `stale`, `hangs`, `delays`; `!` follows where there are other errors, `*` where a plan or an assumption decides. */
export function cellWord(cell: UpgradeCell | undefined): CellWord {
  if (cell === undefined) {
    return { word: '', tone: 'neutral' };
  }
  const { startup, modeInForce: mode, reuse, findings, assumptions } = cell;
  const basis = assumptions.length > 0 ? '*' : '';
  const has = (severity: Severity) => findings.some((finding) => finding.severity === severity);
  const fault = startup === 'exits' ? 'exits' : startup === 'falls-back-to-iptables' ? 'fallback' : FAULTS[reuse];
  if (fault !== undefined) {
    return { word: fault + basis, tone: 'bad' };
  }
  if (startup === 'unknown' || mode === undefined || reuse === 'unknown') {
    return { word: `${mode ?? ''}?${basis}`, tone: 'unknown' };
  }
  return has('error') ? { word: `${mode}!${basis}`, tone: 'bad' } : { word: mode + basis, tone: has('warning') || reuse === 'uneven' ? 'doubtful' : 'good' };
}

/** What the words of the matrix mean, those that occur. */
export function legend(words: readonly string[]): string[] {
  const MEANINGS: readonly (readonly [RegExp, string])[] = [
    [/^exits/, 'exits: kube-proxy does not start'], [/^fallback/, 'fallback: runs iptables mode instead'],
    [/^stale/, 'stale: reused ports go to pods that no longer exist'], [/^hangs/, 'hangs: reused ports connect, then hang'],
    [/^delays/, 'delays: each reused port costs a second'], [/!/, '!: other errors'], [/\?/, '?: not known'], [/\*$/, '*: planned or assumed'],
  ];
  return MEANINGS.filter(([pattern]) => words.some((word) => pattern.test(word))).map(([, meaning]) => meaning);
}
