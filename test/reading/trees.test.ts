import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { assess, type Assessment } from '../../src/assessment/assess';
import { declarationOf } from '../../src/reading/read-declaration';
import { readInput } from '../../src/reading/read-input';

const TREES = path.join(__dirname, '../trees');

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function checked(...paths: string[]): Promise<Assessment> {
  return assess((await readInput({ paths, stdin: nothing() })).declaration);
}

const faults = ({ findings }: Assessment) => findings.filter(({ severity }) => severity !== 'info').map(({ severity, rule, location }) =>
  `${severity} ${rule} ${path.relative(TREES, location?.file ?? '')}`);
const notes = ({ findings }: Assessment) => findings.filter(({ severity }) => severity === 'info').map(({ rule }) => rule);

test.each(['tmpl', 'not-json', 'pipfile', 'jsonc', 'node-labels', 'yaml-indent', 'tab-fold', 'kind-metadata', 'two-clusters', 'two-shoots', 'kustomize-overlay-first', 'same-cm'])(
  'the tree %s has no fault', async (tree) => {
    expect(faults(await checked(path.join(TREES, tree)))).toEqual([]);
  },
);

test('a chart that has nothing to do with kube-proxy is told once', async () => {
  expect(notes(await checked(path.join(TREES, 'tmpl')))).toEqual(['input-not-read']);
});

test('a link that leads nowhere is passed over; a file behind a link has its real place', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trees-'));
  try {
    fs.cpSync(path.join(TREES, 'dangling'), path.join(folder, 'dangling'), { recursive: true });
    fs.symlinkSync('nowhere.yaml', path.join(folder, 'dangling/link.yaml'));
    expect(faults(await checked(path.join(folder, 'dangling')))).toEqual([]);

    fs.cpSync(path.join(TREES, 'symlink-dir'), path.join(folder, 'tree'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'tree/alias-parent'), { recursive: true });
    fs.symlinkSync('../real', path.join(folder, 'tree/alias-parent/link'));
    const { prediction } = await checked(path.join(folder, 'tree'));
    prediction.configurations.forEach(({ instance }) => expect(instance.location?.file ?? '').not.toContain('alias-parent'));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('files that contradict each other on version or network are of several clusters, which is said once', () => {
  const kops = (name: string, version: string, pods: string) => JSON.stringify({
    apiVersion: 'kops.k8s.io/v1alpha2', kind: 'Cluster', metadata: { name },
    spec: { kubernetesVersion: version, nonMasqueradeCIDR: pods, podCIDR: pods, kubeProxy: { proxyMode: 'iptables', clusterCIDR: pods } },
  });
  const dualStack = JSON.stringify({
    apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack', ports: [{ port: 80 }] },
  });
  const { findings, notChecked } = assess(declarationOf({
    texts: [
      { file: 'a/cluster.yaml', text: kops('a.example', 'v1.24.0', '10.1.0.0/16') }, { file: 'b/cluster.yaml', text: kops('b.example', 'v1.31.0', '10.2.0.0/16') },
      { file: 'b/web.yaml', text: dualStack },
    ],
  }));
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(notChecked.filter(({ reason }) => reason.includes('several clusters'))).toHaveLength(1);
});
