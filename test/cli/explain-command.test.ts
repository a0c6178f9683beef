import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { catalogue } from '../../src/rules';
import { ran } from './made-streams';

const page = (rule: string) => readFileSync(path.join(__dirname, '../../docs/rules', `${rule}.md`), 'utf8');

it.each(catalogue.map(({ id }) => id))('prints the page of %s', async (rule) => {
  expect(await ran(['explain', rule])).toEqual({ code: 0, stdout: page(rule), stderr: '' });
});

it('takes the id of a finding', async () => {
  expect((await ran(['explain', 'stale-real-server[old]'])).stdout).toBe(page('stale-real-server'));
});

it('sets the page for a terminal', async () => {
  const { stdout } = await ran(['explain', 'stale-real-server'], { columns: 72 });
  expect(stdout).toMatch(/^\u001b\[1m.*stale-real-server/);
  // eslint-disable-next-line no-control-regex
  expect(stdout.replace(/\u001b\[\d+m/g, '').split('\n').filter((line) => line.length > 72 && !line.startsWith('    '))).toEqual([]);
});

it('lists every rule once with its title, by group', async () => {
  const { code, stdout } = await ran(['explain']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^reuse\n {2}stale-real-server +A client that reuses/);
  for (const { id, title } of catalogue) {
    expect(stdout.split('\n').filter((line) => line.trim().startsWith(`${id} `))).toEqual([expect.stringContaining(title)]);
  }
});

it.each([
  ['stale-real-sever', 'stale-real-server'],
  ['syn-drop', 'syn-drop-delay'],
  ['zzzzz', undefined],
])('suggests for %s the rule %s', async (asked, meant) => {
  const { code, stderr } = await ran(['explain', asked]);
  expect(code).toBe(2);
  expect(/did you mean (\S+)\?/.exec(stderr)?.[1]).toBe(meant);
});
