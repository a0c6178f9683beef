import { declared } from '../declared';

const configuration = (mode: string) => `apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ${mode}\n`;
const unit = (flags: string) => ({ 'kube-proxy.service': `[Service]\nExecStart=/usr/bin/kube-proxy ${flags}\n` });

/** The configuration that the unit is given. */
const given = (files: Readonly<Record<string, string>>) => declared(files).kubeProxies.find(({ kind }) => kind === 'systemd-unit')?.configuration?.name;

test('a path on the node is the file of that name', () => {
  expect(given({ ...unit('--config=/etc/kube-proxy.yaml'), 'a/kube-proxy.yaml': configuration('ipvs'), 'b/other.yaml': configuration('iptables') }))
    .toContain('a/kube-proxy.yaml');
});

test('of several files of that name none is taken', () => {
  expect(given({ ...unit('--config=/etc/kube-proxy.yaml'), 'a/kube-proxy.yaml': configuration('ipvs'), 'b/kube-proxy.yaml': configuration('iptables') }))
    .toBeUndefined();
});

test('of several paths the last counts, as it does for kube-proxy', () => {
  expect(given({ ...unit('--config=/etc/first.yaml --config=/etc/last.yaml'), 'first.yaml': configuration('ipvs'), 'last.yaml': configuration('iptables') }))
    .toContain('last.yaml');
});
