import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import type * as pulumi from '@pulumi/pulumi';
import { madeAlready } from '../plan/made-already';
import type { PlannedObject } from '../plan/plan-objects';
import { check, type CheckOptions, type JudgedParts } from './component-check';
import { configMap, daemonSet } from './kubernetes-objects';
import { judgedPart, type Part } from './part';
import { StandIns } from './stand-ins';

/** A loader or a tuner, as it is registered. */
export interface AgentResources {
  /** The ConfigMap with the script; `undefined` where there is nothing to do. */
  readonly configMap: ConfigMap | undefined;
  /** The DaemonSet that runs it; `undefined` where there is nothing to do. */
  readonly daemonSet: DaemonSet | undefined;
}

/** An object as it is registered. */
export function plannedPart({ object, judged }: PlannedObject, standIns: StandIns): Part {
  return { manifest: standIns.realized(object), judged, adoption: 'create' };
}

/**
 * Judges an agent's objects, then registers them below a component.
 *
 * @param make them of settings without outputs
 */
export function makeAgent<A extends object>(
  component: pulumi.ComponentResource, name: string, args: A & CheckOptions, pools: JudgedParts['pools'], make: (plain: A) => readonly PlannedObject[],
): AgentResources {
  const standIns = new StandIns();
  const parts = madeAlready<readonly Part[]>(args) ?? make(standIns.of<A>(args)).map((planned) => plannedPart(planned, standIns));
  check(component, { objects: parts.map((part) => judgedPart(component, part, name)), pools }, args);
  const [script, daemon] = parts;
  const made = script && configMap(name, script, { parent: component }) as ConfigMap;
  return { configMap: made, daemonSet: daemon && daemonSet(name, daemon, { parent: component, dependsOn: [made] }) as DaemonSet };
}
