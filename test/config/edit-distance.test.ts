import { nearestName } from '../../src/config/edit-distance';

test.each<[string, string | undefined]>([
  ['schedular', 'scheduler'], ['SCHEDULER', 'scheduler'], ['shceduler', 'scheduler'], ['scheduler', 'scheduler'], ['skeduler', 'scheduler'],
  ['schdlr', undefined], ['mod', undefined], ['mdoe', 'mode'], ['moed', 'mode'], ['node', 'mode'], ['noda', undefined], ['', undefined],
])('%j: %s', (name, nearest) => {
  expect(nearestName(name, ['mode', 'scheduler', 'strictARP'])).toBe(nearest);
});
