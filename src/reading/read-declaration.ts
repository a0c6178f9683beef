import { clusterOf, type ClusterFacts } from '../cluster/define-cluster';
import type { NodePool } from '../cluster/node-pool';
import type { Resource } from '../cluster/resource';
import type { Declaration, UnreadableInput } from '../declaration/declaration';
import { configurationsOfConfigMap } from './config-maps';
import { withConfigurations } from './configuration-lookup';
import type { InputText } from './input-text';
import { kubeProxyOfResource } from './kube-proxy-pods';
import { readText } from './read-text';
import { workloadsOf } from './workloads';

/** What a declaration is read from. */
export interface DeclarationInput {
  /** Objects of a framework, each knowing its construct path or URN. @default - none */
  readonly resources?: readonly Resource[];
  /** Files by name, or standard input. @default - none */
  readonly texts?: Iterable<InputText>;
  /** @default - none: what needs a kernel is not checked */
  readonly nodePools?: readonly NodePool[];
  /** What is known of the cluster, the surest first; what the texts say of it comes after. @default - nothing */
  readonly facts?: readonly ClusterFacts[];
  /** What could not be read before this. @default - none */
  readonly unreadable?: readonly UnreadableInput[];
}

/** Reads everything that is stated into a declaration. Never throws for what is wrong in the input. */
export function declarationOf(input: DeclarationInput): Declaration {
  const read = [...input.texts ?? []].map(readText);
  const resources = [...input.resources ?? [], ...read.flatMap((text) => text.resources)];
  const facts = [...input.facts ?? [], ...read.flatMap((text) => text.facts)];
  const cluster = clusterOf(input.nodePools ?? [], ...facts);
  const instances = [...resources.flatMap((resource) => kubeProxyOfResource(resource) ?? []), ...read.flatMap((text) => text.instances)];
  const configurations = [...resources.flatMap(configurationsOfConfigMap), ...read.flatMap((text) => text.configurations)];
  return {
    cluster,
    kubeProxies: withConfigurations(instances, configurations, cluster.kubernetesVersion),
    writers: [],
    workloads: workloadsOf(resources),
    unreadable: [...input.unreadable ?? [], ...read.flatMap((text) => text.unreadable)],
  };
}
