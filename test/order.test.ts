import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { assess } from '../src/assessment/assess';
import { DeclarationReader } from '../src/reading/read-declaration';
import { readNodes } from '../src/reading/read-nodes';

interface Case {
  readonly input: { readonly nodes?: readonly object[]; readonly files: Readonly<Record<string, string>> };
}

const folder = path.join(__dirname, 'cases');
const ofFolder = readdirSync(folder).filter((name) => name.endsWith('.yaml')).map((name) => [name, parse(readFileSync(path.join(folder, name), 'utf8')) as Case] as const);

/** Two that differ and whose claims the labels decide, or do not. */
function claimed(labelled: boolean): Case {
  const daemonSet = (mode: string) => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy-${mode}, namespace: kube-system}
spec: {template: {spec: {hostNetwork: true, nodeSelector: {proxy: ${mode}}, containers: [{name: kube-proxy, image: "kube-proxy:v1.27.4", command: [kube-proxy, --proxy-mode=${mode}]}]}}}
`;
  const node = (name: string, mode: string) => JSON.stringify({
    kind: 'Node', metadata: { name, labels: { proxy: mode } },
    status: { nodeInfo: { kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', kubeletVersion: 'v1.27.4', operatingSystem: 'linux' } },
  });
  const documents = ['iptables', 'ipvs'].map(daemonSet);
  const listed = ['a', 'b', 'c'].flatMap((name) => [node(`${name}1`, 'iptables'), node(`${name}2`, 'ipvs')]);
  return labelled
    ? { input: { files: { 'kube-proxy.yaml': documents.join('---\n'), 'nodes.yaml': listed.join('\n---\n') } } }
    : { input: { files: { 'kube-proxy.yaml': documents.join('---\n') }, nodes: [{ pool: 'all', kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64' }] } };
}

/** Several clusters, each with a DaemonSet and the ConfigMap beside it, and what belongs to none. */
function severalClusters(): Case {
  const configMap = (mode: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: kube-proxy, namespace: kube-system}
data: {config.conf: "apiVersion: kubeproxy.config.k8s.io/v1alpha1\\nkind: KubeProxyConfiguration\\nmode: ${mode}\\nresourceContainer: /kube-proxy\\n"}
`;
  const daemonSet = (version: string) => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy, namespace: kube-system}
spec: {template: {spec: {hostNetwork: true, containers: [{name: kube-proxy, image: "kube-proxy:${version}", command: [kube-proxy, --config=/c/config.conf],
  volumeMounts: [{name: c, mountPath: /c}]}], volumes: [{name: c, configMap: {name: kube-proxy}}]}}}
`;
  const files = Object.fromEntries([['east', 'ipvs', 'v1.24.9'], ['west', 'iptables', 'v1.30.4'], ['north', 'nftables', 'v1.33.1']].flatMap(([name, mode, version]) => [
    [`${name}/a.yaml`, configMap(mode)], [`${name}/b/c.yaml`, daemonSet(version)],
  ]));
  const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {externalIPs: [10.0.0.9], ports: [{port: 80}]}\n';
  return { input: { files: { ...files, 'apps/web.yaml': service, 'east/web.yaml': service.replace('80', '81') } } };
}

const cases = [...ofFolder, ['several clusters', severalClusters()] as const, ['two claimants that labels tell apart', claimed(true)] as const, ['two claimants that nothing tells apart', claimed(false)] as const];

interface Text {
  readonly file: string;
  readonly documents: readonly string[];
}

const textsOf = ({ input }: Case): Text[] => Object.entries(input.files).map(([file, text]) => ({
  file, documents: /\.ya?ml$/.test(file) ? text.split(/^---$\n?/m).filter((document) => document.trim() !== '') : [text],
}));

/** What a check says, without the places, which move with the order of the documents. */
async function said(texts: readonly Text[], nodes: readonly object[]): Promise<object> {
  const reader = new DeclarationReader();
  texts.forEach(({ file, documents }) => reader.addText({ file, text: documents.join('\n---\n') }));
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify({ nodes }));
  }
  const { nodePools } = await readNodes([{ file: 'nodes.json', chunks: chunks() }], reader.distinctions());
  const { findings, prediction } = assess(reader.declaration({ nodePools: nodes.length > 0 ? nodePools : undefined }));
  return {
    findings: findings.map(({ rule, severity, cluster, pool }) => `${severity} ${rule} ${cluster ?? ''} ${pool ?? ''}`).sort(),
    pools: prediction.pools.map(({ pool, modeInForce: mode, startup, reuse }) => `${pool.name}: ${startup.outcome}, ${mode}, ${reuse.verdict}`).sort(),
  };
}

const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });

it('folders that are called otherwise are told apart in the same way', async () => {
  const texts = textsOf(severalClusters());
  const findingsWhere = async (names: Readonly<Record<string, string>>) => {
    const renamed = texts.map(({ file, documents }) => ({ file: file.replace(/^\w+/, (name) => names[name] ?? name), documents }));
    return JSON.stringify(await said(renamed, [])).replace(/\b\w+(?=["/ ])/g, (name) => Object.entries(names).find(([, to]) => to === name)?.[0] ?? name);
  };
  const expected = JSON.parse(await findingsWhere({})) as { readonly findings: string[] };
  const names = fc.uniqueArray(fc.stringMatching(/^q[a-z]{3,8}$/), { minLength: 4, maxLength: 4 });
  await fc.assert(fc.asyncProperty(names, async ([east, west, north, apps]) => {
    const { findings } = JSON.parse(await findingsWhere({ east, west, north, apps })) as { readonly findings: string[] };
    expect(findings.sort()).toEqual(expected.findings.sort());
  }), { numRuns: 10 });
});

it.each(cases)('%s is judged the same in every order of files, documents and nodes', async (_, given) => {
  const { nodes = [] } = given.input;
  const texts = textsOf(given);
  const expected = await said(texts, nodes);
  const orders = fc.tuple(
    shuffled(texts).chain((files) => fc.tuple(
      ...files.map(({ file, documents }) => shuffled(documents).map((inOrder) => ({ file, documents: inOrder }))),
    )),
    shuffled(nodes),
  );
  await fc.assert(fc.asyncProperty(orders, async ([files, inOrder]) => {
    expect(await said(files, inOrder)).toEqual(expected);
  }), { numRuns: 5 });
});
