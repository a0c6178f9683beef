import { declarationOf } from '../../src/reading/read-declaration';
import { assess } from '../../src/assessment/assess';

const WRONG_MODE = { file: 'config.yaml', text: 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvz\n' };

/** Texts that nobody means, of which none may hide what the others state. */
it.each<[string, string, string]>([
  ['an API version that is no text', 'a.yaml', 'kind: Service\napiVersion: {toString: 1}\nmetadata: {name: x}\n'],
  ['a kind that is no text', 'a.yaml', 'kind: [Service]\napiVersion: v1\nmetadata: {name: kube-proxy}\n'],
  ['names of the prototype', 'a.yaml', 'apiVersion: v1\nkind: Service\nmetadata: {name: kube-proxy, labels: {constructor: 1, __proto__: {a: 1}}}\nspec: {ports: {toString: 2}, type: [1]}\n'],
  ['metadata that is a list', 'a.yaml', 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: [1]\nspec: {template: {spec: {containers: {image: kube-proxy}}}}\n'],
  ['40,000 backticks', 'a.flags', `kube-proxy --cluster-cidr=${'`'.repeat(40_000)}`],
  ['40,000 substitutions', 'a.flags', `kube-proxy --cluster-cidr=${'$('.repeat(40_000)}`],
  ['blank lines before nothing', 'a.yaml', `${'\n'.repeat(2000)}ipvs kube-proxy!`],
  ['deep nesting', 'a.json', `{"apiVersion":"v1","kind":"Service","note":"kube-proxy","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
])('%s does not hide another file', (_, file, text) => {
  const { findings } = assess(declarationOf({ texts: [{ file, text }, WRONG_MODE], facts: [{ kubernetesVersion: undefined }] }), {});
  const { kubeProxies } = declarationOf({ texts: [{ file, text }, WRONG_MODE] });
  expect(kubeProxies.map(({ name }) => name)).toContain('config.yaml');
  expect(findings.filter(({ rule }) => rule === 'rule-crashed')).toEqual([]);
});
