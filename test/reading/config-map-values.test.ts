import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { assess, type Assessment } from '../../src/assessment/assess';
import { nodePool } from '../../src/cluster/read-node-pool';
import type { KubernetesObject } from '../../src/kubernetes/resource';
import { resourceName } from '../../src/reading/documents/resources';
import { declarationOf } from '../../src/reading/read-declaration';
import { readInput } from '../../src/reading/read-input';

const POOL = nodePool({ name: 'old', kernelVersion: '5.4.0-42-generic', kubeProxyVersion: 'v1.15.5' });
const NODES = 'nodes:\n- {pool: old, kernelVersion: 5.4.0-42-generic, kubeProxyVersion: v1.15.5}\n';

/** A DaemonSet without one word that is not needed to start kube-proxy. */
const daemonSet = (flag: string, container: string, volumes = '[]') => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: proxy, namespace: network}
spec:
  template:
    spec:
      hostNetwork: true
      volumes: ${volumes}
      containers:
      - {name: p, image: 'registry.example/kube-proxy:v1.15.5', command: [kube-proxy, "${flag}"], securityContext: {privileged: true}, ${container}}
`;
/** A ConfigMap that says nothing of what it is for. */
const configMap = (data: string, namespace = ', namespace: network') => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings${namespace}}\ndata: ${data}\n`;
const KEY = 'env: [{name: VALUE, valueFrom: {configMapKeyRef: {name: settings, key: value}}}]';
const ALL = 'envFrom: [{configMapRef: {name: settings}}]';

const faults = ({ findings }: Assessment) => findings.filter(({ severity }) => severity !== 'info').map(({ severity, rule }) => `${severity} ${rule}`);
const open = ({ notChecked }: Assessment) => notChecked.map(({ reason }) => reason).filter((reason) => /something else fills in|not in the input/.test(reason));
const judge = (...texts: readonly string[]) =>
  assess(declarationOf({ nodePools: [POOL], texts: texts.map((text, index) => ({ file: `${index}.yaml`, text })) }));

const CASES: readonly [string, string, string, string][] = [
  ['a network that is none', daemonSet('--cluster-cidr=$(VALUE)', KEY), configMap('{value: "10.0.0.0/99"}'), 'error config-value-invalid'],
  ['a misspelt mode', daemonSet('--proxy-mode=$(VALUE)', KEY), configMap('{value: ipvz}'), 'error mode-unknown'],
  ['a mode of all that a ConfigMap has', daemonSet('--proxy-mode=$(VALUE)', ALL), configMap('{VALUE: ipvz}'), 'error mode-unknown'],
  ['a ConfigMap without a namespace', daemonSet('--proxy-mode=$(VALUE)', KEY), configMap('{value: ipvz}', ''), 'error mode-unknown'],
  ['a configuration without its kind', daemonSet('--config=/c/file', 'volumeMounts: [{name: c, mountPath: /c}]', '[{name: c, configMap: {name: settings}}]'),
    configMap('{file: "mode: iptables"}'), 'error config-value-invalid'],
];

describe('what a ConfigMap says counts for the kube-proxy that it is given to, whatever its words are', () => {
  test.each(CASES)('%s', (_, workload, map, finding) => {
    for (const texts of [[workload, map], [map, workload], [`${workload}---\n${map}`], [`${map}---\n${workload}`]]) {
      const assessment = judge(...texts);
      expect(faults(assessment)).toContain(finding);
      expect(open(assessment)).toEqual([]);
    }
  });

  test.each(CASES)('%s, in a list, as JSON and as an object of a framework', (_, workload, map, finding) => {
    const objects = parseAllDocuments(`${map}---\n${workload}`).map((document) => document.toJS() as KubernetesObject);
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    const written = `apiVersion: v1\nkind: List\nitems:\n${[map, workload].map((text) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`).join('')}`;
    expect(faults(judge(JSON.stringify(list)))).toContain(finding);
    expect(faults(judge(written))).toContain(finding);
    expect(faults(assess(declarationOf({
      nodePools: [POOL], resources: objects.map((object) => ({ object, name: resourceName(object), locate: () => undefined })),
    })))).toContain(finding);
  });

  test.each(CASES)('%s, in a folder and on standard input', async (_, workload, map, finding) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'config-map-'));
    try {
      const nodes = path.join(folder, 'nodes.yaml');
      fs.writeFileSync(nodes, NODES);
      for (const [first, second] of [[map, workload], [workload, map]]) {
        fs.mkdirSync(path.join(folder, 'tree/below'), { recursive: true });
        fs.writeFileSync(path.join(folder, 'tree/a.yaml'), first);
        fs.writeFileSync(path.join(folder, 'tree/below/b.yaml'), second);
        const read = await readInput({ paths: [path.join(folder, 'tree')], nodes, stdin: bytes('') });
        expect(faults(assess(read.declaration))).toContain(finding);
        const typed = await readInput({ paths: ['-'], nodes, stdin: bytes(`${first}---\n${second}`) });
        expect(faults(assess(typed.declaration))).toContain(finding);
        expect(read.skipped).toBe(0);
      }
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  test('one that nothing refers to stays unread', async () => {
    const other = configMap('{value: "10.0.0.0/99"}').replace('name: settings', 'name: others');
    const { skipped } = await readInput({ paths: ['-'], stdin: bytes(`${daemonSet('--v=2', KEY)}---\n${configMap('{value: x}')}---\n${other}`) });
    expect(skipped).toBe(1);
  });

  test('two of one name that say different things leave the value open', () => {
    const assessment = judge(daemonSet('--proxy-mode=$(VALUE)', KEY), configMap('{value: ipvs}'), configMap('{value: iptables}'));
    expect(faults(assessment)).toEqual([]);
    expect(open(assessment)).toEqual([expect.stringContaining('ConfigMap network/settings is in the input more than once, with different values')]);
  });
});

describe('the reason why a value is not known is told once', () => {
  test.each<[string, string, string]>([
    ['a ConfigMap that is missing', KEY, 'ConfigMap network/settings is not in the input'],
    ['a ConfigMap that is missing as a whole', ALL, 'ConfigMap network/settings is not in the input'],
    ['a Secret', 'env: [{name: VALUE, valueFrom: {secretKeyRef: {name: keys, key: value}}}]', 'VALUE comes from Secret network/keys'],
    ['a field of the pod', 'env: [{name: VALUE, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}]', 'VALUE is status.hostIP of the running pod'],
    ['a variable of another', 'env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: a}}}, {name: VALUE, value: "$(A)"}]', 'ConfigMap network/settings is not in the input'],
  ])('%s', (_, container, reason) => {
    for (const workload of [daemonSet('--cluster-cidr=$(VALUE)', container), shell(daemonSet('--cluster-cidr=${VALUE}', container))]) {
      const assessment = judge(workload);
      expect(faults(assessment)).toEqual([]);
      expect(open(assessment)).toEqual([expect.stringContaining(`clusterCIDR of DaemonSet network/proxy has a value that something else fills in (${reason})`)]);
    }
  });

  test('a ConfigMap that lacks the key', () => {
    expect(open(judge(daemonSet('--cluster-cidr=$(VALUE)', KEY), configMap('{other: x}')))).toEqual([expect.stringContaining('ConfigMap network/settings has no key value')]);
  });

  test('an environment file of a unit that is elsewhere', () => {
    const unit = '[Service]\nEnvironmentFile=-/etc/default/proxy\nExecStart=/usr/bin/kube-proxy --cluster-cidr=${CIDR}\n';
    const assessment = assess(declarationOf({ nodePools: [POOL], texts: [{ file: 'kube-proxy.service', text: unit }] }));
    expect(open(assessment)).toEqual([expect.stringContaining('(EnvironmentFile /etc/default/proxy is not in the input)')]);
  });
});

function shell(workload: string): string {
  return workload.replace(/command: \[kube-proxy, "([^"]*)"\]/, (_, flag: string) => `command: [sh, -c, "exec kube-proxy ${flag}"]`);
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
