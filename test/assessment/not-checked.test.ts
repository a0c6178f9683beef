import { assess } from '../../src/assessment/assess';
import { declarationOfTexts } from '../rules/declaration-of-texts';
import { ipvsConfigMap } from '../rules/inputs';
import type { RuleInput } from '../rules/rule-tester';

const jammy = { name: 'jammy', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.28.5' };
const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const pod = [
  'apiVersion: v1',
  'kind: Pod',
  'metadata: {name: kube-proxy, namespace: kube-system}',
  'spec:',
  '  hostNetwork: true',
  '  containers:',
  '  - {name: kube-proxy, image: "registry.k8s.io/kube-proxy:v1.28.5", command: [kube-proxy, --config=/etc/kp/config.conf], volumeMounts: [{name: c, mountPath: /etc/kp}]}',
  '  volumes: [{name: c, configMap: {name: kube-proxy}}]',
  '',
].join('\n');
const loader = [
  'apiVersion: v1',
  'kind: Pod',
  'metadata: {name: load, namespace: kube-system}',
  'spec:',
  '  nodeSelector: {disk: ssd}',
  '  hostNetwork: true',
  '  containers:',
  '  - {name: load, image: registry.example/alpine:3, securityContext: {privileged: true}, command: [sysctl, -w, net.ipv4.vs.run_estimation=0]}',
  '',
].join('\n');

describe('what the input leaves open', () => {
  it.each<[string, Omit<RuleInput, 'name'>, object[]]>([
    ['nothing', { pools: [jammy], files: ipvs }, []],
    ['nodes', { pools: [], files: ipvs, kubernetesVersion: 'v1.28.5' }, [{ rule: '*', pool: undefined, reason: expect.stringMatching(/no nodes are known.*--nodes/), leavesVerdictOpen: true }]],
    [
      'nodes and the version of kube-proxy',
      { pools: [], files: ipvs },
      [{ rule: '*', pool: undefined, reason: expect.stringMatching(/no nodes/), leavesVerdictOpen: true }, { rule: '*', pool: undefined, reason: expect.stringMatching(/no version of kube-proxy/), leavesVerdictOpen: true }],
    ],
    [
      'the version of kube-proxy',
      { pools: [{ ...jammy, kubeProxyVersion: undefined }], files: ipvs },
      [{ rule: '*', pool: 'jammy', reason: expect.stringMatching(/no version of kube-proxy is known.*--kubernetes-version/), leavesVerdictOpen: true }],
    ],
    [
      'the version of kube-proxy on two pools, said once',
      { pools: [{ ...jammy, kubeProxyVersion: undefined }, { ...jammy, name: 'more', kubeProxyVersion: undefined }], files: ipvs },
      [{ rule: '*', pool: undefined, reason: expect.stringMatching(/^pools jammy, more: no version/), leavesVerdictOpen: true }],
    ],
    [
      'the version of kube-proxy on many pools, of which ten are named',
      { pools: Array.from({ length: 12 }, (_, index) => ({ ...jammy, name: `p${index}`, kubeProxyVersion: undefined })), files: ipvs },
      [{ rule: '*', pool: undefined, reason: expect.stringMatching(/^pools p0, p1, .*, p9 and 2 more: no version/), leavesVerdictOpen: true }],
    ],
    ['a kube-proxy', { pools: [jammy], files: {} }, [{ rule: '*', pool: undefined, reason: expect.stringMatching(/^no kube-proxy found: nothing was judged; name /), leavesVerdictOpen: true }]],
    [
      'what runs kube-proxy on one of two pools',
      { pools: [jammy, { ...jammy, name: 'win', operatingSystem: 'windows' }], files: ipvs },
      [{ rule: '*', pool: 'win', reason: expect.stringMatching(/nothing in the input runs or configures kube-proxy there/), leavesVerdictOpen: true }],
    ],
    [
      'the configuration that is read, be it not there or under another key',
      { pools: [jammy], files: { 'map.yaml': ipvsConfigMap().replace('config.conf:', 'other.conf:'), 'pod.yaml': pod } },
      [{ rule: '*', pool: 'jammy', reason: expect.stringMatching(/^the configuration that Pod kube-system\/kube-proxy reads \(--config=\/etc\/kp\/config\.conf\) is not in the input/), leavesVerdictOpen: true }],
    ],
    [
      'whether a writer runs on a pool',
      { pools: [jammy, { ...jammy, name: 'ssd', labels: { disk: 'ssd' } }], files: { ...ipvs, 'load.yaml': loader } },
      [{ rule: '*', pool: 'jammy', reason: expect.stringMatching(/whether Pod kube-system\/load.* runs there is not known.* by label disk, which/), leavesVerdictOpen: false }],
    ],
    ['whether a writer runs on the only pool, where else', { pools: [jammy], files: { ...ipvs, 'load.yaml': loader } }, []],
  ])('is said: %s', (name, input, expected) => {
    expect(assess(declarationOfTexts({ name, ...input })).notChecked).toEqual(expected);
  });

  it('keeps findings off pools of which it is not known whether a writer runs there', () => {
    const pools = [jammy, { ...jammy, name: 'more' }];
    const found = assess(declarationOfTexts({ name: 'undecided', pools, files: { ...ipvs, 'load.yaml': loader } })).findings;
    expect(found.filter(({ rule }) => rule === 'sysctl-before-module')).toEqual([]);
    const alone = assess(declarationOfTexts({ name: 'alone', pools: [jammy], files: { ...ipvs, 'load.yaml': loader } })).findings;
    expect(alone.filter(({ rule }) => rule === 'sysctl-before-module')).toHaveLength(1);
  });
});
