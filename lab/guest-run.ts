import { keepRun } from './evidence';
import type { IpVsCommit } from './experiments/experiment';
import { experimentById } from './experiments/index';
import type { KubeProxyParameters } from './experiments/kube-proxy';
import { ControlPlane } from './host/control-plane';
import { runInGuest } from './host/guest';
import type { KernelImage } from './host/kernel-image';
import { kubeProxyParameters } from './host/kube-proxy-runs';
import { parametersOf } from './host/parameters';
import type { Tally } from './tally';

/** Experiments that share a guest. */
export interface GuestRun {
  readonly image: KernelImage;
  /** Ids; with none, no guest is started. */
  readonly experiments: readonly string[];
  /** Whether what was measured is kept as evidence. */
  readonly keep: boolean;
  /** Commits that `ipVsModule` lacks. @default - the kernel's own module */
  readonly without?: readonly IpVsCommit[];
  readonly ipVsModule?: string;
  /** @default - no kube-proxy is run */
  readonly kubeProxies?: KubeProxyParameters;
}

/** How long a guest may take before it counts as hung: several times what it takes on a machine that others use as well. */
const TIMEOUT_SECONDS = { boot: 300, experiment: 120, kubeProxy: 200 };

/** Runs experiments beside an API server. */
export async function measureBesideControlPlane(run: GuestRun, tally: Tally): Promise<void> {
  if (run.experiments.length === 0) {
    return;
  }
  const controlPlane = await ControlPlane.start();
  try {
    await measure({ ...run, kubeProxies: kubeProxyParameters(run.image.release, controlPlane) }, tally);
  } finally {
    await controlPlane.stop();
  }
}

/** Runs experiments in one guest, and tells what came out. */
export async function measure({ image, experiments, keep, without = [], ipVsModule, kubeProxies }: GuestRun, tally: Tally): Promise<void> {
  if (experiments.length === 0) {
    return;
  }
  const started = Date.now();
  const { name, version } = image.debianPackage;
  console.log(`  guest: ${image.release} (${name} ${version})${without.length > 0 ? `, ip_vs without ${without.join(', ')}` : ''}`);
  const parameters = Object.fromEntries(experiments.map((id) => [id, kubeProxies ?? parametersOf(id)]));
  const timeoutSeconds = TIMEOUT_SECONDS.boot + experiments.length * TIMEOUT_SECONDS.experiment
    + (kubeProxies?.runs.length ?? 0) * TIMEOUT_SECONDS.kubeProxy;
  const output = await runInGuest({ image, input: { experiments, ipVsModule, parameters }, network: kubeProxies !== undefined, timeoutSeconds });
  for (const result of output.results) {
    const { title, expectations } = experimentById(result.experiment);
    console.log(`  ${result.experiment}: ${title} (${result.seconds} s)`);
    if (result.error !== undefined) {
      tally.fail(result.error);
      continue;
    }
    tally.judge(expectations(result.measured, { release: output.release, without }));
    if (keep) {
      keepRun(result.experiment, {
        kernel: image.name, release: output.release, package: `${name} ${version}`, without,
        date: new Date().toISOString().slice(0, 10), seconds: result.seconds, measured: result.measured,
      });
    }
  }
  console.log(`  the guest took ${Math.round((Date.now() - started) / 1000)} s`);
}
