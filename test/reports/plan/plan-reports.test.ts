import * as path from 'node:path';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { planHtml } from '../../../src/reports/plan/html';
import { planJson } from '../../../src/reports/plan/json';
import { planMarkdown } from '../../../src/reports/plan/markdown';
import { planText } from '../../../src/reports/plan/text';
import { clusterPlan } from '../../../src/upgrade/cluster-plan';
import { declared, inputs } from '../../upgrade/cases';
import { closed, readJson, validatorOf } from '../schema';

const validate = validatorOf(closed(readJson(path.join(__dirname, '../../../schemas/plan.schema.json'))));
const TO = KubeVersion.parse('1.40');
const plan = (name: string) => clusterPlan(declared(inputs.find(([id]) => id.startsWith(`${name}-`))![1]), { to: TO });
const two = plan('41');

describe('the JSON of a plan', () => {
  it.each(inputs.filter((_, index) => index % 4 === 0))('of %s is as its schema says, with no key besides', (_, input) => {
    expect(validate(JSON.parse(planJson(clusterPlan(declared(input), { to: TO }))))).toEqual([]);
  });

  it('has the keys of its contract, in their order', () => {
    const parsed = JSON.parse(planJson(two));
    expect(Object.keys(parsed)).toEqual(['version', 'from', 'to', 'pools', 'leftOut', 'releases', 'migration']);
    expect(parsed.releases).toHaveLength(14);
    expect(parsed.releases[13].changes[0]).toMatchObject({ kind: 'severity', blocks: true, name: 'severity', before: 'warning', after: 'error' });
    expect(parsed.migration.map(({ pool }: { readonly pool: string }) => pool)).toEqual(['old', 'new']);
  });
});

describe('the text of a plan', () => {
  const text = planText(two, { width: 80 });

  it('begins with the matrix, one word a cell', () => {
    expect(text.split('\n').slice(0, 6)).toEqual([
      'Pool  1.27   1.28   1.29   1.30   1.31   1.32   1.33   1.34   1.35   1.36',
      'old   ipvs?  ipvs?  ipvs?  ipvs?  ipvs?  ipvs?  ipvs?  ipvs?  ipvs?  ipvs?',
      'new   ipvs   ipvs   ipvs   ipvs   ipvs   ipvs   ipvs   ipvs   ipvs   ipvs',
      '',
      'Pool  1.37   1.38    1.39    1.40',
      'old   ipvs?  ipvs?*  ipvs?*  exits*',
    ]);
  });

  it('tells only releases that change something, and joins the others', () => {
    expect(text).toContain('v1.28 to v1.34.13 (2025-08-27 to 2026-10-28)\n');
    expect(text).toContain('Before this release, and by 2028-06 at the latest (end of v1.39):\n    mode-deprecated[mode] becomes an error');
  });

  it('fits the width, but for what is to be copied', () => {
    const copied = new Set(two.migration.pools.flatMap(({ before, change, verify, cleanUp }) => [...before, ...change, ...verify, ...cleanUp])
      .flatMap(({ command = '', text: written = '' }) => [command, ...written.split('\n')]));
    const long = text.split('\n').filter((line) => line.length > 80 && !copied.has(line.trim().replace(/^\$ /, '')));
    expect(long).toEqual([]);
  });

  it('is coloured on a terminal only', () => {
    expect(planText(two, { colour: true })).toContain('\u001b[');
    expect(text).not.toContain('\u001b[');
  });

  it('says when there is nothing to move', () => {
    expect(planText(plan('121'))).toContain('No pool is set to IPVS mode: there is nothing to move.');
  });
});

describe('for other readers', () => {
  const hostile = clusterPlan({ ...declared(inputs.find(([id]) => id.startsWith('41-'))![1]) }, { to: TO });
  const named = {
    ...hostile, upgrade: { ...hostile.upgrade, leftOut: [{ pool: '<b>|x*', because: '\u001b[31m`' }] },
  };

  it('Markdown has a table, boxes to tick, and no markup from the input', () => {
    const markdown = planMarkdown(named);
    expect(markdown).toMatch(/^# kube-proxy from v1\.27 to v1\.40\n\n\| Pool \| 1\.27 \|/);
    expect(markdown).toContain('- [ ] ');
    expect(markdown).toContain('pool \\<b\\>\\|x\\*: \\\\u001b\\[31m\\`');
  });

  it('HTML needs no network, has the matrix, and no markup from the input', () => {
    const html = planHtml(named, { inputs: ['manifests/'] });
    expect(html).toContain('default-src \'none\'');
    expect(html).toContain('<table class="matrix">');
    expect(html).toContain('v1.40 needs preparation');
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('<b>');
  });
});
