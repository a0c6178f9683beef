import type { Presence } from '../../src/facts/evidence';
import { kernelFixes, type KernelFixes } from '../../src/facts/kernel/kernel-fixes';
import type { ReuseVerdict } from '../../src/prediction/prediction';
import { verdictRow, VERDICTS, type Switch } from '../../src/prediction/reuse-verdicts';
import { KernelRelease } from '../../src/facts/kernel/kernel-release';

const STATES: readonly Presence[] = ['present', 'absent', 'unknown'];
const ANY = STATES;

function fixes(
  synDrop: Presence, unconfirmedConntrack: Presence, weightZero: Presence, removedServer: Presence = 'absent', reuseModeKey: Presence = 'present',
  deadServer: Presence = 'present',
): KernelFixes {
  const known = kernelFixes(KernelRelease.parse('4.18.0'));
  const as = (name: keyof KernelFixes, state: Presence) => ({ ...known[name], state });
  return {
    ...known,
    synDrop: as('synDrop', synDrop),
    unconfirmedConntrack: as('unconfirmedConntrack', unconfirmedConntrack),
    weightZero: as('weightZero', weightZero),
    removedServer: as('removedServer', removedServer),
    reuseModeKey: as('reuseModeKey', reuseModeKey),
    deadServer: as('deadServer', deadServer),
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
  ['not 0, the drop is not there, whatever its cure', { zero: false, synDrop: ['absent'], conntrack: ['on'], verdict: 'lost-conntrack' }],
  ['not 0, the drop is not there, conntrack is unknown', { zero: false, synDrop: ['absent'], conntrack: [undefined], verdict: 'unknown' }],
  ['not 0, the cure is there', { zero: false, synDrop: ['present', 'unknown'], unconfirmedConntrack: ['present'], verdict: 'safe' }],
  ['not 0, the drop is unknown', { zero: false, synDrop: ['unknown'], unconfirmedConntrack: ['absent', 'unknown'], conntrack: ['on', undefined], verdict: 'unknown' }],
  ['not 0, the cure is unknown', { zero: false, synDrop: ['present'], unconfirmedConntrack: ['unknown'], conntrack: ['on', undefined], verdict: 'unknown' }],
  ['not 0, conntrack is off', { zero: false, conntrack: ['off'], verdict: 'safe' }],
  ['not 0, conntrack is unknown', { zero: false, synDrop: ['present'], unconfirmedConntrack: ['absent'], conntrack: [undefined], verdict: 'unknown' }],
  ['0, removed servers are not given up', { zero: true, expireNodestConn: ['off'], verdict: 'stale-real-server' }],
  ['0, weight 0 is not honoured', { zero: true, weightZero: ['absent'], verdict: 'stale-real-server' }],
  ['0, weight 0 is honoured', { zero: true, synDrop: ['present'], weightZero: ['present'], expireNodestConn: ['on'], verdict: 'uneven' }],
  ['0, weight 0 is honoured, conntrack is off', { zero: true, weightZero: ['present'], expireNodestConn: ['on'], conntrack: ['off'], verdict: 'uneven' }],
  ['0, weight 0 is honoured, the drop is not there', {
    zero: true, synDrop: ['absent'], weightZero: ['present'], expireNodestConn: ['on'], conntrack: ['on'], verdict: 'lost-conntrack',
  }],
  ['0, weight 0 is honoured, the drop is unknown and its cure not there', {
    zero: true, synDrop: ['unknown'], unconfirmedConntrack: ['absent', 'unknown'], weightZero: ['present'], expireNodestConn: ['on'], conntrack: ['on', undefined],
    verdict: 'unknown',
  }],
  ['0, weight 0 is honoured, the drop is unknown and its cure there', {
    zero: true, synDrop: ['unknown'], unconfirmedConntrack: ['present'], weightZero: ['present'], expireNodestConn: ['on'], verdict: 'uneven',
  }],
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

it.each<[string, Presence, Presence, Presence, ReuseVerdict]>([
  ['no key, and a kernel that reschedules weight 0 all the same', 'absent', 'absent', 'present', 'lost-conntrack'],
  ['no key, and nothing known of that', 'absent', 'absent', 'unknown', 'unknown'],
  ['whether there is a key is not known', 'unknown', 'absent', 'present', 'unknown'],
  ['the key, and weight 0 behind it', 'present', 'absent', 'present', 'stale-real-server'],
])('acts as with 0: %s', (_, reuseModeKey, weightZero, deadServer, verdict) => {
  expect(verdictRow(true, 'on', 'on', fixes('absent', 'absent', weightZero, 'absent', reuseModeKey, deadServer)).verdict).toBe(verdict);
});

it('says why in a clause of its own for every line', () => {
  const texts = VERDICTS.map(({ because }) => because(fixes('unknown', 'unknown', 'unknown')));
  expect(texts.join('\n')).not.toMatch(/undefined|\[object/);
  expect(new Set(texts).size).toBe(VERDICTS.length);
});
