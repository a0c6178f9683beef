import type { PodTemplate } from '../../pods/pod-template';
import { sysctlKey } from '../../facts/kernel/sysctl-key';
import { listOf, recordOf, textOf } from '../../kubernetes/untyped';
import type { Writer } from '../../declaration/writer';

/** What a pod's `securityContext.sysctls` sets: in the pod's own network namespace, never in the node's. */
export function podSysctlWriter({ resource, path, spec, pools }: PodTemplate): Writer[] {
  const field = [...path, 'spec', 'securityContext', 'sysctls'];
  const entries = listOf(recordOf(spec.securityContext).sysctls).map(recordOf);
  const sysctls = entries.flatMap(({ name, value }, index) => (typeof name === 'string' ? [{
    key: sysctlKey(name),
    value: textOf(value),
    get location() { return resource.locate([...field, index]); },
  }] : []));
  if (sysctls.length === 0) {
    return [];
  }
  const ofNetwork = sysctls.some(({ key }) => key.startsWith('net.'));
  return [{
    kind: 'pod',
    name: `${resource.name}, securityContext.sysctls`,
    resource: resource.name,
    get location() { return resource.locate(field); },
    pools,
    sysctls,
    modules: [],
    loading: undefined,
    moment: 'any-time',
    frequency: 'once',
    intervalSeconds: undefined,
    reachesNode: false,
    waitsForKey: false,
    // The kubelet admits no sysctl of a namespace that the pod shares with the node.
    cannotWork: spec.hostNetwork === true && ofNetwork ? 'the kubelet refuses sysctls of the network to a pod with hostNetwork' : undefined,
  }];
}
