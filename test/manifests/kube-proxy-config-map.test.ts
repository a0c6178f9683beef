import { parse } from 'yaml';
import { kubeProxyConfigMap, type KubeProxyConfigMapOptions } from '../../src/manifests/kube-proxy-config-map';
import { kubeProxyLayout } from '../../src/manifests/kube-proxy-layout';

const configuration = 'kind: KubeProxyConfiguration\n';
const apiServer = 'https://10.0.0.10:6443';
const dataOf = (options: Partial<KubeProxyConfigMapOptions>) => (
  kubeProxyConfigMap({ configuration, ...options }).data as Readonly<Record<string, string>>
);

test.each(['kubeadm', 'generic', undefined] as const)('on %s it has the names of kubeadm, and a kubeconfig', (platform) => {
  const object = kubeProxyConfigMap({ platform, configuration, apiServer });
  expect(object).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'kube-proxy', namespace: 'kube-system', labels: { app: 'kube-proxy' } } });
  const data = dataOf({ platform, apiServer });
  expect(Object.keys(data)).toEqual(['config.conf', 'kubeconfig.conf']);
  expect(data['config.conf']).toBe(configuration);
});

test('the kubeconfig is that of the service account', () => {
  expect(parse(dataOf({ apiServer })['kubeconfig.conf'])).toEqual({
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{ name: 'default', cluster: { 'certificate-authority': '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt', 'server': apiServer } }],
    'contexts': [{ name: 'default', context: { cluster: 'default', namespace: 'default', user: 'default' } }],
    'current-context': 'default',
    'users': [{ name: 'default', user: { tokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token' } }],
  });
});

test('on EKS it has the names of the add-on, and no kubeconfig', () => {
  expect(kubeProxyConfigMap({ platform: 'eks', configuration })).toMatchObject({
    metadata: { name: 'kube-proxy-config', namespace: 'kube-system' }, data: { config: configuration },
  });
  expect(Object.keys(dataOf({ platform: 'eks', apiServer }))).toEqual(['config']);
});

test('name, labels and overrides can be given', () => {
  expect(kubeProxyConfigMap({
    configuration, apiServer, name: 'kube-proxy-ipvs', namespace: 'net', labels: { team: 'net' }, annotations: { a: 'b' },
    overrides: [{ op: 'add', path: '/data/extra', value: 'x' }],
  })).toMatchObject({
    metadata: { name: 'kube-proxy-ipvs', namespace: 'net', labels: { team: 'net', app: 'kube-proxy' }, annotations: { a: 'b' } },
    data: { extra: 'x' },
  });
});

test.each([
  [undefined], [''], ['10.0.0.10:6443'], ['http://10.0.0.10:6443'], ['https://user@10.0.0.10'], ['https://x\n  evil: true'], ['https://10.0.0.10:99999'],
])('the API server cannot be %j', (url) => {
  expect(() => kubeProxyConfigMap({ configuration, apiServer: url })).toThrow(/^apiServer is .*; allowed: the URL of the API server/);
});

test.each([['https://[2001:db8::1]:6443'], ['https://api.example.com'], ['https://api.example.com:443/']])('the API server can be %s', (url) => {
  expect(dataOf({ apiServer: url })['kubeconfig.conf']).toContain(`server: ${url}\n`);
});

test('an unknown platform is an error', () => {
  expect(() => kubeProxyLayout('gke' as 'eks')).toThrow('platform is "gke"; allowed: kubeadm, generic, eks');
});
