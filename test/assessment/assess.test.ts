import { builtInRules } from '../../src';
import { assess } from '../../src/assessment/assess';
import type { Rule, RuleFinding } from '../../src/rules/rule';
import { ipvsConfigMap } from '../rules/inputs';
import { declarationOfTexts } from '../rules/declaration-of-texts';

const declaration = declarationOfTexts({
  name: 'two pools',
  pools: [
    { name: 'old', kernelVersion: '4.15.0-58-generic', kubeProxyVersion: 'v1.15.3' },
    { name: 'new', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.28.5' },
  ],
  files: { 'kube-proxy.yaml': ipvsConfigMap() },
});

function ruleThat(id: string, judge: Rule['judge']): Rule {
  return { id, group: 'reuse', title: 'A rule for this test.', severities: ['error', 'warning', 'info'], sources: ['a source'], judge };
}
function found(finding: Partial<RuleFinding>): RuleFinding {
  return { severity: 'error', message: 'something', remedies: ['do something'], ...finding };
}

describe('finding ids', () => {
  it.each<[string, Partial<RuleFinding>, string]>([
    ['the pool', { pool: 'old', resource: 'ConfigMap kube-system/kube-proxy' }, 'r[old]'],
    ['else the resource', { resource: 'ConfigMap kube-system/kube-proxy' }, 'r[ConfigMap/kube-system/kube-proxy]'],
    ['else the file', { location: { file: 'kube-proxy.yaml', line: 1 } }, 'r[kube-proxy.yaml]'],
    ['the detail of the rule before both', { pool: 'old', detail: 'ipvs.scheduler' }, 'r[ipvs.scheduler]'],
    ['nothing when there is nothing', {}, 'r'],
  ])('name %s', (_, finding, id) => {
    expect(assess(declaration, { rules: [ruleThat('r', () => [found(finding)])] }).findings[0].id).toBe(id);
  });
});

it('shortens values of any length in what it says', () => {
  const long = 'x'.repeat(1_000_000);
  const rule = ruleThat('r', () => [found({ detail: long, message: `mode "${long}" is unknown`, remedies: [`Delete ${long}.`] })]);
  const [{ id, message, remedies }] = assess(declaration, { rules: [rule] }).findings;
  const shown = `${'x'.repeat(299)}…`;
  expect([id.length, message, remedies]).toEqual([300, `mode "${shown.slice(1)} is unknown`, [`Delete ${shown}`]]);
});

it('orders findings by severity, then pool, then rule', () => {
  const rules = [
    ruleThat('a', () => [found({ severity: 'info', pool: 'old' }), found({ severity: 'error', pool: 'new' })]),
    ruleThat('b', () => [found({ severity: 'error', pool: 'old' }), found({ severity: 'error' }), found({ severity: 'warning' })]),
  ];
  expect(assess(declaration, { rules }).findings.map(({ rule, severity, pool }) => [severity, pool, rule])).toEqual([
    ['error', undefined, 'b'], ['error', 'old', 'b'], ['error', 'new', 'a'], ['warning', undefined, 'b'], ['info', 'old', 'a'],
  ]);
});

it('joins the sources of the rule and of the finding', () => {
  const rules = [ruleThat('r', () => [found({ sources: ['another', 'a source'] })])];
  expect(assess(declaration, { rules }).findings[0].sources).toEqual(['a source', 'another']);
});

it('has every remedy of the rule, in its order', () => {
  const remedies = ['First.', 'Or this.', 'Or that.'];
  expect(assess(declaration, { rules: [ruleThat('r', () => [found({ remedies })])] }).findings[0].remedies).toEqual(remedies);
});

it('reports a rule that throws, and what the others find', () => {
  const { findings } = assess(declaration, {
    rules: [ruleThat('bad', () => { throw new TypeError('no such field\n at line 3'); }), ruleThat('good', () => [found({ severity: 'warning' })])],
  });
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([['rule-crashed[bad]', 'error'], ['good', 'warning']]);
  expect(findings[0].message).toMatch(/^rule bad failed on this input$/);
});

describe('rules of one\'s own', () => {
  it('are applied beside the built-in ones, of which none changes', () => {
    const { findings } = assess(declaration, { rules: [...builtInRules, ruleThat('mine', () => [found({})])] });
    expect(findings.filter(({ rule }) => rule !== 'mine')).toEqual(assess(declaration).findings);
    expect(findings.map(({ id }) => id)).toContain('mine');
  });

  it.each<[string, readonly Rule[], string]>([
    ['the id of a built-in rule', [ruleThat('mode-unset', () => [])], 'rules[0].id is "mode-unset", which a built-in rule has; allowed: an id that no other rule has'],
    ['the id of what says that a rule crashed', [ruleThat('rule-crashed', () => [])], 'rules[0].id is "rule-crashed", which a built-in rule has'],
    ['one id for two', [ruleThat('mine', () => []), ruleThat('mine', () => [])], 'rules[1].id is "mine", which another rule of the list has'],
    ['an id that no acknowledgement could name', [ruleThat('My Rule', () => [])], 'rules[0].id'],
    ['nothing to judge with', [{ ...ruleThat('mine', () => []), judge: undefined } as unknown as Rule], 'rules[0].judge'],
    ['no list', ruleThat('mine', () => []) as unknown as readonly Rule[], 'rules'],
  ])('are refused with %s', (_, rules, message) => {
    expect(() => assess(declaration, { rules })).toThrow(message);
  });
});

describe('acknowledgements', () => {
  const rules = [ruleThat('r', () => [found({ pool: 'old' }), found({ pool: 'new' })])];
  const reason = 'clients never reuse ports';

  it('take what they cover out of the findings, and keep it in the list', () => {
    const { findings, acknowledged } = assess(declaration, { rules, acknowledgements: [{ finding: 'r[old]', reason }] });
    expect(findings.map(({ id }) => id)).toEqual(['r[new]']);
    expect(acknowledged).toEqual([{ finding: expect.objectContaining({ id: 'r[old]' }), acknowledgement: { finding: 'r[old]', reason } }]);
  });

  it('are reported when they cover nothing', () => {
    const { findings } = assess(declaration, { rules, acknowledgements: [{ finding: 'r[gone]', reason }] });
    expect(findings.find(({ rule }) => rule === 'acknowledgement-unused')).toMatchObject({ id: 'acknowledgement-unused[r[gone]]', severity: 'warning' });
  });

  it('are not unused when another covers the same finding', () => {
    const { findings } = assess(declaration, { rules, acknowledgements: [{ finding: 'r', reason }, { finding: 'r[old]', reason }] });
    expect(findings).toEqual([]);
  });

  it('end with their last day: the finding counts again, and the end is a finding', () => {
    const options = { rules, acknowledgements: [{ finding: 'r[old]', reason, expires: '2027-03-31' }] };
    expect(assess(declaration, { ...options, today: '2027-03-31' }).findings.map(({ id }) => id)).toEqual(['r[new]']);
    expect(assess(declaration, { ...options, today: '2027-04-01' }).findings.map(({ id }) => id))
      .toEqual(['acknowledgement-expired[r[old]]', 'r[old]', 'r[new]'].sort((a, b) => Number(a.startsWith('r[')) - Number(b.startsWith('r['))));
  });

  it('cover no finding about acknowledgements', () => {
    const acknowledgements = [{ finding: 'r[gone]', reason }, { finding: 'acknowledgement-unused', reason }];
    expect(assess(declaration, { rules: [], acknowledgements }).findings.map(({ id }) => id))
      .toEqual(['acknowledgement-unused[r[gone]]', 'acknowledgement-unused[acknowledgement-unused]']);
  });
});

it('says once what several rules could not check', () => {
  const reason = 'no node list';
  const rules = [
    ruleThat('a', () => [{ notChecked: reason }, { notChecked: reason }]),
    ruleThat('b', () => [{ notChecked: reason }, { notChecked: 'something else', pool: 'old' }]),
  ];
  expect(assess(declaration, { rules }).notChecked).toEqual([
    { rule: '*', pool: undefined, reason, leavesVerdictOpen: true }, { rule: 'b', pool: 'old', reason: 'something else', leavesVerdictOpen: true },
  ]);
});
