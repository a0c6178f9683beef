import { Chart, Testing } from 'cdk8s';
import { findingsOf } from 'kube-proxy-kit/cdk8s';
import { MixedCluster } from '../../examples/mixed-cluster';
import { NaiveCluster } from '../../examples/naive-cluster';
import { KubeProxyWithCdk8sPlus } from '../../examples/with-cdk8s-plus';

// cdk8s has no channel for warnings, so that they are printed.
beforeEach(() => jest.spyOn(console, 'warn').mockReturnValue());

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template: { readonly spec: object } };
}

/** Names, configurations and commands: what a reader wants to see change, without the scripts. */
function outline(chart: Chart): object[] {
  return (Testing.synth(chart) as Manifest[]).map(({ kind, metadata, data, spec }) => ({
    [`${kind} ${metadata.name}`]: {
      ...(data?.['config.conf'] ? { 'config.conf': data['config.conf'] } : {}),
      ...(spec?.template ? { nodes: nodesOf(spec.template.spec), commands: commandsOf(spec.template.spec) } : {}),
    },
  }));
}
function nodesOf({ nodeSelector, affinity }: { nodeSelector?: object; affinity?: object }): unknown {
  return affinity ?? nodeSelector;
}
function commandsOf(pod: { initContainers?: { command: string[] }[]; containers?: { command: string[] }[] }): string[] {
  return [...pod.initContainers ?? [], ...pod.containers ?? []].map(({ command }) => command.join(' '));
}

it.each([['v1.19.16', ['host-ports-exposed']], ['v1.27.4', []]])('the mixed cluster on %s runs IPVS where it is safe', (version, warnings) => {
  const chart = new MixedCluster(Testing.app(), 'mixed-cluster', version);
  expect(findingsOf(chart).filter(({ severity }) => severity !== 'info').map(({ rule }) => rule)).toEqual(warnings);
  expect(outline(chart)).toMatchSnapshot();
});

describe('the naive cluster', () => {
  it('is refused', () => {
    expect(() => Testing.synth(new NaiveCluster(Testing.app(), 'naive-cluster'))).toThrow(/Validation failed/);
  });

  it('has what the vendor\'s document tells, for each pool', () => {
    expect(findingsOf(new NaiveCluster(Testing.app(), 'naive-cluster')).map(({ severity, rule, pool }) => [severity, rule, pool])).toEqual([
      ['error', 'syn-drop-delay', 'euleros-2-5'],
      ['error', 'stale-real-server', 'euleros-2-9-h541'],
      ['warning', 'kernel-fixes-unknown', 'euleros-2-9-h998'],
    ]);
  });
});

it('cdk8s-plus gives the service account and takes the ConfigMap', () => {
  const chart = new KubeProxyWithCdk8sPlus(Testing.app(), 'kube-proxy');
  const manifests = Testing.synth(chart) as Manifest[];
  const daemonSet = manifests.find(({ kind }) => kind === 'DaemonSet');
  expect(daemonSet?.spec?.template.spec).toMatchObject({ serviceAccountName: 'kube-proxy' });
  const deployment = manifests.find(({ kind }) => kind === 'Deployment');
  expect(deployment?.spec?.template.spec).toMatchObject({ volumes: [{ configMap: { name: 'kube-proxy' } }] });
  expect(findingsOf(chart).filter(({ severity }) => severity === 'error')).toEqual([]);
});
