import { ApiObject, App, Chart } from 'cdk8s';
import { assess } from '../src/assessment/assess';
import { ClusterKubeProxy, findingsOf, type ClusterKubeProxyProps } from '../src/cdk8s';
import { defineCluster } from '../src/cluster/define-cluster';
import { clusterFromNodeList } from '../src/cluster/node-list';
import type { Finding } from '../src/rules/finding';
import { declarationOf } from '../src/reading/read-declaration';
import { nodeList } from './node-list';

interface Setup {
  readonly version: string;
  /** Kernel and OS image of each pool. */
  readonly pools: readonly (readonly [kernelVersion: string, osImage: string])[];
  readonly props: Partial<ClusterKubeProxyProps> & Pick<ClusterKubeProxyProps, 'configuration'>;
  /** Objects beside those of kube-proxy. */
  readonly objects?: readonly Readonly<Record<string, unknown>>[];
  /** Rules that are to be found, so that the comparison is one of something. */
  readonly rules: readonly string[];
}

const EL7 = ['3.10.0-1160.92.1.el7.x86_64', 'CentOS Linux 7 (Core)'] as const;
const EL8 = ['4.18.0-372.9.1.el8.x86_64', 'Red Hat Enterprise Linux 8.6 (Ootpa)'] as const;
const BIONIC = ['4.15.0-58-generic', 'Ubuntu 18.04.3 LTS'] as const;
const JAMMY = ['5.15.0-91-generic', 'Ubuntu 22.04.3 LTS'] as const;
const EULER = ['4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', 'EulerOS 2.0 (SP9x86_64)'] as const;

const INGRESS = {
  apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'ingress', namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: 'ingress' } },
    template: {
      metadata: { labels: { app: 'ingress' } },
      spec: { containers: [{ name: 'ingress', image: 'registry.example/ingress:1', ports: [{ containerPort: 443, hostPort: 443 }] }] },
    },
  },
};
const METALLB = { apiVersion: 'metallb.io/v1beta1', kind: 'L2Advertisement', metadata: { name: 'lan', namespace: 'metallb-system' } };
const WRITER = {
  apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'sysctls', namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: 'sysctls' } },
    template: {
      metadata: { labels: { app: 'sysctls' } },
      spec: {
        hostNetwork: true,
        nodeSelector: { pool: 'pool-0' },
        initContainers: [{
          name: 'set', image: 'busybox', command: ['sh', '-c', 'sysctl -w net.ipv4.vs.conn_reuse_mode=1'], securityContext: { privileged: true },
        }],
        containers: [{ name: 'pause', image: 'registry.k8s.io/pause:3.9' }],
      },
    },
  },
};

const SETUPS: Readonly<Record<string, Setup>> = {
  'IPVS on old and new kernels, nobody tunes': {
    version: 'v1.27.4', pools: [BIONIC, EL7, EL8, EULER, JAMMY], props: { configuration: { mode: 'ipvs' }, sysctlTuner: false },
    rules: ['stale-real-server', 'syn-drop-delay', 'kernel-fixes-unknown', 'reuse-mode-needless-zero'],
  },
  'IPVS with loaders and tuners': {
    version: 'v1.27.4', pools: [EL8, EULER, JAMMY], props: { configuration: { mode: 'ipvs', ipvs: { scheduler: 'lc' } } },
    rules: ['reuse-mode-conflict'],
  },
  'a mode for each pool': {
    version: 'v1.33.1', pools: [EL8, BIONIC, JAMMY],
    props: { configuration: { mode: 'nftables' }, poolConfigurations: { 'pool-1': { mode: 'ipvs' } }, sysctlTuner: false },
    rules: ['nftables-unsupported', 'stale-real-server'],
  },
  'host ports, and somebody else who writes sysctls': {
    version: 'v1.13.4', pools: [BIONIC], props: { configuration: { mode: 'ipvs' }, sysctlTuner: false }, objects: [INGRESS, WRITER],
    rules: ['host-port-shadows-service', 'reuse-mode-conflict', 'host-ports-exposed'],
  },
  'a load balancer that needs strictARP': {
    version: 'v1.30.4', pools: [JAMMY, EL8], props: { configuration: { mode: 'ipvs' } }, objects: [METALLB], rules: ['strict-arp-required'],
  },
  'flags beside the configuration, and a deprecated mode': {
    version: 'v1.35.1', pools: [JAMMY], props: { configuration: { mode: 'ipvs' }, kubeProxy: { extraArgs: ['--ipvs-scheduler=lc'] } },
    rules: ['config-flag-ignored', 'mode-deprecated'],
  },
  'values that kube-proxy refuses': {
    version: 'v1.27.4', pools: [JAMMY], props: { configuration: { mode: 'ipvs', clusterCIDR: '10.244.0.0', ipvs: { scheduler: 'mh', syncPeriod: '0s' } } },
    rules: ['config-value-invalid'],
  },
};

/** What a finding says, without where its objects came from. */
function said(findings: readonly Finding[]): object[] {
  return findings.map(({ location: _, ...rest }) => rest);
}

describe.each(Object.entries(SETUPS))('%s', (_, { version, pools, props, objects = [], rules }) => {
  const listed = pools.map(([kernelVersion, osImage], index) => ({ kernelVersion, osImage, version, labels: { pool: `pool-${index}` } }));
  // Pools of a node list are named by the label that names pools.
  const declared = defineCluster({
    kubernetesVersion: version,
    nodePools: listed.map(({ kernelVersion, osImage, labels }, index) => ({
      name: `pool-${index}`, kernelVersion, osImage, labels, architecture: 'amd64', count: 2, cpu: 8,
    })),
  });
  const app = new App();
  const chart = new Chart(app, 'kube-proxy');
  new ClusterKubeProxy(chart, 'kube-proxy', { cluster: declared, apiServer: 'https://10.0.0.10:6443', failOn: 'never', ...props });
  objects.forEach((object, index) => new ApiObject(chart, `object-${index}`, object as never));
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);

  const { nodePools } = clusterFromNodeList(nodeList(listed));
  const { findings } = assess(declarationOf({ nodePools, texts: [{ file: 'dist/kube-proxy.k8s.yaml', text: app.synthYaml() }] }));

  it('is judged the same in TypeScript and from manifests with a node list', () => {
    expect(said(findings)).toEqual(said(findingsOf(app)));
  });

  it('gives what it is about', () => {
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...rules]));
  });

  it('has a place for everything, in the manifests and in the tree', () => {
    expect(findings.filter(({ location }) => location?.file === undefined || location.line === undefined).map(({ id }) => id)).toEqual([]);
    expect(findingsOf(app).filter(({ location }) => !location?.constructPath).map(({ id }) => id)).toEqual([]);
  });
});
