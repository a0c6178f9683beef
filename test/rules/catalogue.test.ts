import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/rules';

const root = join(__dirname, '..', '..');
const stems = (folder: string, ending: string) => readdirSync(join(root, folder))
  .filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
const GROUPS = ['reuse', 'sysctls', 'modules', 'modes', 'config', 'workloads', 'meta'];
/** `group/id` of all files of the folders of rules. */
const inGroups = (folder: string, ending: string) => GROUPS
  .flatMap((group) => stems(`${folder}/${group}`, ending).map((stem) => `${group}/${stem}`)).sort();

describe('the catalogue', () => {
  it('has ids of their own', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  });

  it('has one documentation page a rule, and none besides', () => {
    expect(stems('docs/rules', '.md').filter((stem) => stem !== 'README').sort()).toEqual(catalogue.map(({ id }) => id).sort());
  });

  it.each([['src/rules', '.ts'], ['test/rules', '.test.ts']])('is what the folders of %s hold, each rule in that of its group', (folder, ending) => {
    expect(inGroups(folder, ending)).toEqual(catalogue.map(({ group, id }) => `${group}/${id}`).sort());
  });

  describe.each(catalogue.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
    it('has a page that says what the catalogue says', () => {
      const page = readFileSync(join(root, 'docs', 'rules', `${id}.md`), 'utf8');
      expect(page.split('\n').slice(0, 5)).toEqual([`# ${id}`, '', rule.title, '', `Severity: ${rule.severities.join(', ')}`]);
      expect(page).toMatch(/\n## How to fix it\n/);
      expect(page.match(/\]\(([a-z-]+)\.md\)/g) ?? []).toEqual(
        (page.match(/\]\(([a-z-]+)\.md\)/g) ?? []).filter((link) => catalogue.some((other) => link === `](${other.id}.md)`)),
      );
    });
  });
});
