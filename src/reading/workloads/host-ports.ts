import { containersOf, type PodTemplate } from '../../pods/pod-template';
import { listOf, recordOf, textOf } from '../../kubernetes/untyped';
import type { HostPort } from '../../declaration/workloads';
import { protocolOf } from './services';

/** The ports of the node that the pods of a workload claim. */
export function hostPortsOf(template: PodTemplate): HostPort[] {
  const hostNetwork = template.spec.hostNetwork === true;
  return containersOf(template).flatMap(({ container, path, init }) => {
    // An init container serves only while it runs, unless it is a sidecar.
    if (init && container.restartPolicy !== 'Always') {
      return [];
    }
    return listOf(container.ports).flatMap((item, index): HostPort[] => {
      const { hostPort, containerPort, protocol, hostIP } = recordOf(item);
      const port = Number(hostNetwork ? hostPort ?? containerPort : hostPort);
      if (!Number.isInteger(port) || port <= 0) {
        return [];
      }
      return [{
        resource: template.resource.name,
        get location() { return template.resource.locate([...path, 'ports', index]); },
        port,
        protocol: protocolOf(protocol),
        hostIp: textOf(hostIP),
        throughPortmap: !hostNetwork,
        pools: template.pools,
      }];
    });
  });
}
