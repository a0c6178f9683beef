import * as fs from 'node:fs';
import * as path from 'node:path';

const FOLDER = path.join(__dirname, '../../api');
const { exports: entries } = JSON.parse(fs.readFileSync(path.join(__dirname, '../../package.json'), 'utf8')) as { exports: Record<string, unknown> };

/** `Owner.member` for each that api-extractor found without a docstring; `Owner` alone for an export. */
function undocumented(report: string): string[] {
  const lines = report.split('\n');
  const declared = /^export (?:declare |abstract )*(?:interface|class|type|function|const|enum) (\w+)/;
  let owner = '';
  return lines.flatMap((line, at) => {
    owner = declared.exec(line)?.[1] ?? owner;
    if (!line.includes('(undocumented)')) {
      return [];
    }
    const next = lines[at + 1];
    return [declared.exec(next)?.[1] ?? `${owner}.${next.trim()}`];
  });
}

test('each entry has a report', () => {
  const code = Object.keys(entries).filter((name) => !name.endsWith('.json'));
  expect(fs.readdirSync(FOLDER).sort()).toEqual(code.map((name) => `${['kube-proxy-kit', ...name.split('/').slice(1)].join('-')}.api.md`).sort());
});

test.each(fs.readdirSync(FOLDER))('everything in %s has a docstring', (name) => {
  expect(undocumented(fs.readFileSync(path.join(FOLDER, name), 'utf8'))).toEqual([]);
});

/** Types that what an entry exports leads to, and that the entry does not export: nobody could name them. */
function unexported(report: string): string[] {
  return [...report.matchAll(/\(ae-forgotten-export\) The symbol "([^"]+)"/g)].map(([, name]) => name);
}

test.each(fs.readdirSync(FOLDER))('every type that %s leads to is exported there', (name) => {
  expect(unexported(fs.readFileSync(path.join(FOLDER, name), 'utf8'))).toEqual([]);
});

test('a type that is not exported is named', () => {
  expect(unexported('// Warning: (ae-forgotten-export) The symbol "StatedFacts" needs to be exported by the entry point index.d.ts\n')).toEqual(['StatedFacts']);
});

test('what lacks a docstring is named', () => {
  expect(undocumented([
    '// @public (undocumented)', 'export interface Pool {', '    // (undocumented)', '    readonly name: string;', '    readonly count: number;', '}',
    '// @public', 'export class Version {', '    // (undocumented)', '    toString(): string;', '}',
  ].join('\n'))).toEqual(['Pool', 'Pool.readonly name: string;', 'Version.toString(): string;']);
});
