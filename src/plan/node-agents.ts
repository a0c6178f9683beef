import type { Cluster } from '../cluster/cluster';
import { moduleLoader, type ModuleLoaderOptions } from '../manifests/module-loader';
import type { NodeAgent } from '../manifests/node-agent';
import { sysctlTuner, type SysctlTunerOptions } from '../manifests/sysctl-tuner';
import type { SetupPlan } from './setup-plan';

/** What the loaders' DaemonSets can be told. */
export type ModuleLoaderSettings = Omit<ModuleLoaderOptions, 'modules' | 'nodes' | 'kubernetesVersion'>;

/** What the tuners' DaemonSets can be told. */
export type SysctlTunerSettings = Omit<SysctlTunerOptions, 'sysctls' | 'kernels' | 'nodes' | 'kubernetesVersion'>;

/** The objects of one group of pools. */
export interface PlannedAgent extends NodeAgent {
  readonly suffix: string;
}

/** A loader for each group of pools with equal modules. */
export function moduleLoaders({ loaders }: SetupPlan, { kubernetesVersion }: Cluster, settings: ModuleLoaderSettings): PlannedAgent[] {
  const { name = 'kube-proxy-module-loader' } = settings;
  return loaders.map(({ suffix, modules, nodes }) =>
    ({ suffix, ...moduleLoader({ ...settings, name: `${name}${suffix}`, modules, nodes, kubernetesVersion }) }));
}

/** A tuner for each group of pools with equal values. */
export function sysctlTuners({ tuners }: SetupPlan, { kubernetesVersion }: Cluster, settings: SysctlTunerSettings): PlannedAgent[] {
  const { name = 'kube-proxy-sysctl-tuner' } = settings;
  return tuners.map(({ suffix, sysctls, nodes }) =>
    ({ suffix, ...sysctlTuner({ ...settings, name: `${name}${suffix}`, sysctls, nodes, kubernetesVersion }) }));
}
