/**
 * The package as it would be published: a library is compiled against it with its declarations written, as CommonJS and as modules of
 * ECMAScript, and its command is run.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { entries, manifest, PackedProject } from './packed-package';

const PEERS = Object.keys(manifest.peerDependencies);

const RETURN_NOTHING: readonly string[] = ['acknowledge'];

/** The name of an entry in a program. */
const alias = (entry: string) => entry.replace(/\W/g, '_');

/**
 * A library that leaves every type to the compiler: what functions and classes of an entry give, and one step below. Declarations of it
 * can only be written if each of these types can be named from an entry.
 */
function libraryOf(entry: string, exported: Readonly<Record<string, 'function' | 'class' | 'value'>>): string {
  const of = alias(entry);
  const lines = Object.entries(exported).flatMap(([name, kind]) => {
    switch (kind) {
      case 'class': return [
        `export const ${name}Kept = (made: ${of}.${name}) => [made];`,
        `export const ${name}Parts = (made: ${of}.${name}) => ({ ...made });`,
      ];
      case 'function': return [
        `export const ${name}Outcome = (...args: Parameters<typeof ${of}.${name}>) => ${of}.${name}(...args);`,
        ...(RETURN_NOTHING.includes(name) ? [] : [`export const ${name}Parts = (made: ReturnType<typeof ${of}.${name}>) => ({ ...made });`]),
      ];
      default: return [`export const ${name}Copy = ${of}.${name};`];
    }
  });
  return [`import * as ${of} from '${entry}';`, ...lines, ''].join('\n');
}

/** What a user's library does with the entries; returns its own types by inference only. */
const LIBRARY = `
import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { assess, builtInRules, clusterFromNodeList, declarationOf, defineCluster, predict, type NodePoolProps, type Rule } from 'kube-proxy-kit';
import { assessmentsOf, ClusterKubeProxy, findingsOf, KubeProxy, KubeProxyConfig } from 'kube-proxy-kit/cdk8s';
import { KubeProxyKitValidation } from 'kube-proxy-kit/cdk8s-validation';
import { kubeProxyPolicies } from 'kube-proxy-kit/policy';
import * as components from 'kube-proxy-kit/pulumi';

export const cluster = defineCluster({ kubernetesVersion: 'v1.29.4', nodePools: [{ name: 'all', kernelVersion: '5.15.0-91-generic' }] });
const text = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\\nkind: KubeProxyConfiguration\\nmode: ipvs\\n';
export const declared = declarationOf({ cluster, texts: [{ file: 'config.yaml', text }] });
export const [predicted] = predict(declared).pools;
export const { startup, reuse, sysctls } = predicted;
export const { findings, acknowledged, notChecked } = assess(declared, { rules: [...builtInRules] });
export const worst = findings.at(0);
export const app = new App();
export const proxy = new ClusterKubeProxy(new Chart(app, 'chart'), 'kube-proxy', {
  cluster, apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'ipvs' },
});
export const { kubeProxies: [single], sysctlTuner } = proxy;
export const tuned = sysctlTuner?.autoTuning;
export const configuration = new KubeProxyConfig(new Chart(app, 'other'), 'config', {
  version: 'v1.29.4', apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'iptables' }, name: 'other',
});
export const volume = kplus.Volume.fromConfigMap(configuration, 'volume', configuration);
export const judged = assessmentsOf(app);

// A rule of one's own, asked by assess and by constructs; what it is given has one name for the mode that was asked for, and one for what runs.
export const mine: Rule = {
  id: 'team-no-ipvs', group: 'modes', title: 'IPVS mode is in use', severities: ['warning'], sources: [],
  judge: ({ prediction }) => prediction.pools.filter(({ requestedMode, modeInForce }) => requestedMode === 'ipvs' && modeInForce === 'ipvs')
    .map(({ pool }) => ({ severity: 'warning' as const, pool: pool.name, message: \`pool \${pool.name} runs IPVS mode\`, remedies: [] })),
};
export const byAssess = assess(declared, { rules: [...builtInRules, mine] }).findings.map(({ id }) => id).filter((id) => id.startsWith('team-'));

// Objects of cdk8s-plus: a namespace's name, a service account taken, a ConfigMap handed out. The version is the cluster's.
const pool: NodePoolProps = { name: 'all', kernelVersion: '5.15.0-91-generic', operatingSystem: 'linux' };
const beside = new Chart(new App(), 'beside');
const network = new kplus.Namespace(beside, 'namespace', { metadata: { name: 'network' } });
const account: kplus.IServiceAccount = new kplus.ServiceAccount(beside, 'account', { metadata: { name: 'proxy', namespace: network.name } });
const own = defineCluster({ kubernetesVersion: 'v1.29.4', nodePools: [pool] });
export const config = new KubeProxyConfig(beside, 'config', {
  cluster: own, apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'ipvs' }, namespace: network.name, rules: [...builtInRules, mine],
});
const handle: kplus.IConfigMap = config;
new KubeProxy(beside, 'kube-proxy', { cluster: own, config, serviceAccount: account });
export const byConstruct = findingsOf(beside).map(({ id }) => id).filter((id) => id.startsWith('team-'));
export const listed = clusterFromNodeList(
  { items: [{ metadata: { name: 'n' }, status: { nodeInfo: { kernelVersion: '5.15.0-91-generic' } } }] }, { kubernetesVersion: 'v1.29.4' });
export const named = [byAssess.join(), byConstruct.join(), config.version, handle.name, config.manifest.metadata.namespace, listed.kubernetesVersion].join(' ');
export const validation = new KubeProxyKitValidation();
export const policies = kubeProxyPolicies();
export class Component extends components.ClusterKubeProxy {
  public readonly mine = components.findingsOf(this).map(({ id }) => id);
}
export const seen = [startup.outcome, reuse.verdict, app.charts.length, policies.length > 50, typeof Component].join(' ');
console.log(named);
console.log(seen);
`;

interface Kind {
  readonly folder: string;
  readonly type: 'commonjs' | 'module';
  readonly module: string;
}

const KINDS: readonly Kind[] = [
  { folder: 'common', type: 'commonjs', module: 'node16' },
  { folder: 'modules', type: 'module', module: 'nodenext' },
];

let project: PackedProject;
beforeAll(() => { project = new PackedProject([...PEERS, 'typescript', '@types/node']); });
afterAll(() => project.remove());

/** What Node finds in an entry of the installed package. */
function exportedBy(entry: string): Readonly<Record<string, 'function' | 'class' | 'value'>> {
  const program = `const kindOf = (value) => (typeof value !== 'function' ? 'value' : /^class/.test(Function.prototype.toString.call(value)) ? 'class' : 'function');
    console.log(JSON.stringify(Object.fromEntries(Object.entries(require(${JSON.stringify(entry)})).map(([name, value]) => [name, kindOf(value)]))));`;
  return JSON.parse(project.run(process.execPath, ['--eval', program]).output);
}

describe.each(KINDS)('a library of type $type', ({ folder, type, module }) => {
  beforeAll(() => {
    project.write(`${folder}/package.json`, JSON.stringify({ name: folder, type, private: true }));
    project.write(`${folder}/tsconfig.json`, JSON.stringify({
      compilerOptions: {
        target: 'es2022', module, moduleResolution: module, strict: true, declaration: true, skipLibCheck: false, types: ['node'],
        rootDir: '.', outDir: 'out',
      },
      include: ['*.ts'],
    }));
    project.write(`${folder}/library.ts`, LIBRARY);
    entries.forEach((entry) => project.write(`${folder}/${alias(entry)}.ts`, libraryOf(entry, exportedBy(entry))));
  });

  it('compiles, with declarations, and all types of the package are looked at', () => {
    const { output } = project.run('npx', ['--no-install', 'tsc', '-p', folder]);
    // The types of other packages are theirs to repair: those of @pulumi/policy do not pass.
    const ours = output.split('\n').filter((line) => /^\S+\(\d+,\d+\): /.test(line) && (line.includes('kube-proxy-kit') || !line.includes('node_modules')));
    expect(ours).toEqual([]);
    const declarations = fs.readdirSync(path.join(project.folder, folder, 'out')).filter((file) => file.endsWith('.d.ts'));
    expect(declarations.sort()).toEqual([...entries.map((entry) => `${alias(entry)}.d.ts`), 'library.d.ts'].sort());
    for (const entry of entries) {
      const written = project.read(`${folder}/out/${alias(entry)}.d.ts`);
      expect(written).toMatch(/(?:Kept|Outcome|Copy): /);
      // A type that the entry lacks is taken from another one, since this program knows them all.
      expect(written).not.toMatch(/import\("kube-proxy-kit/);
    }
  });

  it('runs', () => {
    const { output } = project.run(process.execPath, [`${folder}/out/library.js`]);
    expect(output.trim().split('\n').slice(-2)).toEqual([
      'team-no-ipvs[all] team-no-ipvs[all] v1.29.4 kube-proxy network v1.29.4', 'runs safe 2 true function',
    ]);
    entries.forEach((entry) => expect(project.run(process.execPath, [`${folder}/out/${alias(entry)}.js`])).toEqual({ status: 0, output: '' }));
  });
});

describe('the command of the installed package', () => {
  it('tells its version', () => {
    expect(project.run('npx', ['--no-install', 'kube-proxy-kit', '--version'])).toEqual({ status: 0, output: `${manifest.version}\n` });
  });

  it('checks files', () => {
    project.write('checked/config.yaml', 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\n');
    project.write('nodes.yaml', 'nodes:\n- {pool: old, kernelVersion: 4.15.0-58-generic, kubeProxyVersion: v1.27.4}\n');
    const { status, output } = project.run('npx', ['--no-install', 'kube-proxy-kit', 'check', 'checked', '--nodes', 'nodes.yaml']);
    expect(output).toContain('stale-real-server[old]');
    expect(status).toBe(1);
  });

  it('has the page of each rule that it explains', () => {
    const { status, output } = project.run('npx', ['--no-install', 'kube-proxy-kit', 'explain', 'stale-real-server']);
    expect(output).toContain('conn_reuse_mode');
    expect(status).toBe(0);
  });
});
