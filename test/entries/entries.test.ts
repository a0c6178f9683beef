import { declarations, entries } from './declarations';
import { unexportedTypes } from './reachable-types';

const declared = declarations();

describe.each(entries)('%s', (_, source) => {
  it('exports every type of ours that its exports lead to', () => {
    const found = [...unexportedTypes(declared, source)].map(([name, from]) => `${name}, from ${from}: export it in ${source}`);
    expect(found).toEqual([]);
  });
});
