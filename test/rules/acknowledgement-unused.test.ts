import { acknowledgementUnused } from '../../src/rules/acknowledgement-unused';

it('names the acknowledgement, its scope and its reason', () => {
  expect(acknowledgementUnused.finding({ finding: 'stale-real-server[old]', pool: 'old', reason: 'batch pool' })).toMatchObject({
    severity: 'warning',
    pool: 'old',
    detail: 'stale-real-server[old]',
    message: 'the acknowledgement of stale-real-server[old] (pool old) ("batch pool") matches no finding',
  });
});
