import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import * as pulumi from '@pulumi/pulumi';
import { talosModulesPatch } from '../manifests/kernel-module-names';
import type { ModuleLoaderSettings } from '../plan/kube-proxy-settings';
import { agentObjects, planModuleLoader } from '../plan/plan-objects';
import { planSetup } from '../plan/plan-setup';
import type { PoolSetupOptions } from '../plan/setup-options';
import { componentType, construct } from './component';
import type { CheckOptions } from './component-check';
import { plainDaemonSetArgs, type DaemonSetInput } from './kube-proxy';
import type { WithInputs } from './known-later';
import { makeAgent, type AgentResources } from './node-agents';

/** Properties of a ModuleLoader. */
export interface ModuleLoaderArgs extends PoolSetupOptions, WithInputs<ModuleLoaderSettings, DaemonSetInput>, Omit<CheckOptions, 'cluster'> {}

/**
 * Loads on nodes in IPVS mode the modules that kube-proxy, its scheduler and the kernel need: one DaemonSet, which tries on each node
 * what the kernel calls them. Pools of operating systems that load no modules for pods (Talos) get none; see `machineConfigurations`.
 */
export class ModuleLoader extends pulumi.ComponentResource implements AgentResources {
  /** The ConfigMap with the script; `undefined` where no node needs it. */
  public readonly configMap: ConfigMap | undefined;
  /** The DaemonSet that runs it; `undefined` where no node needs it. */
  public readonly daemonSet: DaemonSet | undefined;
  /** For each pool whose operating system refuses loaders: YAML to merge into the machine configuration of its nodes. */
  public readonly machineConfigurations: Readonly<Record<string, string>>;

  public constructor(name: string, args: ModuleLoaderArgs, opts: pulumi.ComponentResourceOptions = {}) {
    // What it was called before.
    super(componentType('ModuleLoader'), name, {}, pulumi.mergeOptions(opts, { aliases: [{ type: componentType('IpvsModules') }] }));
    const made = makeModuleLoader(this, name, args);
    this.configMap = made.configMap;
    this.daemonSet = made.daemonSet;
    this.machineConfigurations = made.machineConfigurations;
    this.registerOutputs({ machineConfigurations: this.machineConfigurations });
  }
}

/** What a ModuleLoader has, below any component. */
export function makeModuleLoader(
  component: pulumi.ComponentResource, name: string, args: ModuleLoaderArgs,
): AgentResources & Pick<ModuleLoader, 'machineConfigurations'> {
  return construct(component, args, plainDaemonSetArgs, () => {
    const plan = planSetup(args);
    return {
      ...makeAgent(component, name, args, plan.judgedPools,
        ({ cluster, version, configuration, poolConfigurations, acknowledgements, failOn, rules, ...settings }) =>
          agentObjects('module-loader', planModuleLoader(plan, args, settings as ModuleLoaderSettings))),
      machineConfigurations: Object.fromEntries(plan.machineModules.map(({ pool, modules }) => [pool, talosModulesPatch(modules)])),
    };
  });
}
