import { nodePool } from '../../src/cluster/read-node-pool';
import type { Declaration } from '../../src/declaration/declaration';
import { declarationOf } from '../../src/reading/read-declaration';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import type { RuleInput } from './rule-tester';

/** Reads an input as the command line does: pools of an inventory, and files by name. */
export function declarationOfTexts({ pools, files, kubernetesVersion }: RuleInput): Declaration {
  return declarationOf({
    nodePools: pools?.map(nodePool),
    texts: Object.entries(files).map(([file, text]) => ({ file, text })),
    facts: kubernetesVersion === undefined ? [] : [{ kubernetesVersion: KubeVersion.parse(kubernetesVersion) }],
  });
}
