import type { Resource } from '../../kubernetes/resource';
import { listOf, recordOf, textOf } from '../../kubernetes/untyped';
import type { AddressPool } from '../../declaration/workloads';

/** The ranges from which MetalLB or OpenELB give addresses to Services. */
export function addressPoolsOf(resource: Resource): AddressPool[] {
  const { apiVersion, kind, spec } = resource.object;
  const { addresses, address, avoidBuggyIPs, 'avoid-buggy-ips': older } = recordOf(spec);
  switch (`${apiVersion.split('/')[0]}/${kind}`) {
    case 'metallb.io/IPAddressPool':
    case 'metallb.io/AddressPool':
      // These leave out addresses that end in 0 or 255.
      return avoidBuggyIPs === true || older === true ? [] : listOf(addresses).flatMap((range, index) => pool(resource, range, ['spec', 'addresses', index]));
    case 'network.kubesphere.io/Eip':
      return pool(resource, address, ['spec', 'address']);
    default:
      return [];
  }
}

function pool(resource: Resource, range: unknown, path: readonly (string | number)[]): AddressPool[] {
  const text = textOf(range);
  return text === undefined ? [] : [{ resource: resource.name, range: text, get location() { return resource.locate(path); } }];
}
