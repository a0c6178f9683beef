import { createReadStream } from 'node:fs';
import type { PolicyConfigSchema } from '@pulumi/policy';
import { readAcknowledgements } from '../assessment/acknowledgement-file';
import { UsageError } from '../assessment/usage-error';
import type { ClusterFacts } from '../cluster/define-cluster';
import type { NodeDistinctions } from '../cluster/node-distinctions';
import type { NodePool, NodePoolProps } from '../cluster/node-pool';
import type { UnreadableInput } from '../declaration/declaration';
import type { Acknowledgement } from '../rules/acknowledgement';
import { readInventory } from '../reading/inventory';
import { readNodes } from '../reading/read-nodes';

/** What a pack is told of the cluster that a stack sets up: the words of an inventory. */
export interface ClusterPolicyConfig {
  /** The node pools. @default - rules that need a kernel are not applied */
  readonly nodes?: readonly NodePoolProps[];
  /** A file instead: an inventory, or `kubectl get nodes -o json`. An absolute path, or one from the folder of the pack. @default - none */
  readonly nodesFile?: string;
  /** Version of the cluster. @default - what the stack tells */
  readonly kubernetesVersion?: string;
  /** Who set the cluster up: `kubeadm`, `eks` or `generic`. @default - what the stack tells */
  readonly platform?: string;
  /** `serviceCidrs`, `podCidrs` and what else an inventory has under `network`. @default - what the stack tells */
  readonly network?: Readonly<Record<string, unknown>>;
  /** Findings that are accepted, each with its reason. @default - none */
  readonly acknowledgements?: readonly Acknowledgement[];
}

export const CLUSTER_CONFIG_SCHEMA: PolicyConfigSchema = {
  properties: {
    nodes: { type: 'array', items: { type: 'object' }, description: 'Node pools: name, kernelVersion, osImage, labels and what else an inventory has.' },
    nodesFile: { type: 'string', description: 'A file instead: an inventory, or kubectl get nodes -o json.' },
    kubernetesVersion: { type: 'string', description: 'Version of the cluster, v1.29.4.' },
    platform: { type: 'string', enum: ['kubeadm', 'eks', 'generic'] },
    network: { type: 'object', description: 'serviceCidrs, podCidrs and what else an inventory has.' },
    acknowledgements: { type: 'array', items: { type: 'object' }, description: 'Findings that are accepted: finding, reason, pool, resource, expires.' },
  },
};

/** A configuration once it is read. */
export interface KnownOfCluster {
  readonly nodePools: readonly NodePool[] | undefined;
  readonly facts: readonly ClusterFacts[];
  readonly acknowledgements: readonly Acknowledgement[];
  readonly unreadable: readonly UnreadableInput[];
}

/**
 * Reads what a pack is told. What is wrong in it becomes part of the result, and hides nothing else.
 *
 * @param distinctions what the selectors of the stack tell nodes apart by
 */
export async function readClusterConfig(config: ClusterPolicyConfig, distinctions: NodeDistinctions): Promise<KnownOfCluster> {
  const { nodesFile, acknowledgements: accepted = [], nodes, ...facts } = config;
  const inventory = readInventory({ nodes: nodes ?? [], ...facts });
  const problems = inventory.problems.filter(({ path }) => nodes !== undefined || path[0] !== 'nodes');
  const file = nodesFile === undefined ? undefined : await readNodes([{ file: nodesFile, chunks: createReadStream(nodesFile) }], distinctions);
  const { acknowledgements, unreadable } = readAccepted(accepted);
  return {
    nodePools: file?.nodePools ?? (nodes && inventory.pools),
    facts: [inventory.facts, file?.facts ?? {}],
    acknowledgements,
    unreadable: [...problems.map(({ message }) => unreadableConfig(message)), ...file?.unreadable ?? [], ...unreadable],
  };
}

function readAccepted(accepted: readonly Acknowledgement[]): Pick<KnownOfCluster, 'acknowledgements' | 'unreadable'> {
  try {
    return { acknowledgements: readAcknowledgements({ file: 'acknowledgements', text: JSON.stringify(accepted, null, 1) }), unreadable: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    return { acknowledgements: [], unreadable: error.message.split('\n').map(unreadableConfig) };
  }
}

function unreadableConfig(message: string): UnreadableInput {
  return { name: 'configuration of the policy pack', resource: undefined, location: undefined, message: `configuration of the policy pack: ${message}` };
}
