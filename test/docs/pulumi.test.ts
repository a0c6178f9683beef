import * as fs from 'node:fs';
import * as path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import * as ts from 'typescript';
import { parse } from 'yaml';
import { ClusterKubeProxy } from '../../plugin';
import schema from '../../plugin/schema.json';
import * as kit from '../../src';
import { CLUSTER_CONFIG_SCHEMA } from '../../src/policy/cluster-config';
import * as kitPolicy from '../../src/policy/pulumi-policies';
import * as kitPulumi from '../../src/pulumi';
import { recordProgram, settled, type RecordedProgram } from '../pulumi/recording-mocks';

const root = path.join(__dirname, '..', '..');
const page = fs.readFileSync(path.join(root, 'docs/pulumi.md'), 'utf8');
const snippets = (language: string) => [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))].map(([, text]) => text);

const packs: { readonly name: string; readonly policies: unknown[] }[] = [];
class PolicyPack {
  public constructor(name: string, { policies }: { readonly policies: unknown[] }) {
    packs.push({ name, policies });
  }
}

const modules: Record<string, () => unknown> = {
  '@pulumi/kubernetes': () => jest.requireActual('@pulumi/kubernetes'),
  '@pulumi/policy': () => ({ PolicyPack }),
  '@pulumi/pulumi': () => pulumi,
  'kube-proxy-kit': () => kit,
  'kube-proxy-kit/policy': () => kitPolicy,
  'kube-proxy-kit/pulumi': () => kitPulumi,
};

/** Runs a program, and returns what it exports. */
function run(text: string): Record<string, unknown> {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const exported = {};
  new Function('require', 'exports', outputText)((name: string) => modules[name](), exported);
  return exported;
}

const [first, ...others] = snippets('ts');
const [unitTest] = others.splice(-1);

/** What is said of every cluster. */
const UNDESCRIBED = /^not checked: DaemonSet kube-system\/kube-proxy also runs on Linux nodes of no described pool/;

describe('programs', () => {
  let program: RecordedProgram;
  beforeEach(async () => {
    program = await recordProgram();
    pulumi.runtime.setAllConfig({ 'project:kubernetesVersion': 'v1.27.4', 'project:apiServer': 'https://10.0.0.10:6443' });
  });
  afterEach(settled);

  it('make what they should', async () => {
    expect(run(first)).toMatchObject({ configMaps: ['kube-proxy', 'kube-proxy-old'] });
    await settled();
    expect(program.logs.filter(({ message }) => !UNDESCRIBED.test(message))).toEqual([]);
    expect(program.objects().map(({ kind }) => kind)).toContain('DaemonSet');
  });

  it('are refused as the page shows', () => {
    expect(() => run(first.replace(/^ *poolConfigurations.*$/m, '  sysctlTuner: false,'))).toThrow('the finding above refuses it (stale-real-server[old]); nothing below it was registered');
    const said = program.logs.map(({ severity, message }) => `${severity}: ${message}`).join('\n').replace(/\s+/g, ' ');
    const shown = snippets('text')[0].split('\n').filter((line) => !line.includes('not made')).join(' ').split('…');
    shown.map((part) => part.replace(/\s+/g, ' ').trim()).forEach((part) => expect(said).toContain(part));
  });

  it.each(others.map((text) => [/(\w+)\('?[\w']/.exec(text.replace(/^import.*$/gm, ''))![1], text]))('pass without a warning: %s', async (_, text) => {
    run(text);
    await settled();
    expect(program.logs.filter(({ message }) => !UNDESCRIBED.test(message))).toEqual([]);
  });

  it('put the policies into a pack', () => {
    expect(packs.map(({ name, policies }) => [name, policies.length > 50])).toEqual([['platform', true]]);
  });
});

describe('the unit tests', () => {
  // What is expected to be refused logs why.
  beforeAll(() => { jest.spyOn(process.stderr, 'write').mockReturnValue(true); });
  run(unitTest);
});

describe('the plugin', () => {
  beforeEach(async () => { await recordProgram(); });
  afterEach(settled);

  it('takes the properties of the YAML program', () => {
    const { resources } = parse(snippets('yaml')[0]);
    const [{ type, properties }] = Object.values<{ type: string; properties: object }>(resources);
    expect(type.replace(':', ':index:') in schema.resources).toBe(true);
    expect(Object.keys(properties).filter((name) => !(name in schema.resources['kube-proxy-kit:index:ClusterKubeProxy'].inputProperties))).toEqual([]);
    expect(() => new ClusterKubeProxy('kube-proxy', properties as never)).not.toThrow();
  });

  it('has the properties of the Python program', () => {
    const names = [...snippets('python')[0].matchAll(/(?:^ {4}(\w+)=|"(\w+)": )/gm)].map(([, property, key]) => property ?? key);
    const camelCase = names.map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
    const known = [schema.resources['kube-proxy-kit:index:ClusterKubeProxy'].inputProperties, schema.types['kube-proxy-kit:index:NodePool'].properties, { mode: {} }];
    expect(camelCase.filter((name) => !known.some((properties) => name in properties))).toEqual([]);
    expect(camelCase).toContain('nodePools');
  });
});

it('configures policies that there are', () => {
  const { cluster, ...levels } = JSON.parse(snippets('json')[0]) as { cluster: object } & Record<string, string>;
  const names = kitPolicy.kubeProxyPolicies().map(({ name }) => name);
  expect(Object.keys(levels).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(cluster).filter((name) => !(name in CLUSTER_CONFIG_SCHEMA.properties))).toEqual([]);
});

it('links to files that exist', () => {
  const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => path.join(root, 'docs', link));
  expect(links.filter((link) => !fs.existsSync(link))).toEqual([]);
});
