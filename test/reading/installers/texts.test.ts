import { readHclValue } from '../../../src/reading/documents/hcl-value';
import { flagTexts, kubeProxiesIn } from '../declared';

const modeIn = (text: string, file: string): (string | undefined)[] => kubeProxiesIn(text, file).map(({ flags, configuration }) =>
  flags.find(({ name }) => name === 'proxy-mode')?.value ?? /"?mode"?: "?(\w+)/.exec(configuration?.text ?? '')?.[1]);

describe('HCL', () => {
  test.each<[string, string, unknown]>([
    ['attributes and blocks', 'a "b" "c" {\n  d = 1\n  e { f = true }\n}\n', { a: { b: { c: { d: 1, e: { f: true } } } } }],
    ['blocks of one name', 'a { b = 1 }\na { b = 2 }', { a: [{ b: 1 }, { b: 2 }] }],
    ['lists and objects', 'a = [1, "x", { b : null }]\nc = { "d.e" = "f", g = [] }', { a: [1, 'x', { b: null }], c: { 'd.e': 'f', 'g': [] } }],
    ['jsonencode', 'a = jsonencode({\n  mode = "ipvs" # comment\n  // another\n})', { a: { mode: 'ipvs' } }],
    ['expressions stay text', 'a = var.x\nb = x ? "y" : "z"\nc = [for k in v : k]\nd = 1', { a: '${var . x}', b: '${x ? y : z}', c: '${[ for k in v : k ]}', d: 1 }],
    ['here-documents', 'a = <<-EOT\n  b: c\n  EOT\nd = "e\\"f"', { a: '  b: c', d: 'e"f' }],
  ])('%s', (_, text, value) => expect(readHclValue(text)).toEqual(value));

  test.each(['a = ', '{{ x }}', 'a = {', 'a b c d'])('%j is none', (text) => expect(readHclValue(text)).toBeUndefined());
});

describe('Terraform', () => {
  test.each([
    ['an add-on', 'resource "aws_eks_addon" "p" {\n  addon_name = "kube-proxy"\n  configuration_values = jsonencode({ mode = "ipvs" })\n}\n', ['ipvs']],
    ['an add-on of a module', 'module "eks" {\n  cluster_addons = {\n    kube-proxy = {\n      configuration_values = jsonencode({ mode = "ipvs" })\n    }\n  }\n}\n', ['ipvs']],
    ['an add-on of which only Terraform knows the values', 'resource "aws_eks_addon" "p" {\n  addon_name = "kube-proxy"\n  configuration_values = var.values\n}\n', []],
    ['arguments for k3s', 'k3s_exec_agent_args = "--kube-proxy-arg=proxy-mode=ipvs"\n', ['ipvs']],
    ['a comment', '# k3s_exec_agent_args = "--kube-proxy-arg=proxy-mode=ipvs"\n', []],
  ])('%s', (_, text, modes) => expect(modeIn(text, 'main.tf')).toEqual(modes));
});

describe('commands', () => {
  test.each([
    ['a here-document for kind', 'a.sh', 'kind create cluster --config - <<EOF\nkind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nnetworking:\n  kubeProxyMode: ipvs\nEOF\n', ['ipvs']],
    ['arguments on several lines', 'a.sh', 'curl x | sh -s - server \\\n  --kube-proxy-arg "proxy-mode=ipvs"\n', ['ipvs']],
    ['an edit of the ConfigMap', 'Makefile', 'x:\n\tkubectl get cm kube-proxy -n kube-system -o yaml | sed -e "s#mode: .*#mode: ipvs#" | kubectl apply -f -\n', ['ipvs']],
    ['an edit of something else', 'a.sh', "kubectl get cm kube-proxy -n kube-system -o yaml | sed 's/strictARP: false/strictARP: true/' | kubectl apply -f -\n", []],
    ['a comment', 'a.sh', '# minikube start --extra-config=kube-proxy.mode=ipvs\n', []],
    ['an image', 'Dockerfile', 'FROM scratch\nCMD ["/usr/local/bin/kube-proxy", "--proxy-mode=nftables"]\n', ['nftables']],
    ['kube-proxy that cleans up', 'a.sh', 'kube-proxy --cleanup\n', []],
    ['minikube with fields of sections', 'a.sh', 'minikube start --extra-config=kube-proxy.mode=ipvs --extra-config=kube-proxy.ipvs.scheduler=lc\n', ['ipvs']],
  ])('%s', (_, file, text, modes) => expect(modeIn(text, file)).toEqual(modes));

  test('have their lines', () => {
    const [instance] = kubeProxiesIn('#!/bin/sh\n\nk3sup join --k3s-extra-args "--kube-proxy-arg=proxy-mode=ipvs"\n', 'a.sh');
    expect(instance).toMatchObject({ platform: 'k3s', location: { line: 3 } });
    expect(flagTexts(instance)).toContain('proxy-mode=ipvs');
  });
});
