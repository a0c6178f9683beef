import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { catalogue } from '../../src/rules';
import { RULE_GROUPS } from '../../tools/rule-files';

const root = join(__dirname, '..', '..');
const stems = (folder: string, ending: string) => readdirSync(join(root, folder))
  .filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
const GROUPS = Object.keys(RULE_GROUPS);
/** `group/id` of all files of the folders of rules. */
const inGroups = (folder: string, ending: string) => GROUPS
  .flatMap((group) => stems(`${folder}/${group}`, ending).map((stem) => `${group}/${stem}`)).sort();

describe('the catalogue', () => {
  it('has ids of their own', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  });

  it('is in folders of groups, and beside those are only the wording that rules share', () => {
    const folders = readdirSync(join(root, 'src/rules'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.sort()).toEqual([...GROUPS, 'wording'].sort());
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

describe('releases and kernels in texts', () => {
  /** What names a release of kube-proxy or Linux: they are facts, and rules take them from there. */
  const VERSION = /\bv?1\.\d{2}(?!\d)(?!\.\d+-)|\b(?:Linux|kernels?(?: below)?|from) \d+\.\d|^\d\.\d{1,2}$/;
  const files = readdirSync(join(root, 'src/rules'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

  /** Texts of a file, apart from the sources that are cited. */
  function textsOf(node: ts.Node): string[] {
    if (ts.isImportDeclaration(node) || (ts.isPropertyAssignment(node) && node.name.getText() === 'sources')) {
      return [];
    }
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
    const below: string[] = [];
    ts.forEachChild(node, (child) => void below.push(...textsOf(child)));
    return isText ? [node.text, ...below] : below;
  }

  it.each(files)('%s names none of its own', (name) => {
    const source = ts.createSourceFile(name, readFileSync(join(root, 'src/rules', name), 'utf8'), ts.ScriptTarget.Latest, true);
    expect(textsOf(source).filter((text) => VERSION.test(text))).toEqual([]);
  });

  it.each(['Run kube-proxy v1.27 or later', '1.28', '5.9', 'Linux 4.19 and later', 'leaves kernels below 4.1 alone'])('%j would be found', (text) => {
    expect(text).toMatch(VERSION);
  });
});
