import * as path from 'node:path';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { readAcknowledgements } from '../../src/assessment/acknowledgement-file';
import { UsageError } from '../../src/assessment/usage-error';
import { readJson, validatorOf } from '../reports/schema';

const read = (text: string) => readAcknowledgements({ file: 'ack.yaml', text });
const problemsOf = (text: string): string[] => {
  try {
    read(text);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.split('\n');
  }
};

it('reads every property, and where the entry stands', () => {
  const text = `# accepted
- finding: stale-real-server[old]
  pool: old
  resource: ConfigMap kube-system/kube-proxy
  reason: batch pool
  expires: 2027-03-31
- {finding: mode-unset, reason: 'yes'}
`;
  expect(read(text)).toEqual([
    {
      finding: 'stale-real-server[old]', pool: 'old', resource: 'ConfigMap kube-system/kube-proxy', reason: 'batch pool', expires: '2027-03-31',
      location: { file: 'ack.yaml', line: 2, column: 3 },
    },
    { finding: 'mode-unset', reason: 'yes', location: { file: 'ack.yaml', line: 7, column: 3 } },
  ]);
});

it('reads every document of a file', () => {
  expect(read('---\n- {finding: mode-unset, reason: a}\n---\n- {finding: windows-mode, reason: b}\n')).toEqual([
    { finding: 'mode-unset', reason: 'a', location: { file: 'ack.yaml', line: 2, column: 3 } },
    { finding: 'windows-mode', reason: 'b', location: { file: 'ack.yaml', line: 4, column: 3 } },
  ]);
  expect(problemsOf('- {finding: mode-unset}\n---\n- mode-unset\n')).toEqual([expect.stringMatching(/^ack\.yaml:1:/), expect.stringMatching(/^ack\.yaml:3:/)]);
});

it.each([['an empty file', ''], ['comments alone', '# nothing\n'], ['an empty list', '[]']])('takes %s as no acknowledgements', (_, text) => {
  expect(read(text)).toEqual([]);
});

describe('refuses', () => {
  it.each([
    ['what is no YAML', '- {finding: x\n', /^ack\.yaml:\d+:\d+ /],
    ['a mapping', 'finding: mode-unset\n', /^ack\.yaml is not a list; write one entry/],
    ['an entry that is a text', '- mode-unset\n', /^ack\.yaml:1:3 an acknowledgement is a mapping with finding and reason$/],
    ['an entry without a finding', '- reason: a\n', /^ack\.yaml:1:3 finding is missing; name the rule/],
    ['an entry without a reason', '- finding: mode-unset\n', /^ack\.yaml:1:3 reason is missing; say why mode-unset is acceptable$/],
    ['an empty reason', '- finding: mode-unset\n  reason: ""\n', /^ack\.yaml:2:3 reason is ""; allowed: a text that says why/],
    ['a reason of blanks', '- {finding: mode-unset, reason: "  "}\n', /reason is " {2}"/],
    ['a finding that is none', '- {finding: Mode Unset, reason: a}\n', /^ack\.yaml:1:3 finding is "Mode Unset"; write a rule id or a finding id/],
    ['a day in another form', '- {finding: mode-unset, reason: a, expires: 31.03.2027}\n', /^ack\.yaml:1:3 expires is "31\.03\.2027"; write a day/],
    ['a property that is none', '- finding: mode-unset\n  reason: a\n  pools: b\n', /^ack\.yaml:3:3 pools is not a property; allowed: finding, pool, resource, reason, expires$/],
    ['a pool that is a list', '- {finding: mode-unset, reason: a, pool: [b]}\n', /^ack\.yaml:1:\d+ pool is \["b"\]; allowed: the name of a pool$/],
  ])('%s', (_, text, message) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(message)]);
  });

  it('every bad entry at once, each by its line', () => {
    expect(problemsOf('- {finding: mode-unset}\n- {finding: mode-unset, reason: a}\n- 3\n')).toEqual([
      expect.stringMatching(/^ack\.yaml:1:/), expect.stringMatching(/^ack\.yaml:3:/),
    ]);
  });
});

it('takes what the published schema takes, and refuses what it refuses', () => {
  const valid = validatorOf(readJson(path.join(__dirname, '../../schemas/acknowledgements.schema.json')));
  const text = fc.constantFrom('mode-unset', 'mode-unset[a b]', 'old', 'Not an id', '', '2027-03-31', '2027-02-30');
  const entry = fc.record({ finding: text, reason: text, pool: text, resource: text, expires: text, other: text }, { requiredKeys: [] });
  fc.assert(fc.property(fc.array(entry, { maxLength: 3 }), (entries) => {
    expect(problemsOf(stringify(entries)).length === 0).toBe(valid(entries).length === 0);
  }));
});
