import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { PassThrough } from 'node:stream';
import { parse } from 'yaml';
import { commandLine } from '../../src/cli/command-line';
import { readInventory } from '../../src/reading/inventory';
import { pages } from '../docs/pages';

const root = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { readonly version: string };

const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} };
const program = commandLine(streams, () => {});

const pipelines = ['.pre-commit-hooks.yaml', ...readdirSync(path.join(root, 'docs/ci')).map((name) => `docs/ci/${name}`)];
const documented = [...pages, ...pipelines];

/** Command lines in a text, each up to a pipe, a redirection or its end. Lines that begin with an option go on with the one before. */
function commandsIn(text: string): string[] {
  return [...text.replace(/\s*\n\s+(?=--|\[--)/g, ' ').matchAll(/kube-proxy-kit(?:@[\d.]+)? ((?:check|explain|collect|completion)\b(?![\]`])[^\n|>)"`]*)/g)]
    .map(([, words]) => words.trim());
}

it.each(documented.flatMap((file) => commandsIn(read(file)).map((line) => [file, line] as const)))('%s names options that exist: %s', (_, line) => {
  const [name, ...words] = line.split(/\s+/);
  const known = program.commands.find((candidate) => candidate.name() === name)!.options.map(({ long }) => long);
  expect(words.map((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1]).filter((word) => word !== undefined && !known.includes(word))).toEqual([]);
});

it.each(documented)('%s names no other version than this', (file) => {
  const named = [...read(file).matchAll(/kube-proxy-kit@([\d.]+)|^ *version: (\d[\d.]+)$/gm)].map((match) => match[1] ?? match[2]);
  expect(named.filter((text) => !version.startsWith(text))).toEqual([]);
});

it.each(pipelines)('%s is YAML', (file) => {
  expect(parse(read(file))).toBeTruthy();
});

it.each([
  ['a pool', { nodes: [{ none: 1 }] }], ['the cluster', { nodes: [], none: 1 }], ['the network', { nodes: [], network: { none: 1 } }],
])('docs/cli.md names what an inventory can say of %s', (_, inventory) => {
  const allowed = readInventory(inventory).problems.flatMap(({ message }) => /none is not a property; allowed: (.*)/.exec(message)?.[1].split(', ') ?? []);
  expect(allowed.length).toBeGreaterThan(2);
  expect(allowed.filter((name) => !read('docs/cli.md').includes(`\`${name}\``))).toEqual([]);
});

it('finds commands, those of several lines included', () => {
  expect(commandsIn(read('docs/cli.md')).length).toBeGreaterThan(12);
  expect(commandsIn(read('docs/ci/github-actions.yaml'))).toEqual(['check manifests/ --nodes nodes.json --ack ack.yaml --format sarif --output kube-proxy.sarif']);
});
