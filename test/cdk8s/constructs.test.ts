import { Chart, Testing } from 'cdk8s';
import { ClusterKubeProxy, KubeProxy, KubeProxyConfig, ModuleLoader, SysctlTuner, type ClusterKubeProxyProps } from '../../src/cdk8s';
import type { Cluster } from '../../src/cluster/cluster';
import { defineCluster } from '../../src/cluster/define-cluster';
import type { NodePoolProps } from '../../src/cluster/node-pool';
import type { KubernetesObject } from '../../src/kubernetes/resource';

const apiServer = 'https://10.0.0.10:6443';
const sound: NodePoolProps = { name: 'sound', kernelVersion: '5.15.0-91-generic', labels: { pool: 'sound' } };
const tuned: NodePoolProps = { name: 'tuned', kernelVersion: '4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', labels: { pool: 'tuned' } };
const hopeless: NodePoolProps = { name: 'hopeless', kernelVersion: '3.10.0-1160.92.1.el7.x86_64', labels: { pool: 'hopeless' } };
const talos: NodePoolProps = { name: 'talos', kernelVersion: '6.18.5-talos', osImage: 'Talos (v1.14.0)', labels: { pool: 'talos' } };

// What could not be checked is said.
beforeEach(() => { jest.spyOn(console, 'warn').mockReturnValue(); });

function clusterOf(...nodePools: NodePoolProps[]): Cluster {
  return defineCluster({ kubernetesVersion: 'v1.27.4', nodePools });
}
function chart(): Chart {
  return new Chart(Testing.app(), 'chart');
}
function made(scope: Chart): KubernetesObject[] {
  return Testing.synth(scope) as KubernetesObject[];
}
function outline(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}
function find(objects: readonly KubernetesObject[], kind: string, name: string): KubernetesObject {
  return objects.find((object) => object.kind === kind && object.metadata.name === name)!;
}

describe('KubeProxyConfig', () => {
  it('is one ConfigMap under kubeadm\'s names, with what the release does not default to', () => {
    const scope = chart();
    const config = new KubeProxyConfig(scope, 'config', {
      version: 'v1.27.4', apiServer, configuration: { mode: 'ipvs', metricsBindAddress: '127.0.0.1:10249', ipvs: { strictARP: true } },
    });
    const [configMap] = made(scope);
    expect(configMap).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'kube-proxy', namespace: 'kube-system' } });
    expect((configMap.data as Record<string, string>)['config.conf']).toBe([
      'apiVersion: kubeproxy.config.k8s.io/v1alpha1',
      'kind: KubeProxyConfiguration',
      'clientConnection:',
      '  kubeconfig: /var/lib/kube-proxy/kubeconfig.conf',
      'mode: ipvs',
      'ipvs:',
      '  strictARP: true',
      '',
    ].join('\n'));
    expect(config.name).toBe('kube-proxy');
  });

  it('has the names of EKS there, and needs no API server', () => {
    const scope = chart();
    new KubeProxyConfig(scope, 'config', { version: 'v1.27.4', platform: 'eks', configuration: { mode: 'ipvs' } });
    const [configMap] = made(scope);
    expect(configMap.metadata.name).toBe('kube-proxy-config');
    expect(Object.keys(configMap.data as object)).toEqual(['config']);
  });

  it('applies overrides as they are, unknown fields included', () => {
    const scope = chart();
    new KubeProxyConfig(scope, 'config', {
      version: 'v1.27.4', apiServer, configuration: {}, overrides: [{ op: 'add', path: '/immutable', value: true }, { op: 'add', path: '/unknownField', value: { kept: 1 } }],
    });
    expect(made(scope)[0]).toMatchObject({ immutable: true, unknownField: { kept: 1 } });
  });

  it.each<[string, Partial<ConstructorParameters<typeof KubeProxyConfig>[2]>, RegExp]>([
    ['a version that is none', { version: 'latest' }, /version is "latest"; allowed: a version of kube-proxy such as v1.29.4/],
    ['no API server', { apiServer: undefined }, /apiServer.*https:\/\/10\.0\.0\.10:6443/],
    ['an API server that is no URL', { apiServer: 'https://10.0.0.10; rm -rf /' }, /apiServer/],
    ['a name of two lines', { name: 'kube\nproxy' }, /name/],
  ])('refuses %s at construction', (_, props, message) => {
    expect(() => new KubeProxyConfig(chart(), 'config', { version: 'v1.27.4', apiServer, configuration: {}, ...props })).toThrow(message);
  });
});

describe('KubeProxy', () => {
  it('rolls its pods when the configuration changes', () => {
    const checksums = (['30s', '31s'] as const).map((syncPeriod) => {
      const scope = chart();
      const config = new KubeProxyConfig(scope, 'config', { version: 'v1.27.4', apiServer, configuration: { iptables: { syncPeriod } } });
      const { apiObject } = new KubeProxy(scope, 'kube-proxy', { config });
      return apiObject.toJson().spec.template.metadata.annotations['kube-proxy-kit/config-checksum'];
    });
    expect(checksums[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(checksums[1]).not.toBe(checksums[0]);
  });

  it('takes a service account of anybody\'s, and makes none then', () => {
    const scope = chart();
    const config = new KubeProxyConfig(scope, 'config', { version: 'v1.27.4', apiServer, configuration: {} });
    const { apiObject } = new KubeProxy(scope, 'kube-proxy', { config, serviceAccount: { name: 'proxy' } });
    expect(apiObject.toJson().spec.template.spec.serviceAccountName).toBe('proxy');
    expect(outline(made(scope))).toEqual(['ConfigMap kube-proxy', 'DaemonSet kube-proxy']);
  });

  it('stays in kube-system, and its binding in no namespace, in a chart that has one of its own', () => {
    const scope = new Chart(Testing.app(), 'chart', { namespace: 'shop' });
    const config = new KubeProxyConfig(scope, 'config', { version: 'v1.27.4', apiServer, configuration: {} });
    new KubeProxy(scope, 'kube-proxy', { config });
    expect(made(scope).map(({ kind, metadata }) => `${kind} in ${metadata.namespace ?? 'none'}`)).toEqual([
      'ConfigMap in kube-system', 'ServiceAccount in kube-system', 'ClusterRoleBinding in none', 'DaemonSet in kube-system',
    ]);
  });
});

describe('ClusterKubeProxy', () => {
  function setup(pools: readonly NodePoolProps[], props: Partial<ClusterKubeProxyProps> = {}): { scope: Chart; construct: ClusterKubeProxy } {
    const scope = chart();
    const construct = new ClusterKubeProxy(scope, 'kube-proxy', { cluster: clusterOf(...pools), apiServer, configuration: { mode: 'ipvs' }, ...props });
    return { scope, construct };
  }

  it('makes one of each for pools with equal needs', () => {
    const { scope } = setup([sound, { ...sound, name: 'another', labels: { pool: 'another' } }]);
    expect(outline(made(scope))).toMatchSnapshot();
  });

  it('makes exceptions of pools in other modes, each with a label of its own that the others leave out', () => {
    const { scope } = setup([sound, tuned, hopeless], { poolConfigurations: { hopeless: { mode: 'iptables' } } });
    const objects = made(scope);
    expect(outline(objects)).toMatchSnapshot();
    const nodesOf = (name: string) => {
      const { nodeSelector, affinity } = (find(objects, 'DaemonSet', name).spec as { template: { spec: { nodeSelector: object; affinity?: object } } }).template.spec;
      return { nodeSelector, affinity };
    };
    const others = {
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'pool', operator: 'NotIn', values: ['hopeless'] }] },
            ],
          },
        },
      },
    };
    expect(nodesOf('kube-proxy-hopeless')).toEqual({ nodeSelector: { 'kubernetes.io/os': 'linux', 'pool': 'hopeless' }, affinity: undefined });
    expect(['kube-proxy', 'kube-proxy-module-loader', 'kube-proxy-sysctl-tuner'].map(nodesOf)).toEqual([others, others, others]);
  });

  it('tunes where that helps, to the value that is right for the kernel', () => {
    const { scope, construct } = setup([sound, tuned, hopeless], { poolConfigurations: { hopeless: { mode: 'iptables' } } });
    expect(construct.sysctlTuner!.autoTuning.map(({ pool, connReuseMode }) => [pool, connReuseMode])).toEqual([['sound', '1'], ['tuned', '1']]);
    const tuners = made(scope).filter(({ kind, metadata }) => kind === 'DaemonSet' && metadata.name!.includes('tuner'));
    expect(tuners).toHaveLength(1);
    expect(JSON.stringify(tuners[0])).toContain('"net.ipv4.vs.conn_reuse_mode=1"');
  });

  it('keeps pools whose operating system refuses loaders out, and gives their machine configuration', () => {
    const { scope, construct } = setup([sound, talos]);
    expect(construct.moduleLoader!.machineConfigurations).toEqual({ talos: expect.stringMatching(/^machine:\n  kernel:\n    modules:\n      - name: ip_vs\n/) });
    const loaders = made(scope).filter(({ kind, metadata }) => kind === 'DaemonSet' && metadata.name!.includes('loader'));
    expect(loaders).toHaveLength(1);
    expect(JSON.stringify(loaders[0])).toContain('{"key":"pool","operator":"NotIn","values":["talos"]}');
  });

  it('makes neither loader nor tuner for other modes', () => {
    const { scope } = setup([sound], { configuration: { mode: 'iptables' } });
    expect(outline(made(scope)).filter((name) => /loader|tuner/.test(name))).toEqual([]);
  });

  it('leaves kube-proxy to others where that is wanted', () => {
    const { scope } = setup([sound], { kubeProxy: false });
    expect(outline(made(scope)).filter((name) => name.startsWith('DaemonSet kube-proxy') && !/loader|tuner/.test(name))).toEqual([]);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['a pool that does not exist', () => setup([sound], { poolConfigurations: { sounds: { mode: 'iptables' } } }), /poolConfigurations\["sounds"\].*sound/],
    ['pools that labels do not tell apart', () => setup([sound, { ...hopeless, labels: { pool: 'sound' } }], { poolConfigurations: { hopeless: { mode: 'iptables' } } }), /labels of node pool "hopeless".*"sound"/],
    ['two configurations without DaemonSets to tell them apart', () => setup([sound, hopeless], { kubeProxy: false, poolConfigurations: { hopeless: { mode: 'iptables' } } }), /kubeProxy is false, but pools need a kube-proxy of their own \(hopeless\)/],
    ['a sysctl with a semicolon', () => setup([sound], { sysctls: { 'net.ipv4.vs.conntrack; reboot': 1 } }), /sysctls/],
    ['a sysctl value of two lines', () => setup([sound], { sysctls: { 'net.ipv4.vs.conntrack': '1\n2' } }), /sysctls/],
    ['a cluster without pools', () => clusterOf(), /nodePools is \[\]/],
    ['a pool without nodes', () => clusterOf({ ...sound, count: 0 }), /count/],
    ['two pools of one name', () => clusterOf(sound, sound), /two pools named "sound"/],
    ['a kernel that cannot be read', () => clusterOf({ ...sound, kernelVersion: 'generic' }), /kernelVersion.*"generic"/],
    ['a version that cannot be read', () => defineCluster({ kubernetesVersion: 'newest', nodePools: [sound] }), /kubernetesVersion.*"newest"/],
    ['no version at all', () => new ClusterKubeProxy(chart(), 'x', { cluster: defineCluster({ nodePools: [sound] }), apiServer, configuration: {} }), /version.*"sound" names none/],
    ['a version of its own that cannot be read', () => setup([sound], { version: 'one' }), /version/],
  ])('refuses %s at construction', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('standing alone', () => {
  it.each([['ModuleLoader', ModuleLoader, 'kube-proxy-module-loader'], ['SysctlTuner', SysctlTuner, 'kube-proxy-sysctl-tuner']] as const)(
    '%s serves a cluster whose kube-proxy comes from elsewhere', (_, Agent, name) => {
      const scope = chart();
      new Agent(scope, 'agent', { cluster: clusterOf(sound), configuration: { mode: 'ipvs' } });
      expect(outline(made(scope))).toEqual([`ConfigMap ${name}`, `DaemonSet ${name}`]);
    });

  it('an unknown scheduler is a finding', () => {
    const scope = chart();
    new ClusterKubeProxy(scope, 'kube-proxy', { cluster: clusterOf(sound), apiServer, configuration: { mode: 'ipvs', ipvs: { scheduler: 'LeastConnection' } } });
    expect(() => Testing.synth(scope)).toThrow(/scheduler-unavailable[\s\S]*\blc\b/);
  });
});
