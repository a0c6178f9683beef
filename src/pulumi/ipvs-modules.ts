import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import * as pulumi from '@pulumi/pulumi';
import { talosModulesPatch } from '../manifests/kernel-module-names';
import { moduleLoaders, type ModuleLoaderSettings } from '../plan/node-agents';
import { planSetup } from '../plan/plan-setup';
import type { SetupOptions } from '../plan/setup-options';
import { componentType, construct } from './component';
import type { CheckOptions } from './component-check';
import { splitInputs, type WithInputs } from './known-later';
import { DAEMON_SET_INPUTS, plainDaemonSetProps, type DaemonSetInput } from './kube-proxy';
import { agentParts, makeAgents, type AgentParts, type AgentResources } from './node-agents';

/** What the loaders are made of. */
export interface ModuleLoaderProps extends SetupOptions, WithInputs<ModuleLoaderSettings, DaemonSetInput> {}

/** What an IpvsModules is made of. `connReuseMode` and `sysctls` decide nothing here; they are taken so that one object serves SysctlTuner, too. */
export interface IpvsModulesProps extends ModuleLoaderProps, Omit<CheckOptions, 'cluster'> {}

/**
 * Loads on each pool in IPVS mode the modules that its kube-proxy, scheduler and kernel need: one DaemonSet for each group of pools
 * with equal modules. Pools of operating systems that load no modules for pods (Talos) get none; see `machineConfigurations`.
 */
export class IpvsModules extends pulumi.ComponentResource {
  /** The ConfigMaps with the scripts. */
  public readonly configMaps: readonly ConfigMap[];
  /** The DaemonSets that run them, in the same order. */
  public readonly daemonSets: readonly DaemonSet[];
  /** For each pool whose operating system refuses loaders: YAML to merge into the machine configuration of its nodes. */
  public readonly machineConfigurations: Readonly<Record<string, string>>;

  public constructor(name: string, props: IpvsModulesProps, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('IpvsModules'), name, {}, opts);
    const made = makeIpvsModules(this, name, props);
    this.configMaps = made.configMaps;
    this.daemonSets = made.daemonSets;
    this.machineConfigurations = made.machineConfigurations;
    this.registerOutputs({ machineConfigurations: this.machineConfigurations });
  }
}

/** What an IpvsModules has, below any component. */
export function makeIpvsModules(
  component: pulumi.ComponentResource, name: string, props: IpvsModulesProps,
): AgentResources & Pick<IpvsModules, 'machineConfigurations'> {
  return construct(component, props, plainDaemonSetProps, () => ({
    ...makeAgents(component, moduleLoaderParts(props), name, props),
    machineConfigurations: Object.fromEntries(planSetup(props).machineModules.map(({ pool, modules }) => [pool, talosModulesPatch(modules)])),
  }));
}

export function moduleLoaderParts(props: ModuleLoaderProps): AgentParts[] {
  const { inputs, plain } = splitInputs(props, DAEMON_SET_INPUTS);
  return agentParts(inputs, (known) => moduleLoaders(planSetup(props), props.cluster, { ...plain, ...known } as ModuleLoaderSettings));
}
