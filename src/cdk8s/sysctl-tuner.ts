import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { SysctlTunerSettings } from '../plan/kube-proxy-settings';
import { madeAlready } from '../plan/made-already';
import { agentObjects, planSysctlTuner, type PlannedObject } from '../plan/plan-objects';
import { planSetup } from '../plan/plan-setup';
import type { SetupOptions } from '../plan/setup-options';
import type { AutoTuning } from '../prediction/auto-tuning';
import type { FailOn } from '../rules/fail-on';
import type { Rule } from '../rules/rule';
import { checkCluster } from './app-check';
import { plannedApiObject } from './planned-api-object';

/** Options of a SysctlTuner. */
export interface SysctlTunerProps extends SetupOptions, SysctlTunerSettings {
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
 * Keeps `net.ipv4.vs.conn_reuse_mode` on nodes in IPVS mode at the value that is right for their kernel, whatever kube-proxy sets on
 * startup: one DaemonSet, which knows the kernels of the pools and leaves every other one alone. Where no value is right, none is
 * written and the finding stands.
 */
export class SysctlTuner extends Construct {
  /** The ConfigMap with the script and the DaemonSet; empty where there is nothing to keep. */
  public readonly apiObjects: readonly ApiObject[];
  /** What `connReuseMode: 'auto'` decided for each pool in IPVS mode, and why. */
  public readonly autoTuning: readonly (AutoTuning & { readonly pool: string })[];

  public constructor(scope: Construct, id: string, props: SysctlTunerProps) {
    super(scope, id);
    const { cluster, version, configuration, poolConfigurations, connReuseMode, sysctls, failOn, rules, ...settings } = props;
    const plan = planSetup(props);
    this.autoTuning = plan.autoTuning;
    const made = madeAlready<readonly PlannedObject[]>(props) ?? agentObjects('sysctl-tuner', planSysctlTuner(plan, { cluster }, settings));
    this.apiObjects = made.map(({ role, object }) => plannedApiObject(this, role === 'sysctl-tuner' ? 'daemon-set' : 'script', object));
    checkCluster(this, cluster, { failOn, rules, pools: plan.judgedPools });
  }
}
