import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import * as pulumi from '@pulumi/pulumi';
import type { SysctlTunerSettings } from '../plan/kube-proxy-settings';
import { agentObjects, planSysctlTuner } from '../plan/plan-objects';
import { planSetup } from '../plan/plan-setup';
import type { SetupOptions } from '../plan/setup-options';
import type { AutoTuning } from '../prediction/auto-tuning';
import { componentType, construct } from './component';
import type { CheckOptions } from './component-check';
import { plainDaemonSetArgs, type DaemonSetInput } from './kube-proxy';
import type { WithInputs } from './known-later';
import { makeAgent, type AgentResources } from './node-agents';

/** Properties of a SysctlTuner. */
export interface SysctlTunerArgs extends SetupOptions, WithInputs<SysctlTunerSettings, DaemonSetInput>, Omit<CheckOptions, 'cluster'> {}

/**
 * Keeps `net.ipv4.vs.conn_reuse_mode` on nodes in IPVS mode at the value that is right for their kernel, whatever kube-proxy sets on
 * startup: one DaemonSet, which knows the kernels of the pools and leaves every other one alone. Where no value is right, none is
 * written and the finding stands.
 */
export class SysctlTuner extends pulumi.ComponentResource implements AgentResources {
  /** The ConfigMap with the script; `undefined` where there is nothing to keep. */
  public readonly configMap: ConfigMap | undefined;
  /** The DaemonSet that runs it; `undefined` where there is nothing to keep. */
  public readonly daemonSet: DaemonSet | undefined;
  /** What `connReuseMode: 'auto'` decided for each pool in IPVS mode, and why. */
  public readonly autoTuning: readonly (AutoTuning & { readonly pool: string })[];

  public constructor(name: string, args: SysctlTunerArgs, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('SysctlTuner'), name, {}, opts);
    const made = makeSysctlTuner(this, name, args);
    this.configMap = made.configMap;
    this.daemonSet = made.daemonSet;
    this.autoTuning = made.autoTuning;
    this.registerOutputs({});
  }
}

/** What a SysctlTuner has, below any component. */
export function makeSysctlTuner(
  component: pulumi.ComponentResource, name: string, args: SysctlTunerArgs,
): AgentResources & Pick<SysctlTuner, 'autoTuning'> {
  return construct(component, args, plainDaemonSetArgs, () => {
    const plan = planSetup(args);
    return {
      ...makeAgent(component, name, args, plan.judgedPools,
        ({ cluster, version, configuration, poolConfigurations, connReuseMode, sysctls, acknowledgements, failOn, rules, ...settings }) =>
          agentObjects('sysctl-tuner', planSysctlTuner(plan, args, settings as SysctlTunerSettings))),
      autoTuning: plan.autoTuning,
    };
  });
}
