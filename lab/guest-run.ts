import { keepRun, measuredOn } from './evidence';
import type { Expectation, IpVsCommit } from './experiments/experiment';
import { experimentById } from './experiments/index';
import { ControlPlane } from './host/control-plane';
import { runInGuest } from './host/guest';
import type { KernelImage } from './host/kernel-image';
import { kubernetesParameters, type KubernetesParameters } from './host/kube-proxy-runs';
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
  readonly kubernetes?: KubernetesParameters;
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
    await measure({ ...run, kubernetes: kubernetesParameters(run.experiments, run.image.release, controlPlane) }, tally);
  } finally {
    await controlPlane.stop();
  }
}

/**
 * Runs experiments in one guest, and tells what came out. What did not come out as expected runs once more, in a guest of its own: an
 * emulated processor that others keep waiting looks like a kernel or a pod that is slow.
 */
export async function measure(run: GuestRun, tally: Tally): Promise<void> {
  if (run.experiments.length === 0) {
    return;
  }
  const first = await judged(run);
  const failing = first.filter(({ expectations }) => expectations.some(({ holds }) => !holds)).map(({ experiment }) => experiment);
  tally.count(first.filter(({ experiment }) => !failing.includes(experiment)).flatMap(({ expectations }) => expectations));
  if (failing.length > 0) {
    console.log(`  once more, in case the machine stalled: ${failing.join(', ')}`);
    tally.count((await judged({ ...run, experiments: failing })).flatMap(({ expectations }) => expectations));
  }
}

interface Judged {
  readonly experiment: string;
  readonly expectations: readonly Expectation[];
}

async function judged({ image, experiments, keep, without = [], ipVsModule, kubernetes }: GuestRun): Promise<Judged[]> {
  const started = Date.now();
  const { name, version } = image.debianPackage;
  const lacks = image.lacks.length > 0 ? { lacks: image.lacks } : {};
  console.log(`  guest: ${image.release} (${name} ${version})${without.length > 0 ? `, ip_vs without ${without.join(', ')}` : ''}`);
  const parameters = Object.fromEntries(experiments.map((id) => [id, kubernetes?.parameters[id] ?? parametersOf(id, image.release)]));
  const timeoutSeconds = TIMEOUT_SECONDS.boot + experiments.length * TIMEOUT_SECONDS.experiment
    + (kubernetes?.starts ?? 0) * TIMEOUT_SECONDS.kubeProxy;
  const output = await runInGuest({ image, input: { experiments, ipVsModule, parameters }, network: kubernetes !== undefined, timeoutSeconds });
  const results = output.results.map((result): Judged => {
    const { title, expectations } = experimentById(result.experiment);
    console.log(`  ${result.experiment}: ${title} (${result.seconds} s)`);
    if (keep && result.error === undefined) {
      keepRun(result.experiment, {
        kernel: image.name, release: output.release, package: `${name} ${version}`, without, ...lacks,
        date: new Date().toISOString().slice(0, 10), seconds: result.seconds, measured: result.measured,
      });
    }
    const judgement = result.error === undefined
      ? expectations(result.measured, measuredOn({ release: output.release, without, ...lacks }))
      : [{ that: `it can be measured: ${result.error}`, holds: false }];
    judgement.forEach(({ that, holds }) => console.log(`    ${holds ? 'holds' : 'DOES NOT HOLD'}: ${that}`));
    return { experiment: result.experiment, expectations: judgement };
  });
  console.log(`  the guest took ${Math.round((Date.now() - started) / 1000)} s`);
  return results;
}
