import { acknowledgementUnused } from '../../../src/rules/meta/acknowledgement-unused';

it('names the acknowledgement, its scope and its reason', () => {
  expect(acknowledgementUnused.finding({ finding: 'stale-real-server[old]', pool: 'old', reason: 'batch pool' })).toMatchObject({
    severity: 'warning',
    pool: 'old',
    detail: 'stale-real-server[old]',
    message: 'the acknowledgement of stale-real-server[old] (pool old) matches no finding',
    because: expect.stringMatching(/; its reason is "batch pool"$/),
  });
});

it.each([
  ['stale-real-servr', 'stale-real-server'],
  ['stale-real-server[odl]', 'stale-real-server[old]'],
  ['stale-real-server', undefined],
  ['windows-mode', undefined],
])('of %s means %s', (finding, meant) => {
  const { remedies } = acknowledgementUnused.finding({ finding, reason: 'batch pool' }, ['stale-real-server[old]', 'stale-real-server', 'windows-mode']);
  expect(remedies[0]).toBe(meant === undefined ? 'Delete it if the fault was fixed.' : `Write ${meant}, if that is meant.`);
});
