import * as fs from 'node:fs';
import * as path from 'node:path';
import { Testing } from 'cdk8s';
import { parse, stringify } from 'yaml';
import { MixedCluster } from '../examples/mixed-cluster';
import { diagnosticsOf, PulumiProject, root, type Ran, type StateResource } from './pulumi-programs';

let project: PulumiProject;
beforeAll(() => { project = new PulumiProject(); });
afterAll(() => project.remove());

/** A line of a stack trace of Node.js. */
const STACK = /^\s+at .*[:(]/m;
const MIXED = 'examples/pulumi/mixed-cluster';
const MIXED_YAML = 'examples/pulumi/mixed-cluster-yaml';
const NAIVE = 'examples/pulumi/naive-cluster';

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: object; readonly annotations?: object };
}
type Objects = Record<string, Named>;

function byName(objects: readonly unknown[]): Objects {
  return Object.fromEntries((objects as Named[]).map((object) => [`${object.kind} ${object.metadata.name}`, object]));
}

/** Has `pulumi up` write manifests instead of making objects in a cluster. */
function rendered(folder: string, config: Record<string, string> = {}): Objects {
  const out = path.join(project.folder, folder, 'rendered');
  fs.rmSync(out, { recursive: true, force: true });
  // A stack that exists would write only what has changed.
  project.pulumi(folder, 'stack', 'rm', '--force', '--yes');
  for (const [key, value] of Object.entries({ 'kubernetes:renderYamlToDirectory': out, ...config })) {
    project.succeed(folder, 'config', 'set', key, value);
  }
  project.succeed(folder, 'up', '--yes');
  const manifests = path.join(out, '1-manifest');
  return byName(fs.readdirSync(manifests).map((file) => parse(fs.readFileSync(path.join(manifests, file), 'utf8'))));
}

const synthesised = (version: string) => byName(Testing.synth(new MixedCluster(Testing.app(), 'mixed-cluster', version)));

describe('an installation of the Pulumi half', () => {
  it('has nothing of cdk8s', () => {
    expect(fs.readdirSync(path.join(project.folder, 'node_modules')).filter((name) => /cdk8s|constructs/.test(name))).toEqual([]);
  });

  it('type-checks programs, the plugin, and what the documentation shows', () => {
    const page = fs.readFileSync(path.join(root, 'docs/pulumi.md'), 'utf8');
    const shown = [...page.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, text]) => text).filter((text) => !text.includes('describe('));
    shown.forEach((text, index) => project.write(`documentation/${index}.ts`, text));
    expect(shown.length).toBeGreaterThan(5);
    expect(project.run(project.folder, 'npx', ['tsc', '-p', '.'])).toEqual({ status: 0, output: '' });
  });

  it('has types that need nothing else', () => {
    // Those of @pulumi/policy do not pass by themselves.
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'node16', '--types', 'node', '--skipLibCheck', 'false'];
    expect(project.run(project.folder, 'npx', ['tsc', ...options, 'documentation/0.ts'])).toEqual({ status: 0, output: '' });
  });

  it('does not take an Output for what rules read', () => {
    project.write('wrong/index.ts', [
      "import { output } from '@pulumi/pulumi';",
      "import { KubeProxyConfig } from 'kube-proxy-kit/pulumi';",
      "new KubeProxyConfig('config', { version: output('v1.27.4'), apiServer: output('https://10.0.0.10'), configuration: {} });",
    ].join('\n'));
    const { status, output } = project.run(project.folder, 'npx', ['tsc', '-p', '.']);
    fs.rmSync(path.join(project.folder, 'wrong'), { recursive: true });
    expect(status).not.toBe(0);
    expect(output.trim()).toBe("wrong/index.ts(3,33): error TS2322: Type 'Output<string>' is not assignable to type 'string | undefined'.");
  });
});

describe('the safe example', () => {
  it('passes the preview', () => {
    const preview = project.pulumi(MIXED, 'preview');
    expect(preview.status).toBe(0);
    expect(preview.output).toMatch(/\+ 22 to create/);
    expect(diagnosticsOf(preview).match(/.*(?:error|not checked).*/g)).toEqual([expect.stringContaining('also runs on Linux nodes of no described pool')]);
  });

  it.each(['v1.19.16', 'v1.27.4'])('writes the manifests that cdk8s synthesises, on %s', (version) => {
    jest.spyOn(console, 'warn').mockReturnValue();
    expect(rendered(MIXED, { kubernetesVersion: version })).toEqual(synthesised(version));
  });

  it('in YAML, over the plugin, writes them as well', () => {
    expect(rendered(MIXED_YAML)).toEqual(synthesised('v1.27.4'));
    expect(project.pulumi(MIXED_YAML, 'stack', 'output', 'configMaps').output)
      .toContain('["kube-proxy","kube-proxy-euleros-2-5","kube-proxy-euleros-2-9-h541"]');
  });
});

describe('the unsafe example', () => {
  let preview: Ran;
  beforeAll(() => { preview = project.pulumi(NAIVE, 'preview'); });

  it('fails the preview, with a line for each finding, its remedies, and no stack trace', () => {
    expect(preview.status).not.toBe(0);
    const said = diagnosticsOf(preview);
    expect(said.match(/^ {4}(error|warning): .{30}/gm)).toEqual([
      expect.stringMatching(/^ {4}error: syn-drop-delay\[euleros-2-5\]: /),
      expect.stringMatching(/^ {4}error: stale-real-server\[euleros-2-/),
      expect.stringMatching(/^ {4}warning: kernel-fixes-unknown\[/),
      '    error: not made, since the 2 findings',
    ]);
    expect(said).toMatch(/error: syn-drop-delay\[euleros-2-5\]: .+\n +Why: .+\n +- .+\n +- /);
    expect(preview.output).not.toMatch(STACK);
  });

  it('registers nothing of Kubernetes', () => {
    expect(preview.output).not.toMatch(/kubernetes:/);
    expect(preview.output).toContain('kube-proxy-kit:index:ClusterKubeProxy');
  });

  it('fails an update that skips the preview as well, before anything is made', () => {
    const up = project.pulumi(NAIVE, 'up', '--yes', '--skip-preview');
    expect(up.status).not.toBe(0);
    expect(up.output).not.toMatch(/kubernetes:/);
  });

  it('in YAML fails with the same findings', () => {
    const program = parse(fs.readFileSync(path.join(root, MIXED_YAML, 'Pulumi.yaml'), 'utf8'));
    const { poolConfigurations: _, ...properties } = program.resources['kube-proxy'].properties;
    const naive = { ...program, name: 'naive-yaml', packages: { 'kube-proxy-kit': '../plugin' } };
    naive.resources = { 'kube-proxy': { ...program.resources['kube-proxy'], properties: { ...properties, sysctlTuner: { enabled: false } } } };
    project.write('naive-yaml/Pulumi.yaml', stringify(naive));
    const refused = project.pulumi('naive-yaml', 'preview');
    expect(refused.status).not.toBe(0);
    expect(refused.output).toMatch(/^ *syn-drop-delay\[euleros-2-5\]: .+\n +Why: .+\n +- /m);
    expect(refused.output).toMatch(/^ *stale-real-server\[euleros-2-9-h541\]: /m);
    expect(refused.output).not.toMatch(STACK);
  });
});

describe('what a component is given', () => {
  const program = (name: string, props: string, before = '', opts = '', component = 'kube-proxy') => project.program(name, [
    "import * as kubernetes from '@pulumi/kubernetes';",
    "import * as pulumi from '@pulumi/pulumi';",
    "import { defineCluster } from 'kube-proxy-kit';",
    "import { acknowledge, ClusterKubeProxy } from 'kube-proxy-kit/pulumi';",
    "const cluster = defineCluster({ kubernetesVersion: 'v1.27.4', nodePools: [{ name: 'new', kernelVersion: '5.15.0-91-generic' }] });",
    'void [acknowledge, kubernetes];',
    before,
    `new ClusterKubeProxy('${component}', { cluster, apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'iptables' }, ${props} }, { ${opts} });`,
    'export const done = pulumi.getStack();',
  ].join('\n'));

  it('reaches every object: transforms, and outputs of other resources', () => {
    program('given', 'kubeProxy: { image: other.apply((name) => `registry.example.com/${name}:v1.27.4`) }', [
      "const other = new pulumi.ComponentResource('my:index:Other', 'other').urn.apply(() => 'mine');",
    ].join('\n'), [
      'transforms: [({ type, props, opts }) => (type.startsWith("kubernetes:")',
      '  ? { props: { ...props, metadata: { ...props.metadata, annotations: { owner: "network" } } }, opts } : undefined)]',
    ].join('\n'));
    const objects = rendered('given');
    expect(Object.values(objects).map(({ metadata: { annotations } }) => annotations)).toEqual(Object.values(objects).map(() => ({ owner: 'network' })));
    expect(JSON.stringify(objects['DaemonSet kube-proxy'])).toContain('"image":"registry.example.com/mine:v1.27.4"');
  });

  describe('as options holds for everything below', () => {
    const options = (more = '') => `providers: [provider], protect: true, dependsOn: [namespace], ${more}`;
    const before = [
      // A provider that the program makes would take it for its own cluster.
      'delete process.env.KUBECONFIG;',
      "const renderYamlToDirectory = new pulumi.Config('kubernetes').require('renderYamlToDirectory');",
      "const provider = new kubernetes.Provider('mine', { renderYamlToDirectory });",
      "const namespace = new kubernetes.core.v1.Namespace('network', { metadata: { name: 'network' } }, { provider });",
    ].join('\n');
    const props = "config: { labels: { team: pulumi.secret('red-team') } }";
    let resources: StateResource[];
    beforeAll(() => {
      program('options', props, before, options());
      rendered('options');
      resources = project.state('options');
    });
    const ours = () => resources.filter(({ urn }) => urn.includes('kube-proxy-kit:index:ClusterKubeProxy'));
    const objects = () => ours().filter(({ type }) => type.startsWith('kubernetes:'));

    it('as providers, protect and dependsOn', () => {
      expect(objects()).toHaveLength(4);
      expect(objects().filter(({ provider }) => !provider?.includes('pulumi:providers:kubernetes::mine::'))).toEqual([]);
      expect(ours().filter(({ protect }) => !protect)).toEqual([]);
      const namespace = resources.findIndex(({ type }) => type === 'kubernetes:core/v1:Namespace');
      expect(resources.findIndex(({ urn }) => urn === objects()[0].urn)).toBeGreaterThan(namespace);
    });

    it('as outputs that are registered', () => {
      const outputs = ours().filter(({ type }) => type.startsWith('kube-proxy-kit:')).map(({ type, outputs: all }) => [type.split(':')[2], all]);
      expect(Object.fromEntries(outputs)).toMatchObject({ ClusterKubeProxy: { configMaps: ['kube-proxy'] }, KubeProxyConfig: { name: 'kube-proxy' } });
    });

    it('as secrets', () => {
      expect(JSON.stringify(objects())).toContain('team');
      expect(JSON.stringify(resources)).not.toContain('red-team');
    });

    it('as aliases', () => {
      program('options', props, before, options("aliases: [{ name: 'kube-proxy' }]"), 'proxy');
      expect(project.succeed('options', 'preview', '--expect-no-changes')).toMatch(/12 unchanged/);
    });
  });

  it('is the same stack as one of an earlier version, whose account stood below the kube-proxy of its first group of pools', () => {
    program('earlier', "...{ configuration: { mode: 'ipvs' } as const }");
    rendered('earlier');
    const state = project.succeed('earlier', 'stack', 'export');
    const text = state.slice(state.indexOf('{'))
      .replace(/kube-proxy-kit:index:ModuleLoader/g, 'kube-proxy-kit:index:IpvsModules')
      .replace(/("urn:pulumi:[^"]*)::kube-proxy-module-loader"/g, '$1::kube-proxy-modules"')
      .replace(/("urn:pulumi:[^"]*)::kube-proxy-sysctl-tuner"/g, '$1::kube-proxy-tuner"');
    const { deployment, ...export_ } = JSON.parse(text) as { deployment: { resources: StateResource[] } };
    const kubeProxy = deployment.resources.find(({ type }) => type === 'kube-proxy-kit:index:KubeProxy')!;
    const isAccess = ({ type }: StateResource) => /:(?:ServiceAccount|ClusterRoleBinding)$/.test(type);
    const access = deployment.resources.filter(isAccess).map((resource) => ({
      ...resource, parent: kubeProxy.urn, urn: resource.urn.replace(`$${resource.type}::`, `$kube-proxy-kit:index:KubeProxy$${resource.type}::`),
    }));
    expect(access).toHaveLength(2);
    const resources = [...deployment.resources.filter((resource) => !isAccess(resource)), ...access];
    project.succeed('earlier', 'stack', 'import', '--file', project.write('earlier.json', JSON.stringify({ ...export_, deployment: { ...deployment, resources } })));
    expect(project.state('earlier').map(({ urn }) => urn)).toContain(access[0].urn);
    expect(project.succeed('earlier', 'preview', '--expect-no-changes')).toMatch(/\d+ unchanged/);
  });

  it('is named when it is not allowed, without a stack trace', () => {
    program('not-plain', "version: pulumi.output('v1.27.4') as never");
    const refused = project.pulumi('not-plain', 'preview');
    expect(refused.status).not.toBe(0);
    expect(diagnosticsOf(refused)).toMatch(/error: version is an Output; allowed: a plain value/);
    expect(refused.output).not.toMatch(STACK);
  });

  it('is named when it is not allowed and known only later, before the object is made', () => {
    program('wrong-later', "kubeProxy: { image: pulumi.output('no image') }");
    const refused = project.pulumi('wrong-later', 'preview');
    expect(refused.status).not.toBe(0);
    expect(diagnosticsOf(refused)).toMatch(/image is "no image"; allowed: /);
    expect(refused.output).not.toMatch(STACK);
    expect(refused.output).not.toMatch(/kubernetes:apps\/v1:DaemonSet kube-proxy create/);
  });

  it('is said not to be checked where rules read it and it is known only later, once', () => {
    program('unknown', 'kubeProxy: { image: other.metadata.uid.apply((uid) => `registry.example.com/kube-proxy:v1.27.4-${uid}`) }',
      "const other = new kubernetes.core.v1.Namespace('other');");
    const preview = project.pulumi('unknown', 'preview');
    expect(preview.status).toBe(0);
    expect(diagnosticsOf(preview).match(/not checked: image of the DaemonSet kube-proxy/g)).toHaveLength(1);
  });

  it('acknowledges what is found, and is warned of when nothing needs it', () => {
    program('acknowledged', 'sysctlTuner: false', "acknowledge('stack', { finding: 'mode-deprecated', reason: 'moving to nftables next year' });");
    const preview = project.pulumi('acknowledged', 'preview');
    expect(preview.status).toBe(0);
    expect(diagnosticsOf(preview)).toMatch(/warning: acknowledgement-unused\[mode-deprecated\]: /);
  });
});

describe('the policy pack', () => {
  const OLD = { name: 'old', kernelVersion: '4.15.0-58-generic' };
  const NEW = { name: 'new', kernelVersion: '5.15.0-91-generic', modules: { ip_vs: 'loaded' } };
  const preview = (nodes: readonly object[], levels: Record<string, string> = {}) => {
    project.program('others', [
      "import * as k8s from '@pulumi/kubernetes';",
      "const configuration = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\\nkind: KubeProxyConfiguration\\nmode: ipvs\\n';",
      "new k8s.core.v1.ConfigMap('kube-proxy', { metadata: { name: 'kube-proxy', namespace: 'kube-system' }, data: { 'config.conf': configuration } });",
    ].join('\n'));
    project.write('others/policies.json', JSON.stringify({ cluster: { kubernetesVersion: 'v1.27.4', nodes }, ...levels }));
    return project.pulumi('others', 'preview', '--policy-pack', '../node_modules/kube-proxy-kit/policy-pack', '--policy-pack-config', 'policies.json');
  };

  it('fails a stack of others that sets IPVS mode for an unsafe pool, with remedies and a link', () => {
    const { status, output } = preview([OLD, NEW]);
    expect(status).not.toBe(0);
    expect(output).toMatch(/\[mandatory\].* stale-real-server +\(kubernetes:core\/v1:ConfigMap: kube-proxy\)/);
    expect(output).toMatch(/^ +stale-real-server\[old\]: pool old: .+\n +Why: .+\n +- .+\n/m);
    expect(output).toContain('docs/rules/stale-real-server.md');
    expect(output).not.toMatch(/\[new\]/);
  });

  it('passes it where all pools are safe', () => {
    const { status, output } = preview([NEW]);
    expect(status).toBe(0);
    expect(output).not.toMatch(/\[mandatory\]/);
  });

  it('takes the levels of its configuration', () => {
    const { status, output } = preview([OLD], { 'stale-real-server': 'advisory' });
    expect(status).toBe(0);
    expect(output).toMatch(/\[advisory\].* stale-real-server /);
  });
});
