import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { FailOn } from '../rules/fail-on';
import { sysctlTuners, type SysctlTunerSettings } from '../plan/node-agents';
import { planSetup } from '../plan/plan-setup';
import type { SetupOptions } from '../plan/setup-options';
import type { SetupPlan } from '../plan/setup-plan';
import { checkCluster } from './app-check';

/** What a SysctlTuner is made of. */
export interface SysctlTunerProps extends SetupOptions, SysctlTunerSettings {
  /** From which severity on findings fail the synth. @default 'error' */
  readonly failOn?: FailOn;
}

/**
 * Keeps `net.ipv4.vs.conn_reuse_mode` on each pool in IPVS mode at the value that is right for its kernel, whatever kube-proxy writes
 * at its start: one DaemonSet for each group of pools with equal values. Where no value is right, none is written and the finding
 * stands.
 */
export class SysctlTuner extends Construct {
  /** A ConfigMap with the script and a DaemonSet for each group of pools. */
  public readonly apiObjects: readonly ApiObject[];
  /** What `connReuseMode: 'auto'` decided for each pool in IPVS mode, and why. */
  public readonly autoTuning: SetupPlan['autoTuning'];

  public constructor(scope: Construct, id: string, props: SysctlTunerProps) {
    super(scope, id);
    const { cluster, version, configuration, poolConfigurations, connReuseMode, sysctls: _, failOn, ...settings } = props;
    const plan = planSetup(props);
    this.autoTuning = plan.autoTuning;
    this.apiObjects = sysctlTuners(plan, cluster, settings).flatMap(({ suffix, configMap, daemonSet }) =>
      [new ApiObject(this, `script${suffix}`, configMap), new ApiObject(this, `daemon-set${suffix}`, daemonSet)]);
    checkCluster(this, cluster, failOn);
  }
}
