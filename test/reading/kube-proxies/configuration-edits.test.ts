import { assess } from '../../../src/assessment/assess';
import { nodePool } from '../../../src/cluster/read-node-pool';
import { declarationOf } from '../../../src/reading/read-declaration';

const POOL = nodePool({ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.29.4' });

const KUBEADM = `kind: ClusterConfiguration
apiVersion: kubeadm.k8s.io/v1beta3
---
kind: KubeProxyConfiguration
apiVersion: kubeproxy.config.k8s.io/v1alpha1
`;
const METALLB = 'apiVersion: metallb.io/v1beta1\nkind: L2Advertisement\nmetadata: {name: l2, namespace: metallb-system}\n---\n'
  + 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: speaker, namespace: metallb-system}\nspec: {template: {spec: {hostNetwork: true, containers: '
  + '[{name: speaker, image: "quay.io/metallb/speaker:v0.14.5"}]}}}\n';

function judged(files: Readonly<Record<string, string>>) {
  const { findings, prediction } = assess(declarationOf({ nodePools: [POOL], texts: Object.entries(files).map(([file, text]) => ({ file, text })) }));
  const [{ modeInForce: mode, kubeProxy: _, claimants, instance }] = prediction.pools;
  return {
    rules: findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule), mode, claimants: claimants.length,
    text: instance?.configuration?.text, places: findings.map(({ rule, location }) => [rule, location?.line]),
  };
}

const GET = 'kubectl get configmap kube-proxy -n kube-system -o yaml';
const APPLY = 'kubectl apply -f - -n kube-system';
const STRICT = "sed -e 's/strictARP: false/strictARP: true/'";

const CONFIGURATIONS: readonly [string, string][] = [
  ['left at its default', `${KUBEADM}mode: ipvs\n`],
  ['left at its default in a section', `${KUBEADM}mode: ipvs\nipvs:\n  # the scheduler\n  scheduler: rr\niptables:\n  masqueradeAll: false\n`],
  ['left at its default in a section on one line', `${KUBEADM}mode: ipvs\nipvs: {scheduler: rr}\n`],
  ['left at its default in an empty section', `${KUBEADM}mode: ipvs\nipvs: {}\n`],
  ['written', `${KUBEADM}mode: ipvs\nipvs:\n  strictARP: false\n`],
  ['written on one line', `${KUBEADM}mode: ipvs\nipvs: {strictARP: false, scheduler: rr}\n`],
];

describe.each(CONFIGURATIONS)('strictARP, %s', (_, configuration) => {
  test('has to be set for MetalLB', () => {
    expect(judged({ 'kubeadm.yaml': configuration, 'metallb.yaml': METALLB }).rules).toContain('strict-arp-required');
  });

  test.each<[string, string]>([
    ['in one pipe', `${GET} | ${STRICT} | ${APPLY}\n`],
    ['on several lines', `${GET} | \\\n${STRICT} | \\\n${APPLY}\n`],
    ['after pipes', `${GET} |\n  ${STRICT} |\n  ${APPLY}\n`],
    ['through a file', `${GET} > kp.yaml\nsed -i 's/strictARP: false/strictARP: true/g' kp.yaml\nkubectl apply -f kp.yaml\n`],
  ])('is set by a script %s', (__, script) => {
    const { rules, claimants } = judged({ 'kubeadm.yaml': configuration, 'metallb.yaml': METALLB, 'install.sh': `#!/bin/sh\n${script}` });
    expect(rules).toEqual([]);
    expect(claimants).toBe(1);
  });

  test.each<[string, string]>([
    ['shows the difference only', `${GET} | ${STRICT} | kubectl diff -f -\n`],
    ['asks for another value', `${GET} | sed 's/strictARP: maybe/strictARP: true/' | ${APPLY}\n`],
    ['edits another ConfigMap', `kubectl get cm kube-proxy-other -n kube-system -o yaml | ${STRICT} | ${APPLY}\n`],
    ['is a comment', `# ${GET} | ${STRICT} | ${APPLY}\n`],
    ['keeps what it edits', `${GET} > kp.yaml\nsed -i 's/strictARP: false/strictARP: true/' kp.yaml\n`],
  ])('stays as it is when a script %s', (__, script) => {
    expect(judged({ 'kubeadm.yaml': configuration, 'metallb.yaml': METALLB, 'install.sh': script }).rules).toContain('strict-arp-required');
  });
});

describe('the mode', () => {
  const script = `${GET} | sed 's/mode: ""/mode: "ipvs"/' | ${APPLY}\n`;

  test.each<[string, Record<string, string>]>([
    ['of a document for kubeadm', { 'kubeadm.yaml': `${KUBEADM}mode: ""\n` }],
    ['of a document for kubeadm without one', { 'kubeadm.yaml': KUBEADM }],
    ['of the ConfigMap', {
      'cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kube-proxy, namespace: kube-system}\ndata:\n  config.conf: |\n    apiVersion: kubeproxy.config.k8s.io/v1alpha1\n    kind: KubeProxyConfiguration\n    mode: ""\n',
    }],
    ['of nothing else in the input', {}],
  ])('%s is what a script makes it', (_, files) => {
    expect(judged({ ...files, 'install.sh': script })).toMatchObject({ mode: 'ipvs', claimants: 1, rules: expect.not.arrayContaining(['kube-proxy-claimed-twice']) });
  });

  test('that is another than the script replaces stays', () => {
    expect(judged({ 'kubeadm.yaml': `${KUBEADM}mode: iptables\n`, 'install.sh': script })).toMatchObject({ mode: 'iptables', claimants: 1 });
  });
});

test('places behind a field that is added are those of the file', () => {
  const configuration = `${KUBEADM}mode: ipvs\nipvs:\n  scheduler: rr\nipset: 1\n`;
  const { places } = judged({ 'kubeadm.yaml': configuration, 'install.sh': `${GET} | ${STRICT} | ${APPLY}\n` });
  expect(places).toContainEqual(['config-field-unknown', configuration.split('\n').indexOf('ipset: 1') + 1]);
});
