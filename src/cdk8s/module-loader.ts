import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { talosModulesPatch } from '../manifests/kernel-module-names';
import type { ModuleLoaderSettings } from '../plan/kube-proxy-settings';
import { madeAlready } from '../plan/made-already';
import { agentObjects, planModuleLoader, type PlannedObject } from '../plan/plan-objects';
import { planSetup } from '../plan/plan-setup';
import type { PoolSetupOptions } from '../plan/setup-options';
import type { FailOn } from '../rules/fail-on';
import type { Rule } from '../rules/rule';
import { checkCluster } from './app-check';
import { plannedApiObject } from './planned-api-object';

/** Options of a ModuleLoader. */
export interface ModuleLoaderProps extends PoolSetupOptions, ModuleLoaderSettings {
  /** From which severity on findings fail the synth. @default 'error' */
  readonly failOn?: FailOn;
  /**
   * The rules to apply: `[...builtInRules, mine]` adds one of your own. What several constructs of one cluster ask for is applied together.
   *
   * @default - the built-in rules
   */
  readonly rules?: readonly Rule[];
}

/**
 * Loads on nodes in IPVS mode the modules that kube-proxy, its scheduler and the kernel need: one DaemonSet, which tries on each node
 * what the kernel calls them. Pools of operating systems that load no modules for pods (Talos) get none; see `machineConfigurations`.
 */
export class ModuleLoader extends Construct {
  /** The ConfigMap with the script and the DaemonSet; empty where no node needs them. */
  public readonly apiObjects: readonly ApiObject[];
  /** For each pool whose operating system refuses loaders: YAML to merge into the machine configuration of its nodes. */
  public readonly machineConfigurations: Readonly<Record<string, string>>;

  public constructor(scope: Construct, id: string, props: ModuleLoaderProps) {
    super(scope, id);
    const { cluster, version, configuration, poolConfigurations, failOn, rules, ...settings } = props;
    const plan = planSetup(props);
    const made = madeAlready<readonly PlannedObject[]>(props) ?? agentObjects('module-loader', planModuleLoader(plan, { cluster }, settings));
    this.apiObjects = made.map(({ role, object }) => plannedApiObject(this, role === 'module-loader' ? 'daemon-set' : 'script', object));
    this.machineConfigurations = Object.fromEntries(plan.machineModules.map(({ pool, modules }) => [pool, talosModulesPatch(modules)]));
    checkCluster(this, cluster, { failOn, rules, pools: plan.judgedPools });
  }
}
