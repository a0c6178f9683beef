import { VENDORS } from './vendors';
import type { NodeSystem, OperatingSystem, VendorSystem } from './vendors/vendor';

export type { NodeSystem, OperatingSystem } from './vendors/vendor';

const SYSTEMS: readonly VendorSystem[] = VENDORS.flatMap(({ systems = [] }) => systems);

/**
 * The operating system whose kernel a node runs; `undefined` when neither string tells.
 *
 * The kernel's string decides wherever it names a vendor, since the osImage of a node in a container is the container's.
 */
export function operatingSystemOf(node: NodeSystem): OperatingSystem | undefined {
  return SYSTEMS.find(({ is }) => is(node))?.system;
}
