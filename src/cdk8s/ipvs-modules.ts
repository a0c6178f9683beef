import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { FailOn } from '../rules/fail-on';
import { talosModulesPatch } from '../manifests/kernel-module-names';
import { moduleLoaders, type ModuleLoaderSettings } from '../plan/node-agents';
import { planSetup } from '../plan/plan-setup';
import type { SetupOptions } from '../plan/setup-options';
import { checkCluster } from './app-check';

/** What an IpvsModules is made of. `connReuseMode` and `sysctls` decide nothing here; they are taken so that one object serves SysctlTuner, too. */
export interface IpvsModulesProps extends SetupOptions, ModuleLoaderSettings {
  /** From which severity on findings fail the synth. @default 'error' */
  readonly failOn?: FailOn;
}

/**
 * Loads on each pool in IPVS mode the modules that its kube-proxy, scheduler and kernel need: one DaemonSet for each group of pools
 * with equal modules. Pools of operating systems that load no modules for pods (Talos) get none; see `machineConfigurations`.
 */
export class IpvsModules extends Construct {
  /** A ConfigMap with the script and a DaemonSet for each group of pools. */
  public readonly apiObjects: readonly ApiObject[];
  /** For each pool whose operating system refuses loaders: YAML to merge into the machine configuration of its nodes. */
  public readonly machineConfigurations: Readonly<Record<string, string>>;

  public constructor(scope: Construct, id: string, props: IpvsModulesProps) {
    super(scope, id);
    const { cluster, version, configuration, poolConfigurations, connReuseMode, sysctls, failOn, ...settings } = props;
    const plan = planSetup(props);
    this.apiObjects = moduleLoaders(plan, cluster, settings).flatMap(({ suffix, configMap, daemonSet }) =>
      [new ApiObject(this, `script${suffix}`, configMap), new ApiObject(this, `daemon-set${suffix}`, daemonSet)]);
    this.machineConfigurations = Object.fromEntries(plan.machineModules.map(({ pool, modules }) => [pool, talosModulesPatch(modules)]));
    checkCluster(this, cluster, failOn);
  }
}
