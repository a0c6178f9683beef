import { measure, type GuestRun } from '../../lab/guest-run';
import { runInGuest } from '../../lab/host/guest';
import { Tally } from '../../lab/tally';

jest.mock('../../lab/host/guest');

const guest = jest.mocked(runInGuest);

const RUN: GuestRun = {
  image: { name: '6.1', release: '6.1.0-57-amd64', debianPackage: { name: 'linux-image-6.1.0-57-amd64', version: '6.1.192-3' }, vmlinuz: '', root: '', lacks: [], isBefore46: false },
  experiments: ['host-ports-exposed', 'udp-stale-endpoint'],
  keep: false,
};

const EXPOSED = { open: { server: 'the host' }, filtered: { server: null } };
const NOT_FILTERED = { open: { server: 'the host' }, filtered: { server: 'the host' } };
const UDP = [{ expireNodestConn: 0, event: 'weight 0', before: { server: 'a' }, after: [{ server: 'a' }] }];

/** What guests bring back, one after the other. */
function guestsMeasure(...guests: readonly Readonly<Record<string, unknown>>[]): void {
  for (const measured of guests) {
    const results = Object.entries(measured).map(([experiment, value]) => (
      { experiment, seconds: 1, ...(value instanceof Error ? { error: value.message } : { measured: value }) }
    ));
    guest.mockResolvedValueOnce({ release: RUN.image.release, results });
  }
}

beforeEach(() => {
  guest.mockReset();
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it.each<[string, readonly Readonly<Record<string, unknown>>[], string]>([
  ['all as expected', [{ 'host-ports-exposed': EXPOSED, 'udp-stale-endpoint': UDP }], 'All 3 expectations hold.'],
  [
    'as expected the second time',
    [{ 'host-ports-exposed': NOT_FILTERED, 'udp-stale-endpoint': UDP }, { 'host-ports-exposed': EXPOSED }],
    'All 3 expectations hold.',
  ],
  [
    'never as expected',
    [{ 'host-ports-exposed': NOT_FILTERED, 'udp-stale-endpoint': UDP }, { 'host-ports-exposed': NOT_FILTERED }],
    '1 of 3 expectations do not hold.',
  ],
  [
    'not to be measured',
    [{ 'host-ports-exposed': EXPOSED, 'udp-stale-endpoint': new Error('no such module') }, { 'udp-stale-endpoint': new Error('no such module') }],
    '1 of 3 expectations do not hold.',
  ],
])('%s', async (_name, guests, summary) => {
  guestsMeasure(...guests);
  const tally = new Tally();
  await measure(RUN, tally);
  expect(tally.summary()).toBe(summary);
  expect(guest.mock.calls.map(([{ input }]) => input.experiments)).toEqual([RUN.experiments, ...guests.slice(1).map((again) => Object.keys(again))]);
});

it('starts no guest for nothing', async () => {
  await measure({ ...RUN, experiments: [] }, new Tally());
  expect(guest).not.toHaveBeenCalled();
});
