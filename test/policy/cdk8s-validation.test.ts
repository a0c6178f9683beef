import { readFileSync } from 'node:fs';
import type { Validation } from 'cdk8s-cli/plugins';
import { parseAllDocuments } from 'yaml';
import { KubeProxyKitValidation, type KubeProxyKitValidationProperties, type ManifestViolation } from '../../src/policy/cdk8s-validation';
import { folderWith, IPVS_CONFIG_MAP, OLD_NODES, SOUND_NODES } from '../cli/inputs';

const SAME_NAME = 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: kube-proxy, namespace: kube-system}\n';
const file = folderWith({
  'kube-proxy.k8s.yaml': IPVS_CONFIG_MAP,
  'same-name.k8s.yaml': SAME_NAME,
  'broken.k8s.yaml': 'apiVersion: v1\nkind: Service\nmetadata: *nobody\n',
  'old.yaml': OLD_NODES,
  'sound.yaml': SOUND_NODES,
  'ack.yaml': '- {finding: stale-real-server, reason: batch pool}\n',
  'ack-unused.yaml': '- {finding: windows-mode, reason: none}\n',
  'ack-bad.yaml': '- {finding: stale-real-server}\n',
});

// cdk8s-cli takes it as one of its own.
const asValidation = (properties: KubeProxyKitValidationProperties): Validation => new KubeProxyKitValidation(properties);

interface Submitted {
  readonly status: string | undefined;
  readonly metadata: Readonly<Record<string, string>> | undefined;
  readonly violations: readonly ManifestViolation[];
  readonly log: readonly string[];
}

async function validated(properties: unknown, manifests: readonly string[] = [file('kube-proxy.k8s.yaml')]): Promise<Submitted> {
  const violations: ManifestViolation[] = [];
  const log: string[] = [];
  let submitted: Pick<Submitted, 'status' | 'metadata'> = { status: undefined, metadata: undefined };
  await asValidation(properties as KubeProxyKitValidationProperties).validate({
    manifests, pkg: 'kube-proxy-kit', version: '0.0.0', metadata: {}, stdout: false,
    logger: { log: (message: string) => log.push(message) },
    report: {
      addViolation: (violation: ManifestViolation) => violations.push(violation),
      submit: (status: string, metadata?: Record<string, string>) => (submitted = { status, metadata }),
    },
    parseManifest: (manifest: string) => parseAllDocuments(readFileSync(manifest, 'utf8')).map((document) => document.toJS()),
  } as never);
  return { ...submitted, violations, log };
}

it.each<[string, string, object]>([
  ['success', 'nothing found', { nodes: file('sound.yaml') }],
  ['failure', 'an error', { nodes: file('old.yaml') }],
  ['success', 'an error that never counts', { nodes: file('old.yaml'), failOn: 'never' }],
  ['success', 'an error that is acknowledged', { nodes: file('old.yaml'), ack: file('ack.yaml') }],
  ['success', 'a warning', { nodes: file('sound.yaml'), ack: file('ack-unused.yaml') }],
  ['failure', 'a warning that counts', { nodes: file('sound.yaml'), ack: file('ack-unused.yaml'), failOn: 'warning' }],
])('submits %s for %s', async (status, _, properties) => {
  expect(await validated(properties)).toMatchObject({ status });
});

it('gives a violation for each finding, the severity in its name', async () => {
  const { violations, metadata } = await validated({ nodes: file('old.yaml') });
  expect(violations).toEqual([{
    ruleName: 'stale-real-server[old] (error)',
    recommendation: expect.stringContaining('conn_reuse_mode=0'),
    fix: expect.stringMatching(/^\n {4}- .*\n {4}- /),
    violatingResources: [{
      resourceName: 'kube-proxy', locations: [expect.stringMatching(/kube-proxy\.k8s\.yaml:\d+:\d+$/)], manifestPath: file('kube-proxy.k8s.yaml'),
    }],
  }]);
  expect(metadata).toEqual({ errors: '1', warnings: '0', info: '0', acknowledged: '0', pools: 'old' });
});

it('names a resource in full where its bare name is not its own', async () => {
  const { violations } = await validated({ nodes: file('old.yaml') }, [file('kube-proxy.k8s.yaml'), file('same-name.k8s.yaml')]);
  expect(violations.map(({ violatingResources }) => violatingResources[0].resourceName)).toContain('ConfigMap kube-system/kube-proxy');
});

it.each([
  ['a manifest with an alias that has no anchor', file('broken.k8s.yaml'), 'uses the alias *nobody before an anchor'],
  ['a manifest that is gone', file('gone.k8s.yaml'), 'does not exist'],
])('reports %s, which cdk8s-cli cannot parse, beside the others', async (_, broken, message) => {
  const { status, violations } = await validated({ nodes: file('old.yaml') }, [broken, file('kube-proxy.k8s.yaml')]);
  expect(status).toBe('failure');
  expect(violations.map(({ recommendation }) => recommendation)).toEqual([expect.stringContaining(message), expect.stringContaining('conn_reuse_mode=0')]);
});

it('logs what is acknowledged', async () => {
  expect((await validated({ nodes: file('old.yaml'), ack: file('ack.yaml') })).log).toContain('kube-proxy-kit: acknowledged: stale-real-server[old]: batch pool');
});

it.each([
  ['a property that is none', { node: 'x' }, 'node is not a property; allowed: nodes, kubernetesVersion, ack, failOn'],
  ['a severity that is none', { failOn: 'info' }, 'failOn is "info"; allowed: error, warning, not-checked, never'],
  ['a version that YAML made a number of', { kubernetesVersion: 1.3 }, 'kubernetesVersion is 1.3; allowed: a version, as 1.29 or v1.29.4, in quotes'],
  ['an acknowledgement without a reason', { ack: file('ack-bad.yaml') }, 'ack-bad.yaml:1:3 reason is missing'],
])('reports %s as a violation, since an error would show a stack', async (_, properties, message) => {
  const { status, violations } = await validated(properties);
  expect(status).toBe('failure');
  expect(violations).toEqual([expect.objectContaining({ ruleName: 'kube-proxy-kit cannot check (error)', recommendation: expect.stringContaining(message) })]);
});
