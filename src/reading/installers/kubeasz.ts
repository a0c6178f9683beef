import type { InputText } from '../documents/input-text';
import { foundInFields, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/** kubeasz: `PROXY_MODE` and its like among the variables of the inventory, which is an INI file (easzlab/kubeasz example/hosts.multi-node). */
export function readKubeasz({ file, text }: InputText): InstallerSetup | undefined {
  const lines = text.split('\n');
  const variable = (name: string): string | undefined => {
    const [, value] = lines.flatMap((line) => [new RegExp(`^\\s*${name}\\s*[=:]\\s*["']?([^"'#\\s]*)`).exec(line) ?? []]).find((match) => match.length > 0) ?? [];
    return value;
  };
  const mode = variable('PROXY_MODE');
  if (mode === undefined || /\{\{|\$/.test(mode)) {
    return undefined;
  }
  const line = lines.findIndex((content) => /^\s*PROXY_MODE\s*[=:]/.test(content)) + 1;
  const document = { value: {}, name: file, resource: undefined, locate: () => ({ file, line, column: 1 }) };
  return {
    configurations: [foundInFields(document, { mode }, [], 'configuration', 'kubeasz')],
    facts: {
      network: {
        ...cidrs('podCidrs', variable('CLUSTER_CIDR')), ...cidrs('serviceCidrs', variable('SERVICE_CIDR')),
        ...nodePortRange(variable('NODE_PORT_RANGE')),
      },
    },
  };
}
