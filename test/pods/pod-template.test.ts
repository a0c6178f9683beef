import { containersOf, podTemplateOf } from '../../src/pods/pod-template';
import type { KubernetesObject, Resource } from '../../src/kubernetes/resource';

const resource = (object: object): Resource => ({ object: { metadata: {}, ...object } as unknown as KubernetesObject, name: 'x', locate: () => undefined });
const pod = (spec: object) => podTemplateOf(resource({ apiVersion: 'v1', kind: 'Pod', spec }));

test.each([
  ['Pod', { metadata: { labels: { app: 'x' } }, spec: { hostNetwork: true } }, []],
  ['DaemonSet', { spec: { template: { metadata: { labels: { app: 'x' } }, spec: { hostNetwork: true } } } }, ['spec', 'template']],
  ['CronJob', { spec: { jobTemplate: { spec: { template: { metadata: { labels: { app: 'x' } }, spec: { hostNetwork: true } } } } } }, ['spec', 'jobTemplate', 'spec', 'template']],
])('a %s has a pod template', (kind, object, path) => {
  expect(podTemplateOf(resource({ apiVersion: 'v1', kind, ...object }))).toMatchObject({ path, labels: { app: 'x' }, spec: { hostNetwork: true } });
});

test.each(['Service', 'ConfigMap', 'constructor', '__proto__'])('a %s has none', (kind) => {
  expect(podTemplateOf(resource({ apiVersion: 'v1', kind }))).toBeUndefined();
});

test.each([{}, { spec: null }, { spec: [] }, { spec: { template: 'x' } }, { spec: { template: { metadata: [], spec: 3 } } }])('a DaemonSet with %j is read as empty', (object) => {
  const template = podTemplateOf(resource({ apiVersion: 'apps/v1', kind: 'DaemonSet', ...object }));
  expect(template).toMatchObject({ labels: {}, spec: {}, pools: { terms: 'everything' } });
  expect(template && containersOf(template)).toEqual([]);
});

test('containers come in the order in which they start, with their places', () => {
  const template = pod({ containers: [{ name: 'main' }], initContainers: [{ name: 'first' }, null] });
  expect(template && containersOf(template).map(({ name, path, init }) => [name, path, init])).toEqual([
    ['first', ['spec', 'initContainers', 0], true], ['', ['spec', 'initContainers', 1], true], ['main', ['spec', 'containers', 0], false],
  ]);
});

describe('where pods may run', () => {
  const affinity = (...nodeSelectorTerms: object[]) => ({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } });
  const linux = { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] };
  const gpu = { key: 'gpu', operator: 'Exists', values: [] };

  test.each<[string, object, object]>([
    ['nothing', {}, { terms: 'everything' }],
    ['a node selector', { nodeSelector: { 'kubernetes.io/os': 'linux' } }, { terms: [[linux]] }],
    ['affinity', { affinity: affinity({ matchExpressions: [gpu] }, { matchExpressions: [linux] }) }, { terms: [[gpu], [linux]] }],
    ['both', { nodeSelector: { 'kubernetes.io/os': 'linux' }, affinity: affinity({ matchExpressions: [gpu] }) }, { terms: [[linux, gpu]] }],
    ['an empty term', { affinity: affinity({}) }, { terms: [] }],
    ['a field', { affinity: affinity({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }) },
      { terms: [[{ key: 'metadata.name', operator: 'In', values: ['n1'] }]] }],
    ['a node', { nodeName: 'n1' }, { terms: [[{ key: 'metadata.name', operator: 'In', values: ['n1'] }]] }],
    ['preferred affinity', { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } } }, { terms: 'everything' }],
  ])('follows %s', (_, spec, pools) => {
    expect(pod(spec)?.pools).toEqual(pools);
  });
});
