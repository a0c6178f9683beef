import * as fc from 'fast-check';
import { findingBody } from '../../src/reports/finding-text';
import { htmlReport } from '../../src/reports/html/page';
import { jsonReport } from '../../src/reports/json';
import { junitReport } from '../../src/reports/junit';
import { printable, printableJson } from '../../src/reports/printable';
import { sarifReport } from '../../src/reports/sarif';
import { textReport } from '../../src/reports/text';
import { madeFinding, madePool } from './made-assessment';

const STEERS_A_TERMINAL = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const HOSTILE = 'a\u001b[2J\u0007\r\u007f\u009b31m\u202e\u2028\u2029b';

const finding = madeFinding({
  rule: 'input-unreadable', id: HOSTILE, resource: HOSTILE, message: HOSTILE, remedies: [HOSTILE], sources: [HOSTILE], pool: HOSTILE,
  location: { file: HOSTILE, line: 1 },
});
const hostile = {
  findings: [finding],
  acknowledged: [{ finding, acknowledgement: { finding: HOSTILE, reason: HOSTILE, expires: HOSTILE } }],
  notChecked: [{ rule: '*', pool: HOSTILE, reason: HOSTILE, leavesVerdictOpen: true }],
  judged: true,
  prediction: { pools: [madePool(HOSTILE, HOSTILE)], configurations: [] },
};

it.each([
  ['text', textReport(hostile)],
  ['JSON', jsonReport(hostile)],
  ['SARIF', sarifReport(hostile, { toolVersion: '1.0.0' })],
  ['JUnit', junitReport(hostile)],
  ['HTML', htmlReport(hostile)],
  ['an error of a framework', findingBody(finding)],
])('as %s nothing of the input steers a terminal', (_, report) => {
  expect(report).not.toMatch(STEERS_A_TERMINAL);
  expect(report).toContain('\\u001b[2J');
});

it('shows what it takes away', () => {
  expect(printable('a\u001b[31m\n\t\u009b\u202e✓🐙')).toBe('a\\u001b[31m\\n\\t\\u009b\\u202e✓🐙');
});

it.each(['\u061c', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069', '\u0000', '\u0085'])('shows %j as an escape', (character) => {
  expect(printable(`a${character}b`)).toBe(`a\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}b`);
});

it('keeps JSON the same value', () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
    expect(JSON.parse(printableJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  }));
});
