import type { LoaderObjects } from '../experiments/module-loader';
import type { TunerObjects } from '../experiments/sysctl-tuner';
import type { PodObjects } from '../guest/pod';
import { moduleLoader } from '../../src/manifests/module-loader';
import { sysctlTuner } from '../../src/manifests/sysctl-tuner';

const TUNER_INTERVAL_SECONDS = 2;

/** What experiments need from the host, by their ids: objects as the library renders them for the release of the guest's kernel. */
const PARAMETERS: Readonly<Record<string, (kernel: string) => unknown>> = {
  'module-loader': (): LoaderObjects => ({
    needed: loader('ip_vs', 'ip_vs_rr', 'ip_vs_wrr', 'ip_vs_sh', 'nf_conntrack_ipv4|nf_conntrack'),
    missing: loader('ip_vs', 'ip_vs_nonesuch'),
    builtin: loader('binfmt_script'),
  }),
  'sysctl-tuner': (kernel): TunerObjects => ({
    pod: tunerFor(kernel),
    otherKernel: tunerFor(`${kernel}-before-its-upgrade`),
    intervalSeconds: TUNER_INTERVAL_SECONDS,
  }),
};

export function parametersOf(experiment: string, kernel: string): unknown {
  return PARAMETERS[experiment]?.(kernel);
}

function loader(...modules: readonly string[]): PodObjects {
  return moduleLoader({ modules }) as unknown as PodObjects;
}

function tunerFor(kernel: string): PodObjects {
  const kernels = [{ kernel, sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1 } }];
  return sysctlTuner({ kernels, intervalSeconds: TUNER_INTERVAL_SECONDS }) as unknown as PodObjects;
}
