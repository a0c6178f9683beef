import { containersOf, type PodTemplate } from '../../pods/pod-template';
import { imageName } from '../../pods/container-settings';
import type { NetworkPolicyEngine } from '../../declaration/workloads';

/** Azure's engine for network policies, by the name under which it is documented. */
export const AZURE_NPM = 'Azure Network Policy Manager';

/** Network policy engines among the containers of a workload that do not work beside IPVS mode; the one for Windows nodes has other means. */
export function policyEnginesOfPods(template: PodTemplate): NetworkPolicyEngine[] {
  const found = containersOf(template).find(({ container }) => imageName(container) === 'azure-npm');
  return found === undefined ? [] : [{
    product: AZURE_NPM,
    resource: template.resource.name,
    get location() { return template.resource.locate(found.path); },
    pools: template.pools,
  }];
}
