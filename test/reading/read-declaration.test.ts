import * as fc from 'fast-check';
import type { KubernetesObject, Resource } from '../../src/kubernetes/resource';
import { isRecord } from '../../src/kubernetes/untyped';
import { defineCluster } from '../../src/cluster/define-cluster';
import { readText } from '../../src/reading/read-text';
import { declarationOf } from '../../src/reading/read-declaration';
import { declared } from './declared';

const CLUSTER = defineCluster({ nodePools: [{ name: 'a', kernelVersion: '5.15.0' }], kubernetesVersion: 'v1.29.0', platform: 'eks' });

describe('a declaration', () => {
  test('of a framework has its cluster as it is declared, and places as the framework knows them', () => {
    const resource: Resource = {
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-proxy', namespace: 'kube-system' }, data: { 'config.conf': 'kind: KubeProxyConfiguration\n' } },
      name: 'ConfigMap kube-system/kube-proxy',
      locate: () => ({ constructPath: 'app/chart/config' }),
    };
    const declaration = declarationOf({ cluster: CLUSTER, resources: [resource] });
    expect(declaration.cluster).toBe(CLUSTER);
    expect(declaration.kubeProxies).toMatchObject([{ kind: 'configuration', location: { constructPath: 'app/chart/config' } }]);
    expect(declaration.kubeProxies[0].configuration?.locate(1, 7)).toEqual({ constructPath: 'app/chart/config' });
  });

  test('of nothing is empty', () => {
    expect(declarationOf({})).toMatchObject({
      cluster: { nodePools: [], platform: 'generic' }, kubeProxies: [], droppedSections: [], writers: [], unreadable: [], workloads: { services: [], endpoints: 0 },
    });
  });

  test('takes every kind of file by what is in it, and counts what it cannot use', () => {
    expect(['README.md', 'main.tf', 'Makefile', 'values.yaml'].map((file) => readText({ file, text: 'text: here\n' }).skipped)).toEqual([1, 1, 1, 0]);
    const { writers, kubeProxies } = declared({
      'sysctl.d/90.conf': 'net.ipv4.vs.conn_reuse_mode = 1\n',
      'modules-load.d/ipvs.conf': 'ip_vs\n',
      'kube-proxy.service': '[Service]\nExecStart=/usr/bin/kube-proxy --proxy-mode=ipvs\nExecStartPost=/sbin/sysctl -w net.ipv4.vs.conn_reuse_mode=1\n',
      'cron.d/reuse': '* * * * * root /sbin/sysctl -w net.ipv4.vs.conn_reuse_mode=1\n',
    });
    expect(writers.map(({ kind }) => kind).sort()).toEqual(['cron', 'modules-load.d', 'sysctl.d', 'systemd-unit']);
    expect(kubeProxies.map(({ kind }) => kind)).toEqual(['systemd-unit']);
  });

  test.each([
    ['a section of TOML', 'hosts.toml', '[host."http://192.0.2.1:5000"]\n  capabilities = ["pull"]\n'],
    ['a section of INI', 'inventory.ini', '[all]\nnode1 ansible_host=192.0.2.1\n'],
    ['a template of Helm', '_helpers.tpl', '{{/* names */}}\n{{- define "shop.name" -}}shop{{- end }}\n'],
    ['what a page quotes', 'README.md', 'kube-proxy\n```yaml\napiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n```\n'],
    ['a page with front matter', 'docs/ipvs.md', '---\ntitle: IPVS\n---\n```\nkind: KubeProxyConfiguration\n```\n'],
    ['a template of Ansible', 'kubeadm.yaml.j2', 'kind: ClusterConfiguration\n{% if ipvs %}\n---\nkind: KubeProxyConfiguration\nmode: {{ mode }}\n{% endif %}\n'],
    ['a template of a unit', 'kube-proxy.service.j2', '[Service]\nExecStart={{ bin }}/kube-proxy --proxy-mode=ipvs\n'],
    ['a program', 'main.go', 'package main\nconst config = `\nkind: KubeProxyConfiguration\n`\n'],
    ['JSON with comments', 'tsconfig.json', '{\n  // for the tests\n  "compilerOptions": {"strict": true},\n}\n'],
  ])('passes over %s', (_, file, text) => {
    expect(readText({ file, text, isNamed: false })).toMatchObject({ skipped: 1, unreadable: [] });
  });

  test.each(['user-data', 'node.bu', 'cloud-init.txt'])('knows what provisions nodes under the name %s', (file) => {
    const text = file.endsWith('.bu')
      ? 'variant: fcos\nstorage: {files: [{path: /etc/modules-load.d/ipvs.conf, contents: {inline: ip_vs}}]}\n'
      : '#cloud-config\nruncmd:\n- modprobe ip_vs\n';
    expect(declared({ [file]: text }).writers).toMatchObject([{ modules: [{ module: 'ip_vs' }] }]);
  });

  test('knows writers that run scripts of a ConfigMap', () => {
    const { writers } = declared({
      'a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: scripts, namespace: kube-system}
data:
  load.sh: modprobe ip_vs
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: loader, namespace: kube-system}
spec:
  template:
    spec:
      containers:
      - name: load
        image: alpine
        command: [sh, /scripts/load.sh]
        securityContext: {privileged: true}
        volumeMounts: [{name: s, mountPath: /scripts}, {name: m, mountPath: /lib/modules}]
      volumes: [{name: s, configMap: {name: scripts}}, {name: m, hostPath: {path: /lib/modules}}]
`,
    });
    expect(writers).toMatchObject([{ modules: [{ module: 'ip_vs' }] }]);
  });
});

describe('odd objects', () => {
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>('127.0.0.1:30338', '--config=/x', 'kube-proxy', 'kube-proxy:v1', '/lib/modules', 'a/b'));
  const listOrOdd = (items: fc.Arbitrary<unknown>) => fc.oneof(fc.array(items, { maxLength: 2 }), odd);
  const container = fc.record({
    name: odd, image: odd, command: listOrOdd(odd), args: listOrOdd(odd), env: listOrOdd(odd), ports: listOrOdd(odd), volumeMounts: listOrOdd(odd),
  });
  const podSpec = fc.record({
    containers: listOrOdd(container), initContainers: listOrOdd(container), volumes: listOrOdd(odd),
    nodeSelector: odd, affinity: odd, hostNetwork: odd,
  });
  const object = fc.record({
    apiVersion: fc.constantFrom('v1', 'apps/v1', 'metallb.io/v1beta1', 'kops.k8s.io/v1alpha2', 'kubeadm.k8s.io/v1beta3', 'kind.x-k8s.io/v1alpha4', 'eksctl.io/v1alpha5'),
    kind: fc.constantFrom('Pod', 'DaemonSet', 'CronJob', 'Service', 'ConfigMap', 'Node', 'List', 'Cluster', 'ClusterConfiguration', 'ClusterConfig', 'AddressPool', 'KubeProxyConfiguration'),
    metadata: fc.oneof(fc.record({ name: odd, namespace: odd, labels: odd, annotations: odd }), odd),
    spec: fc.oneof(podSpec, fc.record({ template: fc.record({ metadata: odd, spec: podSpec }), ports: listOrOdd(odd), kubeProxy: odd }), odd),
    data: odd, items: odd, status: odd, networking: odd, addons: odd, kubeProxy: odd,
  }, { requiredKeys: ['apiVersion', 'kind'] });

  test('are read without throwing, from files and from frameworks', () => {
    fc.assert(fc.property(fc.array(object, { maxLength: 3 }), (objects) => {
      const resources = objects.map((each) => {
        const read = { ...each, metadata: isRecord(each.metadata) ? each.metadata : {} } as unknown as KubernetesObject;
        return { object: read, name: 'x', locate: () => undefined };
      });
      // Writing it out works every place out.
      JSON.stringify(declared({ 'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) }));
      JSON.stringify(declarationOf({ resources }));
    }));
  });
});

test('odd texts under any name are read without throwing', () => {
  const name = fc.constantFrom('a.yaml', 'kube-proxy.flags', 'kube-proxy.service', 'sysctl.d/a.conf', 'modules-load.d/a.conf', 'cron.d/a', 'config.toml', 'a.sh', '-', 'user-data');
  const piece = fc.constantFrom(
    '[Service]', 'ExecStart=', '/usr/bin/kube-proxy', '--proxy-mode=ipvs', '--config', '\\', '\n', '"', "'", '$A', '${A', '$(', '`', '#', 'A=', 'kind: Service', '---', '{', '}', '* * * * *',
    'sysctl -w', 'net.ipv4.vs.conntrack', '=', '1', 'ip_vs', 'virtual_server 10.0.0.1 80', ' ', '\t', '\uFFFD', '#cloud-config', '<<EOF', ';', '|', '&&', 'modprobe',
  );
  fc.assert(fc.property(name, fc.array(piece).map((pieces) => pieces.join('')), (file, text) => {
    JSON.stringify(declared({ [file]: text }));
  }), { numRuns: 300 });
});
