import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import * as pulumi from '@pulumi/pulumi';
import { talosModulesPatch } from '../manifests/kernel-module-names';
import { moduleLoaders, type ModuleLoaderSettings } from '../setup/node-agents';
import { planSetup, type SetupOptions } from '../setup/setup-plan';
import { componentType, construct } from './component';
import { check, type CheckOptions } from './component-check';
import { splitInputs, type WithInputs } from './known-later';
import { DAEMON_SET_INPUTS, type DaemonSetInput } from './kube-proxy';
import { agentParts, judgedAgents, registerAgents, type AgentParts } from './node-agents';

/** What the loaders are made of. */
export interface ModuleLoaderProps extends SetupOptions, WithInputs<ModuleLoaderSettings, DaemonSetInput> {}

export interface IpvsModulesProps extends ModuleLoaderProps, Omit<CheckOptions, 'cluster'> {}

/**
 * Loads on each pool in IPVS mode the modules that its kube-proxy, scheduler and kernel need: one DaemonSet for each group of pools
 * with equal modules. Pools of operating systems that load no modules for pods (Talos) get none; see `machineConfigurations`.
 */
export class IpvsModules extends pulumi.ComponentResource {
  /** The ConfigMaps with the scripts. */
  public readonly configMaps: readonly ConfigMap[];
  public readonly daemonSets: readonly DaemonSet[];
  /** For each pool whose operating system refuses loaders: YAML to merge into the machine configuration of its nodes. */
  public readonly machineConfigurations: Readonly<Record<string, string>>;

  public constructor(name: string, props: IpvsModulesProps, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('IpvsModules'), name, {}, opts);
    const made = construct(this, splitInputs(props, DAEMON_SET_INPUTS).plain, () => {
      const agents = moduleLoaderParts(props);
      check(this, { objects: judgedAgents(this, agents, name) }, props);
      return { ...registerAgents(this, agents, name), machineModules: planSetup(props).machineModules };
    });
    this.configMaps = made.configMaps;
    this.daemonSets = made.daemonSets;
    this.machineConfigurations = Object.fromEntries(made.machineModules.map(({ pool, modules }) => [pool, talosModulesPatch(modules)]));
    this.registerOutputs({ machineConfigurations: this.machineConfigurations });
  }
}

export function moduleLoaderParts(props: ModuleLoaderProps): AgentParts[] {
  const { inputs, plain } = splitInputs(props, DAEMON_SET_INPUTS);
  return agentParts(inputs, (known) => moduleLoaders(planSetup(props), props.cluster, { ...plain, ...known } as ModuleLoaderSettings));
}
