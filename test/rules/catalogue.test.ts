import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/rules';

const root = join(__dirname, '..', '..');
const stems = (folder: string, ending: string) => readdirSync(join(root, folder))
  .filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));

describe('the catalogue', () => {
  it('has ids of their own', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  });

  it('has one documentation page a rule, and none besides', () => {
    expect(stems('docs/rules', '.md').filter((stem) => stem !== 'README').sort()).toEqual(catalogue.map(({ id }) => id).sort());
  });

  describe.each(catalogue.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
    it('is a file of its name, with a test of its name', () => {
      expect(existsSync(join(root, 'src', 'rules', `${id}.ts`))).toBe(true);
      expect(existsSync(join(root, 'test', 'rules', `${id}.test.ts`))).toBe(true);
    });

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
