import { API_SERVER_VERSION, ControlPlane, kubernetesProgram } from '../lab/host/control-plane';
import { diagnosticsOf, PulumiProject } from './pulumi-programs';

// e2e/kubernetes/build.sh builds them, which takes too long to be asked for here.
const isBuilt = [['etcd', 'etcd'], [API_SERVER_VERSION, 'kube-apiserver'], [API_SERVER_VERSION, 'kubectl']]
  .every(([version, program]) => kubernetesProgram(version, program) !== undefined);

interface LiveConfigMap {
  readonly uid: string;
  readonly mode: string | undefined;
}

(isBuilt ? describe : describe.skip)('a ConfigMap on a real API server', () => {
  let controlPlane: ControlPlane;
  let project: PulumiProject;
  beforeAll(async () => {
    project = new PulumiProject();
    controlPlane = await ControlPlane.start();
    project.write('kubeconfig', controlPlane.kubeconfig());
  });
  afterAll(async () => {
    await controlPlane?.stop();
    project?.remove();
  });

  const kubectl = (...args: string[]) => controlPlane.kubectl([...args, '--namespace', 'kube-system']);

  /** What is in the cluster; one that was deleted and made again has another uid. */
  function live(): LiveConfigMap {
    const { said } = kubectl('get', 'configmap', 'kube-proxy', '-o', 'json');
    const { metadata, data } = JSON.parse(said) as { metadata: { uid: string }; data: Record<string, string> };
    return { uid: metadata.uid, mode: /^mode: (.*)$/m.exec(data['config.conf'])?.[1] };
  }

  /** As `kubeadm init` leaves it. */
  function madeByKubeadm(): LiveConfigMap {
    kubectl('delete', 'configmap', 'kube-proxy', '--ignore-not-found');
    const created = kubectl('create', 'configmap', 'kube-proxy', '--from-literal', 'config.conf=mode: ""', '--from-literal', 'kubeconfig.conf=x', '--field-manager', 'kubeadm');
    expect(created).toMatchObject({ ok: true });
    return live();
  }

  const program = (name: string, mode: string, adoption?: string) => project.program(name, [
    "import { KubeProxyConfig } from 'kube-proxy-kit/pulumi';",
    "new KubeProxyConfig('config', {",
    `  version: 'v1.29.4', apiServer: 'https://10.0.0.10:6443', configuration: { mode: '${mode}' }, adoption: ${JSON.stringify(adoption)},`,
    '});',
  ].join('\n'));
  const up = (...declared: Parameters<typeof program>) => project.pulumi(program(...declared), 'up', '--yes', '--skip-preview');
  const preview = (...declared: Parameters<typeof program>) => project.pulumi(program(...declared), 'preview');

  describe('that kubeadm has made', () => {
    let before: LiveConfigMap;
    beforeAll(() => { before = madeByKubeadm(); });

    it('is not touched by default where somebody else has set the same fields, and the refusal says who', () => {
      const refused = up('others', 'ipvs');
      expect(refused.status).not.toBe(0);
      expect(diagnosticsOf(refused)).toMatch(/conflicts with "kubeadm"[^]*\.data\.config\.conf/);
      expect(live()).toEqual(before);
    });

    it('is taken over in place', () => {
      expect(up('others', 'ipvs', 'take-over')).toMatchObject({ status: 0 });
      expect(live()).toEqual({ ...before, mode: 'ipvs' });
    });

    it('is changed in place from then on, also by the default', () => {
      expect(up('others', 'iptables')).toMatchObject({ status: 0 });
      expect(live()).toEqual({ ...before, mode: 'iptables' });
    });

    it('stays with what it holds when the stack goes', () => {
      expect(project.pulumi('others', 'destroy', '--yes', '--skip-preview')).toMatchObject({ status: 0 });
      expect(live()).toEqual({ ...before, mode: 'iptables' });
    });
  });

  describe('that a DaemonSet of kubeadm reads', () => {
    interface LiveContainer {
      readonly image: string;
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
    }
    interface LiveDaemonSet {
      readonly metadata: { readonly uid: string };
      readonly spec: {
        readonly template: {
          readonly metadata: { readonly annotations?: Record<string, string> };
          readonly spec: { readonly containers: readonly LiveContainer[] };
        };
      };
    }
    const daemonSet = () => JSON.parse(kubectl('get', 'daemonset', 'kube-proxy', '-o', 'json').said) as LiveDaemonSet;
    const checksum = () => daemonSet().spec.template.metadata.annotations?.['kube-proxy-kit/config-checksum'];
    const labels = { 'k8s-app': 'kube-proxy' };
    const takenOver = (clusterCIDR: string) => {
      project.program('both', [
        "import { defineCluster } from 'kube-proxy-kit';",
        "import { ClusterKubeProxy } from 'kube-proxy-kit/pulumi';",
        "const nodePools = [{ name: 'all', kernelVersion: '5.15.0-91-generic' }];",
        "new ClusterKubeProxy('kube-proxy', {",
        "  cluster: defineCluster({ platform: 'kubeadm', kubernetesVersion: 'v1.29.4', nodePools }), apiServer: 'https://10.0.0.10:6443',",
        `  configuration: { mode: 'iptables', clusterCIDR: '${clusterCIDR}' }, config: { adoption: 'take-over' }, serviceAccount: { metadata: { name: 'kube-proxy' } },`,
        // Nothing here runs pods.
        "  kubeProxy: { adoption: 'take-over', annotations: { 'pulumi.com/skipAwait': 'true' } },",
        '});',
      ].join('\n'));
      return project.pulumi('both', 'up', '--yes', '--skip-preview');
    };

    it('is taken over with it, in place, and rolls it from then on', () => {
      madeByKubeadm();
      expect(controlPlane.kubectl(['create', '--field-manager', 'kubeadm', '-f', '-'], JSON.stringify({
        apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'kube-proxy', namespace: 'kube-system', labels },
        spec: {
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              containers: [{
                name: 'kube-proxy', image: 'registry.k8s.io/kube-proxy:v1.29.0',
                command: ['/usr/local/bin/kube-proxy', '--config=/var/lib/kube-proxy/config.conf', '--hostname-override=$(NODE_NAME)'],
                volumeMounts: [{ name: 'kube-proxy', mountPath: '/var/lib/kube-proxy' }],
              }],
              volumes: [{ name: 'kube-proxy', configMap: { name: 'kube-proxy' } }],
            },
          },
        },
      }))).toMatchObject({ ok: true });
      const before = daemonSet();

      expect(takenOver('10.244.0.0/16')).toMatchObject({ status: 0 });
      const after = daemonSet();
      expect(after.metadata.uid).toBe(before.metadata.uid);
      const [container, ...others] = after.spec.template.spec.containers;
      expect(others).toEqual([]);
      expect(container.image).toBe('registry.k8s.io/kube-proxy:v1.29.4');
      expect(container.volumeMounts.filter(({ mountPath }) => mountPath === '/var/lib/kube-proxy')).toEqual([expect.objectContaining({ name: 'config' })]);
      const first = checksum();
      expect(first).toMatch(/^[0-9a-f]{64}$/);

      expect(takenOver('10.240.0.0/12')).toMatchObject({ status: 0 });
      expect(daemonSet().metadata.uid).toBe(before.metadata.uid);
      expect(checksum()).not.toBe(first);
    });
  });

  describe('that is imported as it is found', () => {
    let before: LiveConfigMap;
    beforeAll(() => {
      expect(up('found', 'iptables', 'take-over')).toMatchObject({ status: 0 });
      before = live();
      expect(up('imported', 'iptables', 'import')).toMatchObject({ status: 0 });
    });

    it('is not deleted by a change that would replace it', () => {
      expect(up('imported', 'ipvs', 'import').status).not.toBe(0);
      expect(live()).toEqual(before);
    });

    it('stays when another adoption follows', () => {
      expect(up('imported', 'ipvs', 'take-over')).toMatchObject({ status: 0 });
      expect(live()).toEqual({ ...before, mode: 'ipvs' });
    });
  });

  describe('that does not exist', () => {
    beforeAll(() => { kubectl('delete', 'configmap', 'kube-proxy'); });

    it('is made by default, and changed in place', () => {
      expect(up('fresh', 'ipvs')).toMatchObject({ status: 0 });
      const before = live();
      expect(up('fresh', 'iptables')).toMatchObject({ status: 0 });
      expect(live()).toEqual({ ...before, mode: 'iptables' });
    });
  });

  describe('that is an ordinary resource', () => {
    beforeAll(() => {
      kubectl('delete', 'configmap', 'kube-proxy');
      expect(up('ordinary', 'ipvs', 'create')).toMatchObject({ status: 0 });
    });

    // Nothing here collects what is deleted in the foreground, so that the replacement would be waited for in vain.
    it('would be replaced when it changes', () => {
      expect(preview('ordinary', 'iptables', 'create').output).toMatch(/1 to replace/);
    });

    it('is changed in place by a provider that takes ConfigMaps for mutable', () => {
      const before = live();
      project.pulumi('ordinary', 'config', 'set', 'kubernetes:enableConfigMapMutable', 'true');
      expect(up('ordinary', 'iptables', 'create')).toMatchObject({ status: 0 });
      expect(live()).toEqual({ ...before, mode: 'iptables' });
    });
  });
});
