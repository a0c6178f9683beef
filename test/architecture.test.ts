import * as path from 'node:path';
import { importsOf, readSources, violations } from './architecture-rules';

const breach = (file: string, ...imports: string[]) => violations([{ file, imports }]);

describe('the sources', () => {
  const sources = readSources(path.join(__dirname, '../src'));

  test('are found', () => {
    expect(sources.map(({ file }) => file)).toContain('index.ts');
  });

  test('import only in the direction of the flow, and are well named', () => {
    expect(violations(sources)).toEqual([]);
  });
});

describe('the check of import directions', () => {
  test.each([
    ['rules/reuse/stale-real-server.ts', ['../../prediction/predict', '../finding', '../rule', 'node:path']],
    ['prediction/predict.ts', ['../facts/kernel/kernel-fixes', '../declaration']],
    ['manifests/tuner.ts', ['../config', '../facts/kube-proxy/kube-version', 'yaml']],
    ['reading/nodes.ts', ['../cluster/cluster', 'yaml']],
    ['reports/sarif.ts', ['../rules/finding', '../rules']],
    ['assessment/check-files.ts', ['../reading/read-input', './assess', '../rules/acknowledgement']],
    ['cdk8s/kube-proxy.ts', ['../manifests', '../assessment', '../index', '..', 'cdk8s', 'constructs', 'cdk8s-plus-27']],
    ['pulumi/index.ts', ['@pulumi/pulumi', '@pulumi/kubernetes/core/v1/configMap', '../manifests']],
    ['policy/pulumi-policies.ts', ['@pulumi/policy', '../rules', '../assessment/assess']],
    ['cli/main.ts', ['commander', '../reading', '../reports', '../../package.json']],
    ['index.ts', ['./kubernetes/location', './assessment/assess', './manifests', './reading', './reports']],
    ['manifests/scripts/load-modules.sh', []],
  ])('lets %s import %j', (file, imports) => {
    expect(breach(file, ...imports)).toEqual([]);
  });

  test.each([
    ['kubernetes/resource.ts', '../facts', 'kubernetes imports facts ("../facts"), but may import only itself'],
    ['cluster/deep/pool.ts', '../../rules/rule', 'cluster imports rules ("../../rules/rule"), but may import only itself, kubernetes, facts'],
    ['rules/finding.ts', '../assessment', 'rules imports assessment'],
    ['assessment/assess.ts', '../reports', 'assessment imports reports'],
    ['manifests/tuner.ts', '../prediction', 'manifests imports prediction'],
    ['reading/nodes.ts', '../rules', 'reading imports rules'],
    ['prediction/predict.ts', '../writers/objects/own-writers', 'prediction imports writers'],
    ['reports/text.ts', '../cluster', 'reports imports cluster'],
    ['assessment/check-files.ts', '../reports/text', 'assessment imports reports'],
    ['reading/read-input.ts', '../assessment/check-files', 'reading imports assessment'],
    ['cli/main.ts', '../policy', 'cli imports policy'],
    ['policy/plugin.ts', '../cdk8s', 'policy imports cdk8s'],
    ['cdk8s/index.ts', '../cli/main', 'cdk8s imports cli'],
    ['cluster/pool.ts', '../index', 'cluster imports (root)'],
    ['cluster/pool.ts', '..', 'cluster imports (root)'],
    ['index.ts', './cdk8s', '(root) imports cdk8s'],
    ['cluster/pool.ts', '../../test/pools', 'outside src'],
  ])('stops %s from importing %s', (file, specifier, message) => {
    expect(breach(file, specifier)).toEqual([expect.stringContaining(`${file}: `)]);
    expect(breach(file, specifier)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ['manifests/loader.ts', 'cdk8s', 'only cdk8s may'],
    ['policy/cdk8s-validation.ts', 'constructs', 'only cdk8s may'],
    ['cdk8s/index.ts', '@pulumi/kubernetes', 'only pulumi may'],
    ['policy/pulumi-policies.ts', '@pulumi/pulumi', 'only pulumi may'],
    ['pulumi/index.ts', '@pulumi/policy', 'only policy may'],
    ['reading/args.ts', 'commander', 'only cli may'],
    ['reports/json.ts', 'yaml', 'only config, reading, manifests, upgrade, cli may'],
    ['index.ts', 'yaml', 'only config, reading, manifests, upgrade, cli may'],
  ])('stops %s from importing the package %s', (file, specifier, message) => {
    expect(breach(file, specifier)).toEqual([`${file}: imports "${specifier}", which ${message}`]);
  });
});

describe('the check of names', () => {
  test.each([
    ['cluster/NodePool.ts', 'kebab-case'],
    ['cluster/node_pool.ts', 'kebab-case'],
    ['cluster/utils.ts', '"utils.ts" says nothing'],
    ['cluster/helpers/pool.ts', '"helpers" says nothing'],
    ['rules/manager.ts', '"manager.ts" says nothing'],
    ['shared/pool.ts', '"shared" has no place'],
    ['pool.ts', 'has no place'],
  ])('refuses %s', (file, message) => {
    expect(breach(file)).toEqual([expect.stringContaining(message)]);
  });
});

test('imports are found in every form, and not in text', () => {
  const text = `
    import a from './a';
    import type { B } from './b';
    import { type C } from './c';
    import './d';
    import e = require('./e');
    export * from './f';
    export type { G } from './g';
    type H = import('./h').H;
    const i = () => import('./i');
    const j = require('./j');
    // import './comment';
    const text = "import './text'";
  `;
  expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => `./${name}`));
});
