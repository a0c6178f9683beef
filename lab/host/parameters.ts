import type { LoaderObjects } from '../experiments/module-loader';
import type { TunerObjects } from '../experiments/sysctl-tuner';
import type { PodObjects } from '../guest/pod';
import { moduleLoader, sysctlTuner } from '../../src/manifests';

const TUNER_INTERVAL_SECONDS = 2;

/** What experiments need from the host, by their ids: objects as the library renders them. */
const PARAMETERS: Readonly<Record<string, () => unknown>> = {
  'module-loader': (): LoaderObjects => ({
    needed: loader('ip_vs', 'ip_vs_rr', 'ip_vs_wrr', 'ip_vs_sh', 'nf_conntrack_ipv4|nf_conntrack'),
    missing: loader('ip_vs', 'ip_vs_nonesuch'),
    builtin: loader('binfmt_script'),
  }),
  'sysctl-tuner': (): TunerObjects => ({
    pod: sysctlTuner({ sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1 }, intervalSeconds: TUNER_INTERVAL_SECONDS }) as unknown as PodObjects,
    intervalSeconds: TUNER_INTERVAL_SECONDS,
  }),
};

export function parametersOf(experiment: string): unknown {
  return PARAMETERS[experiment]?.();
}

function loader(...modules: readonly string[]): PodObjects {
  return moduleLoader({ modules }) as unknown as PodObjects;
}
