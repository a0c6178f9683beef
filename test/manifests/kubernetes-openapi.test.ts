import type { KubernetesObject } from '../../src/kubernetes/resource';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { defaultManifests, fullManifests } from './every-manifest';
import { RELEASES, strictErrors } from './kubernetes-openapi';

const named = (objects: readonly KubernetesObject[]) => objects.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const);

describe.each(RELEASES)('the API of %s takes', (release) => {
  const kubernetesVersion = KubeVersion.parse(release);

  test.each(named(defaultManifests({ kubernetesVersion })))('%s with defaults', (_name, object) => {
    expect(strictErrors(release, object)).toEqual([]);
  });

  test.each(named(fullManifests(kubernetesVersion)))('%s with everything set', (_name, object) => {
    expect(strictErrors(release, object)).toEqual([]);
  });
});

test.each(named(defaultManifests()))('a cluster of an unknown version, 1.19 at least, takes %s', (_name, object) => {
  expect(strictErrors('v1.19.16', object)).toEqual([]);
});

describe('the check of the tests itself', () => {
  const daemonSet = (podSpec: object) => ({
    apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'x' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }], ...podSpec } },
    },
  });

  test.each([
    ['an unknown field', { hostPid: true }, 'must NOT have additional properties'],
    ['a string for a boolean', { hostPID: 'true' }, 'must be boolean'],
    ['a number for a string', { nodeSelector: { gpu: 1 } }, 'must be string'],
    ['a missing field', { containers: [{ image: 'i' }] }, "must have required property 'name'"],
  ])('sees %s', (_what, podSpec, message) => {
    expect(strictErrors('v1.37.2', daemonSet(podSpec))).toEqual([expect.stringContaining(message)]);
  });

  test('sees a field that an old release lacks', () => {
    const seccomp = daemonSet({ securityContext: { seccompProfile: { type: 'RuntimeDefault' } } });
    expect(strictErrors('v1.13.12', seccomp)).not.toEqual([]);
    expect(strictErrors('v1.19.16', seccomp)).toEqual([]);
  });
});
