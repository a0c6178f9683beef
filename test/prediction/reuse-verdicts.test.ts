import type { Presence } from '../../src/facts/evidence';
import { kernelFixes, type KernelFixes } from '../../src/facts/kernel/kernel-fixes';
import type { ReuseVerdict } from '../../src/prediction/prediction';
import { verdictRow, VERDICTS, type Switch } from '../../src/prediction/reuse-verdicts';
import { KernelRelease } from '../../src/facts/kernel/kernel-release';

const STATES: readonly Presence[] = ['present', 'absent', 'unknown'];
const ANY = STATES;

function fixes(synDrop: Presence, unconfirmedConntrack: Presence, weightZero: Presence, removedServer: Presence = 'absent'): KernelFixes {
  const known = kernelFixes(KernelRelease.parse('4.18.0'));
  const as = (name: keyof KernelFixes, state: Presence) => ({ ...known[name], state });
  return {
    ...known,
    synDrop: as('synDrop', synDrop),
    unconfirmedConntrack: as('unconfirmedConntrack', unconfirmedConntrack),
    weightZero: as('weightZero', weightZero),
    removedServer: as('removedServer', removedServer),
  };
}

interface TableRow {
  readonly zero: boolean;
  readonly synDrop?: readonly Presence[];
  readonly unconfirmedConntrack?: readonly Presence[];
  readonly weightZero?: readonly Presence[];
  readonly expireNodestConn?: readonly Switch[];
  readonly conntrack?: readonly Switch[];
  readonly verdict: ReuseVerdict;
}

const ANY_SWITCH: readonly Switch[] = ['on', 'off', undefined];

describe.each<[string, TableRow]>([
  ['not 0, the drop is there and its cure is not', { zero: false, synDrop: ['present'], unconfirmedConntrack: ['absent'], conntrack: ['on'], verdict: 'syn-drop-delay' }],
  ['not 0, the drop is not there', { zero: false, synDrop: ['absent'], verdict: 'safe' }],
  ['not 0, the cure is there', { zero: false, unconfirmedConntrack: ['present'], verdict: 'safe' }],
  ['not 0, the drop is unknown', { zero: false, synDrop: ['unknown'], unconfirmedConntrack: ['absent', 'unknown'], conntrack: ['on', undefined], verdict: 'unknown' }],
  ['not 0, the cure is unknown', { zero: false, synDrop: ['present'], unconfirmedConntrack: ['unknown'], conntrack: ['on', undefined], verdict: 'unknown' }],
  ['not 0, conntrack is off', { zero: false, conntrack: ['off'], verdict: 'safe' }],
  ['not 0, conntrack is unknown', { zero: false, synDrop: ['present'], unconfirmedConntrack: ['absent'], conntrack: [undefined], verdict: 'unknown' }],
  ['0, removed servers are not given up', { zero: true, expireNodestConn: ['off'], verdict: 'stale-real-server' }],
  ['0, weight 0 is not honoured', { zero: true, weightZero: ['absent'], verdict: 'stale-real-server' }],
  ['0, weight 0 is honoured', { zero: true, weightZero: ['present'], expireNodestConn: ['on'], verdict: 'uneven' }],
  ['0, weight 0 is unknown', { zero: true, weightZero: ['unknown'], expireNodestConn: ['on', undefined], verdict: 'unknown' }],
  ['0, expiry is unknown', { zero: true, weightZero: ['present', 'unknown'], expireNodestConn: [undefined], verdict: 'unknown' }],
])('%s', (_, row) => {
  const { zero, verdict, synDrop = ANY, unconfirmedConntrack = ANY, weightZero = ANY, expireNodestConn = ANY_SWITCH, conntrack = ANY_SWITCH } = row;
  const found = synDrop.flatMap((f0) => unconfirmedConntrack.flatMap((f1) => weightZero.flatMap((f2) => ANY.flatMap((f3) =>
    expireNodestConn.flatMap((expire) => conntrack.map((tracked) => verdictRow(zero, tracked, expire, fixes(f0, f1, f2, f3)).verdict))))));

  it(`is ${verdict}, whatever else holds`, () => {
    expect(new Set(found)).toEqual(new Set([verdict]));
  });
});

it('says why in a clause of its own for every line', () => {
  const texts = VERDICTS.map(({ because }) => because(fixes('unknown', 'unknown', 'unknown')));
  expect(texts.join('\n')).not.toMatch(/undefined|\[object/);
  expect(new Set(texts).size).toBe(VERDICTS.length);
});
