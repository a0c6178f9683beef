import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import * as pulumi from '@pulumi/pulumi';
import { sysctlTuners, type SysctlTunerSettings } from '../plan/node-agents';
import { planSetup } from '../plan/plan-setup';
import type { SetupOptions } from '../plan/setup-options';
import type { SetupPlan } from '../plan/setup-plan';
import { componentType, construct } from './component';
import type { CheckOptions } from './component-check';
import { splitInputs, type WithInputs } from './known-later';
import { DAEMON_SET_INPUTS, plainDaemonSetProps, type DaemonSetInput } from './kube-proxy';
import { agentParts, makeAgents, type AgentParts, type AgentResources } from './node-agents';

/** What the tuners are made of. */
export interface TunerProps extends SetupOptions, WithInputs<SysctlTunerSettings, DaemonSetInput> {}

/** What a SysctlTuner is made of. */
export interface SysctlTunerProps extends TunerProps, Omit<CheckOptions, 'cluster'> {}

/**
 * Keeps `net.ipv4.vs.conn_reuse_mode` on each pool in IPVS mode at the value that is right for its kernel, whatever kube-proxy writes
 * at its start: one DaemonSet for each group of pools with equal values. Where no value is right, none is written and the finding
 * stands.
 */
export class SysctlTuner extends pulumi.ComponentResource {
  /** The ConfigMaps with the scripts. */
  public readonly configMaps: readonly ConfigMap[];
  /** The DaemonSets that run them, in the same order. */
  public readonly daemonSets: readonly DaemonSet[];
  /** What `connReuseMode: 'auto'` decided for each pool in IPVS mode, and why. */
  public readonly autoTuning: SetupPlan['autoTuning'];

  public constructor(name: string, props: SysctlTunerProps, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('SysctlTuner'), name, {}, opts);
    const made = makeSysctlTuner(this, name, props);
    this.configMaps = made.configMaps;
    this.daemonSets = made.daemonSets;
    this.autoTuning = made.autoTuning;
    this.registerOutputs({});
  }
}

/** What a SysctlTuner has, below any component. */
export function makeSysctlTuner(
  component: pulumi.ComponentResource, name: string, props: SysctlTunerProps,
): AgentResources & Pick<SysctlTuner, 'autoTuning'> {
  return construct(component, props, plainDaemonSetProps, () => (
    { ...makeAgents(component, tunerParts(props), name, props), autoTuning: planSetup(props).autoTuning }));
}

export function tunerParts(props: TunerProps): AgentParts[] {
  const { inputs, plain } = splitInputs(props, DAEMON_SET_INPUTS);
  return agentParts(inputs, (known) => sysctlTuners(planSetup(props), props.cluster, { ...plain, ...known } as SysctlTunerSettings));
}
