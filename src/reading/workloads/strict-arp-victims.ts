import { containersOf, podTemplateOf } from '../../pods/pod-template';
import type { Resource } from '../../kubernetes/resource';
import type { StrictArpVictim } from '../../declaration/workloads';
import { imageName, imageTag } from '../../pods/container-settings';

/** Uses of Antrea's Egress, each with the version of Antrea that is in the input (antrea-io/antrea#3804, #3837). */
export function strictArpVictimsOf(resources: readonly Resource[]): StrictArpVictim[] {
  const egresses = resources.filter(({ object }) => object.kind === 'Egress' && object.apiVersion.startsWith('crd.antrea.io/'));
  const version = egresses.length > 0 ? antreaVersion(resources) : undefined;
  return egresses.map((resource) => ({
    product: 'Antrea Egress', resource: resource.name, get location() { return resource.locate(); }, version,
  }));
}

function antreaVersion(resources: readonly Resource[]): string | undefined {
  const containers = resources.flatMap((resource) => podTemplateOf(resource) ?? []).flatMap(containersOf);
  const agent = containers.find(({ name, container }) => name === 'antrea-agent' && /^antrea-(?:agent-)?(?:ubuntu|ubi)/.test(imageName(container)));
  return agent && imageTag(agent.container);
}
