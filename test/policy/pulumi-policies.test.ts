import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { PolicyResource, StackValidationArgs, StackValidationPolicy } from '@pulumi/policy';
import { version } from '../../package.json';
import packManifest from '../../policy-pack/package.json';
import { kubeProxyPolicies, type ClusterPolicyConfig } from '../../src/policy/pulumi-policies';
import { catalogue } from '../../src/rules';

/** How the SDK of policies shows properties; internal there. */
const { unknownCheckingProxy, unknownObjectValue, unknownStringValue } = jest.requireActual<{
  unknownCheckingProxy<T>(props: T): T;
  readonly unknownObjectValue: string;
  readonly unknownStringValue: string;
}>('@pulumi/policy/proxy');

const old = { name: 'old', kernelVersion: '4.15.0-58-generic' };
const unclear = { name: 'unclear', kernelVersion: '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64' };
const kubernetesVersion = 'v1.27.4';

function kubernetes(kind: string, name: string, props: object, type = `kubernetes:core/v1:${kind}`): PolicyResource {
  return {
    type,
    name,
    urn: `urn:pulumi:dev::third::${type}::${name}`,
    props: unknownCheckingProxy({ apiVersion: 'v1', kind, metadata: { name, namespace: 'kube-system' }, ...props }),
  } as unknown as PolicyResource;
}
const configuration = (mode: string) => `apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ${mode}\n`;
const configMap = (mode = 'ipvs') => kubernetes('ConfigMap', 'kube-proxy', { data: { 'config.conf': configuration(mode) } });
const stackItself = { type: 'pulumi:pulumi:Stack', name: 'dev', urn: 'urn:pulumi:dev::third::pulumi:pulumi:Stack::dev', props: {} } as PolicyResource;

interface Violation {
  readonly policy: string;
  readonly message: string;
  readonly urn: string | undefined;
}

/** What a pack reports, run as the SDK runs it: one policy after the other, each with a list of its own. */
async function violations(resources: PolicyResource[], config: ClusterPolicyConfig = {}, policies = kubeProxyPolicies()): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const policy of policies as StackValidationPolicy[]) {
    const args = {
      resources: [...resources],
      getConfig: () => (policy.name === 'cluster' ? config : {}),
    } as unknown as StackValidationArgs;
    await policy.validateStack(args, (message, urn) => { found.push({ policy: policy.name, message, urn }); });
  }
  return found;
}
const names = (found: readonly Violation[]) => found.map(({ policy, message }) => `${policy}: ${message.split(':', 1)[0]}`);

/** Without what could not be checked. */
const faults = (found: readonly Violation[]) => names(found.filter(({ policy }) => policy !== 'cluster'));

describe('the policies', () => {
  const policies = kubeProxyPolicies();

  it('are one for each rule and severity that is more than information', () => {
    const expected = catalogue.flatMap(({ id, severities }) => severities.filter((severity) => severity !== 'info')
      .map((severity, index) => [index === 0 ? id : `${id}-${severity}`, severity === 'error' ? 'mandatory' : 'advisory']));
    expect(policies.slice(1).map(({ name, enforcementLevel }) => [name, enforcementLevel])).toEqual(expected);
    expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length);
  });

  it('each have a description, remediation steps and a link', () => {
    expect(policies.slice(1).filter(({ description, remediationSteps, url }) => !description || !remediationSteps || !url)).toEqual([]);
    expect(policies.find(({ name }) => name === 'stale-real-server')).toMatchObject({
      severity: 'high', url: 'https://unpkg.com/kube-proxy-kit/docs/rules/stale-real-server.md',
    });
  });

  it('are in a pack of the version of the package', () => {
    expect(packManifest.version).toBe(version);
  });
});

describe('a stack of others', () => {
  it('is judged on the pools of the configuration, at the resource that causes it', async () => {
    const found = await violations([stackItself, configMap()], { nodes: [old, unclear], kubernetesVersion });
    expect(faults(found)).toEqual(['stale-real-server: stale-real-server[old]', 'kernel-fixes-unknown: kernel-fixes-unknown[unclear]']);
    const [stale] = found.filter(({ policy }) => policy === 'stale-real-server');
    expect(stale.urn).toBe('urn:pulumi:dev::third::kubernetes:core/v1:ConfigMap::kube-proxy');
    expect(stale.message).toMatch(/\n      - [^\n]+\n[^]*\n      https:\/\/unpkg\.com\/kube-proxy-kit\/docs\/rules\/stale-real-server\.md$/);
  });

  it('passes where it is safe, and where there is nothing of kube-proxy', async () => {
    expect(await violations([configMap('iptables')], { nodes: [old], kubernetesVersion })).toEqual([]);
    expect(await violations([stackItself, kubernetes('ConfigMap', 'other', { data: {} })])).toEqual([]);
    expect(await violations([])).toEqual([]);
  });

  it('is judged on pools that are given in code, unless the configuration has others', async () => {
    const policies = kubeProxyPolicies({ nodes: [old], kubernetesVersion });
    expect(names(await violations([configMap()], {}, policies))).toEqual(['stale-real-server: stale-real-server[old]']);
    expect(faults(await violations([configMap()], { nodes: [unclear] }, policies))).toEqual(['kernel-fixes-unknown: kernel-fixes-unknown[unclear]']);
  });

  it('is judged anew in the next run', async () => {
    const policies = kubeProxyPolicies({ nodes: [old], kubernetesVersion });
    expect(names(await violations([configMap()], {}, policies))).toHaveLength(1);
    expect(await violations([configMap('iptables')], {}, policies)).toEqual([]);
  });

  it('is judged by a single policy, when the one with the configuration is disabled', async () => {
    const policies = kubeProxyPolicies({ nodes: [old], kubernetesVersion }).filter(({ name }) => name === 'stale-real-server');
    expect(names(await violations([configMap()], {}, policies))).toEqual(['stale-real-server: stale-real-server[old]']);
    expect(names(await violations([configMap('iptables')], {}, policies))).toEqual([]);
  });

  it('takes acknowledgements', async () => {
    const acknowledgements = [{ finding: 'stale-real-server[old]', reason: 'no client reuses ports' }];
    expect(await violations([configMap()], { nodes: [old], kubernetesVersion, acknowledgements })).toEqual([]);
    expect(names(await violations([configMap('iptables')], { nodes: [old], kubernetesVersion, acknowledgements })))
      .toEqual(['acknowledgement-unused: acknowledgement-unused[stale-real-server[old]]']);
  });
});

describe('nodes from a file', () => {
  let folder: string;
  beforeEach(() => { folder = mkdtempSync(path.join(tmpdir(), 'kube-proxy-kit-')); });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are read', async () => {
    const nodesFile = path.join(folder, 'nodes.yaml');
    writeFileSync(nodesFile, 'nodes:\n- {pool: old, kernelVersion: 4.15.0-58-generic, kubeProxyVersion: v1.27.4}\n');
    expect(names(await violations([configMap()], { nodesFile }))).toEqual(['stale-real-server: stale-real-server[old]']);
  });

  it('that is not there are a violation', async () => {
    const found = await violations([configMap()], { nodesFile: path.join(folder, 'none.yaml'), kubernetesVersion });
    expect(names(found)).toContainEqual(expect.stringMatching(/^input-unreadable: /));
  });
});

it.each<[string, object, RegExp]>([
  ['a pool without a kernel', { nodes: [{ name: 'old' }] }, /kernelVersion/],
  ['a property that does not exist', { nodes: [old], kubernetesVersion, platfrom: 'eks' }, /platfrom is not a property/],
  ['no version', { nodes: [old], kubernetesVersion: 'latest' }, /kubernetesVersion is "latest"; allowed: /],
  ['an acknowledgement without a reason', { nodes: [old], kubernetesVersion, acknowledgements: [{ finding: 'stale-real-server' }] }, /reason is missing/],
])('%s in the configuration is a violation, and the rest is checked', async (_, config, message) => {
  const found = await violations([configMap()], config);
  expect(found.filter(({ policy }) => policy === 'input-unreadable').map((violation) => violation.message)).toEqual([expect.stringMatching(message)]);
});

describe('values that a preview does not know', () => {
  it('are said once for each object, and the rest of it is judged', async () => {
    const resource = kubernetes('ConfigMap', 'kube-proxy', { data: { 'config.conf': configuration('ipvs'), 'kubeconfig.conf': unknownStringValue } });
    const found = await violations([resource], { nodes: [old], kubernetesVersion });
    expect(names(found)).toEqual(['cluster: ConfigMap kube-system/kube-proxy', 'stale-real-server: stale-real-server[old]']);
    expect(found[0]).toMatchObject({
      message: 'ConfigMap kube-system/kube-proxy: this preview does not know data.kubeconfig.conf, so what depends on that was not checked',
      urn: resource.urn,
    });
  });

  it('never stop a policy, wherever they are', async () => {
    const resources = [
      kubernetes('ConfigMap', 'kube-proxy', { data: unknownObjectValue }),
      kubernetes('ConfigMap', 'unnamed', { metadata: unknownObjectValue }),
      kubernetes('DaemonSet', 'kube-proxy', { apiVersion: 'apps/v1', spec: unknownObjectValue }, 'kubernetes:apps/v1:DaemonSet'),
      kubernetes('Deployment', 'web', { apiVersion: 'apps/v1', spec: unknownObjectValue }, 'kubernetes:apps/v1:Deployment'),
    ];
    expect(names(await violations(resources, { nodes: [old], kubernetesVersion })).filter((line) => / \w+ /.test(line)))
      .toEqual(['cluster: ConfigMap kube-system/kube-proxy', 'cluster: DaemonSet kube-system/kube-proxy']);
  });
});

it('the module loads neither the SDK of policies nor that of Pulumi', () => {
  jest.isolateModules(() => {
    for (const name of ['@pulumi/policy', '@pulumi/pulumi']) {
      jest.doMock(name, () => { throw new Error(`${name} is loaded`); });
    }
    expect(() => jest.requireActual('../../src/policy/pulumi-policies')).not.toThrow();
  });
});
