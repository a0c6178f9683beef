import { CONN_REUSE_MODE } from '../facts/kube-proxy/reuse-mode';
import { canonicalJson } from '../manifests/canonical-json';
import type { KernelSysctls } from '../manifests/sysctl-tuner';
import type { AutoTuning } from '../prediction/auto-tuning';
import { choiceOf } from './plan-modules';
import type { SetupOptions } from './setup-options';
import type { PlannedKubeProxy, SetupPlan } from './setup-plan';

type Decided = SetupPlan['autoTuning'][number];

/**
 * One tuner for all nodes in IPVS mode, with what was decided for the kernel of each pool.
 *
 * @throws Error when pools with the same kernel need different values, since a node knows its kernel and not its pool
 */
export function planKernels(
  options: SetupOptions, kubeProxies: readonly PlannedKubeProxy[], inIpvsMode: readonly PlannedKubeProxy[], decided: readonly Decided[],
): SetupPlan['tuner'] {
  const byKernel = new Map<string, { readonly pool: string; readonly sysctls: KernelSysctls['sysctls']; readonly tuning: AutoTuning }>();
  const kernelOf = new Map(options.cluster.nodePools.map(({ name, kernel }) => [name, kernel]));
  for (const tuning of decided) {
    const kernel = kernelOf.get(tuning.pool)!;
    const sysctls = sysctlsOn(tuning, options);
    const known = byKernel.get(kernel.release);
    if (known && canonicalJson(known.sysctls) !== canonicalJson(sysctls)) {
      throw new Error(`node pools ${JSON.stringify(known.pool)} and ${JSON.stringify(tuning.pool)} both run ${kernel.release}, but need different values of ${CONN_REUSE_MODE} `
        + `(${known.pool}: ${known.tuning.because}; ${tuning.pool}: ${tuning.because}), and the tuner tells nodes apart by their kernel; `
        + 'allowed: the same version of kube-proxy and the same declaredBackports for both, connReuseMode 0 or 1 for all, or another mode for one of them');
    }
    byKernel.set(kernel.release, known ?? { pool: tuning.pool, sysctls, tuning });
  }
  const kernels = [...byKernel].map(([kernel, { sysctls }]) => ({ kernel, sysctls })).sort((left, right) => (left.kernel < right.kernel ? -1 : 1));
  return kernels.some(({ sysctls }) => Object.keys(sysctls).length > 0) ? { kernels, choice: choiceOf(kubeProxies, inIpvsMode) } : undefined;
}

function sysctlsOn(tuning: AutoTuning, { connReuseMode = 'auto', sysctls = {} }: SetupOptions): Record<string, string | number> {
  const mode = connReuseMode === 'auto' ? tuning.connReuseMode : connReuseMode;
  return { ...(mode === undefined ? {} : { [CONN_REUSE_MODE]: Number(mode) }), ...sysctls };
}
