import { inputNotRead } from '../../../src/rules/meta/input-not-read';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pools = [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.28.5' }];

testRule(inputNotRead, {
  valid: [
    { name: 'a manifest that reads', pools, files: { 'kube-proxy.yaml': ipvsConfigMap() } },
    { name: 'a template that has nothing to do with kube-proxy', pools, files: { 'web.yaml.j2': 'replicas: {{ replicas }}\nsysctl: {{ sysctl }}\n' } },
    { name: 'a setting in a comment', pools, files: { 'web.yaml.j2': '# kube_proxy_mode: ipvs\nreplicas: {{ replicas }}\n' } },
    { name: 'a text for people', pools, files: { 'README.md': 'Set kube_proxy_mode: ipvs.\n' } },
  ],
  invalid: [
    {
      name: 'a template that sets the mode',
      pools,
      files: { 'kube-proxy.yaml.j2': 'kind: KubeProxyConfiguration\nmode: {{ mode }}\n' },
      findings: [{ severity: 'info', message: /^kube-proxy\.yaml\.j2 names kube-proxy's settings and is not read: a template$/, remedy: /rendered/ }],
    },
    {
      name: 'templates in one folder, once',
      pools,
      files: { 'templates/a.j2': 'net.ipv4.vs.conntrack = {{ x }}\n', 'templates/b/c.j2': 'kube-proxy-arg: {{ x }}\n' },
      findings: [{ severity: 'info', message: /^2 templates in templates name kube-proxy's settings and are not read$/ }],
    },
    {
      name: 'a form that nobody reads',
      pools,
      files: { 'settings.ini': '[a]\nkube_proxy_mode: ipvs\n' },
      findings: [{ severity: 'info', message: /^settings\.ini names kube-proxy's settings/ }],
    },
  ],
});
