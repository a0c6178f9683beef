import type { KubernetesObject, Resource } from '../../../src/kubernetes/resource';
import { withoutOwned } from '../../../src/reading/documents/owned-objects';

interface Made {
  readonly kind: string;
  readonly name: string;
  readonly by?: readonly [kind: string, name: string];
  readonly nodeName?: string;
}

function resource({ kind, name, by, nodeName }: Made): Resource {
  const ownerReferences = by && [{ kind: by[0], name: by[1], controller: true }];
  const object = { apiVersion: 'v1', kind, metadata: { name, namespace: 'kube-system', ownerReferences }, spec: { nodeName } };
  return { object: object as unknown as KubernetesObject, name, locate: () => undefined };
}

test.each<[string, readonly Made[], readonly string[]]>([
  ['what nobody owns', [{ kind: 'Pod', name: 'a' }, { kind: 'Pod', name: 'b' }], ['a', 'b']],
  ['a DaemonSet, not its pods', [
    { kind: 'DaemonSet', name: 'proxy' }, { kind: 'Pod', name: 'proxy-1', by: ['DaemonSet', 'proxy'] }, { kind: 'Pod', name: 'proxy-2', by: ['DaemonSet', 'proxy'] },
  ], ['proxy']],
  ['a Deployment, not what it makes', [
    { kind: 'Pod', name: 'web-1-x', by: ['ReplicaSet', 'web-1'] }, { kind: 'ReplicaSet', name: 'web-1', by: ['Deployment', 'web'] }, { kind: 'Deployment', name: 'web' },
  ], ['web']],
  ['one pod for an owner that is not there', [
    { kind: 'Pod', name: 'proxy-1', by: ['DaemonSet', 'proxy'] }, { kind: 'Pod', name: 'proxy-2', by: ['DaemonSet', 'proxy'] }, { kind: 'Pod', name: 'dns-1', by: ['DaemonSet', 'dns'] },
  ], ['proxy-1', 'dns-1']],
  ['different objects of one operator', [
    { kind: 'Service', name: 'a', by: ['Kafka', 'k'] }, { kind: 'Service', name: 'b', by: ['Kafka', 'k'] }, { kind: 'Deployment', name: 'c', by: ['Kafka', 'k'] },
  ], ['a', 'b', 'c']],
  ['one copy of a static pod', [
    { kind: 'Pod', name: 'proxy-n1', by: ['Node', 'n1'], nodeName: 'n1' }, { kind: 'Pod', name: 'proxy-n2', by: ['Node', 'n2'], nodeName: 'n2' },
    { kind: 'Pod', name: 'api-n1', by: ['Node', 'n1'], nodeName: 'n1' },
  ], ['proxy-n1', 'api-n1']],
])('keeps %s', (_, made, kept) => {
  expect(withoutOwned(made.map(resource)).map(({ name }) => name)).toEqual(kept);
});
