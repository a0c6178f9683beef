import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, type Chart } from 'cdk8s';
import * as cdk8s from 'cdk8s';
import * as ts from 'typescript';
import * as kit from '../../src';
import * as kitCdk8s from '../../src/cdk8s';
import { findingsOf } from '../../src/cdk8s';
import { pages } from './pages';

const root = path.join(__dirname, '..', '..');
const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');

/** Runs the program of the README, with `app.synth()` left to the test. */
function program(edit: (text: string) => string = (text) => text): App {
  const text = edit(/```ts\n([^]*?)```/.exec(readme)![1]).replace('app.synth();', 'exports.app = app;');
  const modules: Record<string, unknown> = { 'cdk8s': cdk8s, 'kube-proxy-kit': kit, 'kube-proxy-kit/cdk8s': kitCdk8s };
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const exports: { app?: App } = {};
  new Function('require', 'exports', outputText)((name: string) => modules[name], exports);
  return exports.app!;
}

describe('the first program', () => {
  it('has fewer than 30 lines', () => {
    expect(/```ts\n([^]*?)```/.exec(readme)![1].split('\n').length).toBeLessThan(30);
  });

  it('is refused with what the README shows', () => {
    const shown = /```text\n([^]*?)```/.exec(readme)![1];
    const said = (() => {
      try {
        return program().synthYaml();
      } catch (error) {
        return (error as Error).message;
      }
    })();
    const words = (text: string) => text.replace(/\s+/g, ' ');
    for (const part of shown.split('…').map(words).filter((text) => text.trim() !== '')) {
      expect(words(said)).toContain(part.trim());
    }
  });

  it('synthesises with the last comment taken out', () => {
    const app = program((text) => text.replace('// poolConfigurations', 'poolConfigurations'));
    expect(findingsOf(app).filter(({ severity }) => severity !== 'info')).toEqual([]);
    const charts: Chart[] = app.charts;
    expect(charts[0].toJson().map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toContain('DaemonSet kube-proxy-sysctl-tuner');
  });
});

it.each(pages)('%s links to files that exist', (page) => {
  const links = [...fs.readFileSync(path.join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link]) => link);
  expect(links.filter((link) => !fs.existsSync(path.join(root, path.dirname(page), link)))).toEqual([]);
});

it('names scripts that exist', () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const named = [...readme.matchAll(/npm run (\w[\w:]*)/g)].map(([, name]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
