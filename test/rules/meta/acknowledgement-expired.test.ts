import { acknowledgementExpired } from '../../../src/rules/meta/acknowledgement-expired';

it('names the acknowledgement, its reason and its last day', () => {
  expect(acknowledgementExpired.finding({ finding: 'stale-real-server', reason: 'until the migration', expires: '2026-10-31' })).toMatchObject({
    severity: 'error',
    detail: 'stale-real-server',
    message: 'the acknowledgement of stale-real-server ended on 2026-10-31',
    because: 'its reason was "until the migration"; the findings that it covered count again',
  });
});
