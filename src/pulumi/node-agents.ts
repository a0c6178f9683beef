import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import type * as pulumi from '@pulumi/pulumi';
import type { PlannedAgent } from '../plan/node-agents';
import { check, type CheckOptions, type JudgedObject } from './component-check';
import { makeOf } from './known-later';
import { configMap, daemonSet } from './kubernetes-objects';
import { judgedPart, type Part } from './part';
import type { ChildResource } from './resource-tree';

/** The objects of one group of pools. */
export interface AgentParts {
  readonly suffix: string;
  readonly configMap: Part;
  readonly daemonSet: Part;
}

/** Loaders or tuners, as they are registered. */
export interface AgentResources {
  /** The ConfigMaps with the scripts. */
  readonly configMaps: readonly ConfigMap[];
  readonly daemonSets: readonly DaemonSet[];
}

/** @param make the agents of settings that may be known later */
export function agentParts<S extends object>(settings: S, make: (known: S) => PlannedAgent[]): AgentParts[] {
  const { value, judged } = makeOf(settings, make);
  return value.map((agent, index) => ({
    suffix: agent.suffix,
    configMap: { manifest: agent.configMap, judged: judged[index].configMap, adoption: 'create' },
    daemonSet: { manifest: agent.daemonSet, judged: judged[index].daemonSet, adoption: 'create' },
  }));
}

export function judgedAgents(
  component: pulumi.ComponentResource, agents: readonly AgentParts[], name: string, above: readonly ChildResource[] = [],
): JudgedObject[] {
  return agents.flatMap(({ suffix, ...parts }) => [parts.configMap, parts.daemonSet].map((part) => judgedPart(component, part, `${name}${suffix}`, above)));
}

/** Judges the agents, then registers them below a component. */
export function makeAgents(component: pulumi.ComponentResource, agents: readonly AgentParts[], name: string, options: CheckOptions): AgentResources {
  check(component, { objects: judgedAgents(component, agents, name) }, options);
  const made = agents.map(({ suffix, ...parts }) => {
    const script = configMap(`${name}${suffix}`, parts.configMap, { parent: component }) as ConfigMap;
    return { script, daemon: daemonSet(`${name}${suffix}`, parts.daemonSet, { parent: component, dependsOn: [script] }) as DaemonSet };
  });
  return { configMaps: made.map(({ script }) => script), daemonSets: made.map(({ daemon }) => daemon) };
}
