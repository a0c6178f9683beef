import { measuredVerdict, wasDelayed, type MeasuredVerdict, type ReuseCase, type ServerEvent } from '../../lab/experiments/reused-ports';
import type { Answer } from '../../lab/guest/peer';

const from = (server: string): Answer => ({ server, error: null, ms: 5, retransmits: 0 });
const late = (server: string): Answer => ({ server, error: null, ms: 1030, retransmits: 1 });
const lost: Answer = { server: null, error: 'ETIMEDOUT', ms: 2500, retransmits: 1 };

const [A, B] = [from('a'), from('b')];

function reuse(event: ServerEvent, before: readonly Answer[], after: readonly Answer[]): ReuseCase {
  return { connReuseMode: 0, expireNodestConn: 0, conntrack: 1, event, before, after };
}

it.each<[string, Answer, boolean]>([
  ['an answer at once', A, false],
  ['a slow machine', { ...A, ms: 1500 }, false],
  ['a SYN that was sent again', late('a'), true],
  ['something else that was sent again', { ...A, retransmits: 1 }, false],
  ['no answer', lost, false],
])('%s', (_name, answer, delayed) => {
  expect(wasDelayed(answer)).toBe(delayed);
});

describe('the verdict of a pair of settings', () => {
  const shared = reuse('other added', [A, A, A], [A, B, A]);
  const kept = reuse('other added', [A, A, A], [A, A, A]);
  it.each<[MeasuredVerdict, string, ReuseCase[]]>([
    ['safe', 'every server gets its share', [reuse('weight 0', [A, B, A], [B, B, B]), shared]],
    ['uneven', 'a new server gets none', [reuse('weight 0', [A, A, A], [B, B, B]), kept]],
    ['uneven', 'only the first connection after weight 0 is late', [reuse('weight 0', [A, A, A], [late('b'), B, B]), kept]],
    ['stale-real-server', 'weight 0 changes nothing', [reuse('weight 0', [A, A, A], [A, A, A]), kept]],
    ['stale-real-server', 'a deleted server is still asked', [reuse('weight 0', [A, A, A], [B, B, B]), reuse('deleted', [A, A, A], [lost, lost, lost]), kept]],
    ['syn-drop-delay', 'each reused port is late', [reuse('weight 0', [A, late('b'), late('a')], [B, B, B]), shared]],
  ])('%s: %s', (verdict, _why, cases) => {
    expect(measuredVerdict(cases)).toBe(verdict);
  });
});
