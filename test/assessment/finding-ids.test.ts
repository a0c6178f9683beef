import { assess } from '../../src/assessment/assess';
import { declarationOf } from '../../src/reading/read-declaration';
import type { Rule } from '../../src/rules/rule';
import { readJson, validatorOf } from '../reports/schema';
import { jsonReport } from '../../src/reports/json';

const DETAILS = ['a', 'b'].map((last) => `${'a word and '.repeat(60)}${last}`);
const RULE: Rule = {
  id: 'wordy', group: 'meta', title: 'Fires.', severities: ['error'], sources: [],
  judge: () => DETAILS.map((detail) => ({ severity: 'error', detail, message: 'it fires', remedies: [] })),
};

test('ids that are too long are cut, stay apart, and can be acknowledged', () => {
  const { findings } = assess(declarationOf({}), { rules: [RULE] });
  const ids = findings.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(ids.map((id) => [id.length, id.endsWith(']')])).toEqual([[300, true], [300, true]]);
  const accepted = assess(declarationOf({}), { rules: [RULE], acknowledgements: [{ finding: ids[0], reason: 'a test' }] });
  expect(accepted.acknowledged.map(({ finding }) => finding.id)).toEqual([ids[0]]);
  expect(validatorOf(readJson('schemas/findings.schema.json'))(JSON.parse(jsonReport(accepted)))).toEqual([]);
});
