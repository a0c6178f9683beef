/** `npm run lab`: runs experiments on real kernels and says whether what must come out came out. */
import { parseArgs } from 'node:util';
import { keepRun } from './evidence';
import type { Experiment, IpVsCommit } from './experiments/experiment';
import { EXPERIMENTS, experimentById } from './experiments/index';
import type { KubeProxyParameters } from './experiments/kube-proxy';
import { API_SERVER_VERSION, ControlPlane, kubernetesProgram } from './host/control-plane';
import { runInGuest } from './host/guest';
import { IP_VS_BUILDS, builtIpVs } from './host/ip-vs-build';
import { kernelImage, type KernelImage } from './host/kernel-image';
import { kubeProxyParameters } from './host/kube-proxy-runs';
import { missingPackages } from './host/requirements';
import { parametersOf } from './host/parameters';
import { DEFAULT_KERNEL, KERNELS } from './kernels';

const USAGE = `npm run lab -- [--kernel NAME…|all] [--experiment ID…|all] [--without COMMITS…|all] [--keep]

  --kernel      ${KERNELS.map(({ name }) => name).join(', ')} (default ${DEFAULT_KERNEL})
  --experiment  ${EXPERIMENTS.map(({ id }) => id).join(', ')} (default all
                that need no programs of Kubernetes; kube-proxy does)
  --without     also on ip_vs built from Debian's source without commits: ${IP_VS_BUILDS.map(({ name }) => name).join(', ')}
  --keep        write what was measured to docs/evidence
`;

/** A guest takes a minute on a good machine, half an hour with many kube-proxies when it shares its processors. */
const TIMEOUT_SECONDS = 2400;

class UsageError extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kernel: { type: 'string', multiple: true, default: [DEFAULT_KERNEL] },
      experiment: { type: 'string', multiple: true, default: ['all'] },
      without: { type: 'string', multiple: true, default: [] },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const kernels = picked(KERNELS, ({ name }) => name, values.kernel, 'kernel');
  const experiments = values.experiment.includes('all')
    ? EXPERIMENTS.filter(({ needsKubernetes }) => !needsKubernetes)
    : picked(EXPERIMENTS, ({ id }) => id, values.experiment, 'experiment');
  const builds = picked(IP_VS_BUILDS, ({ name }) => name, values.without, 'build of ip_vs');
  const missing = missingPackages({ buildsModules: builds.length > 0 });
  if (missing.length > 0) {
    console.error(`The lab needs more of this machine: apt-get install ${[...new Set(missing)].join(' ')}`);
    return 2;
  }
  if (experiments.some(({ needsKubernetes }) => needsKubernetes) && kubernetesProgram(API_SERVER_VERSION, 'kube-apiserver') === undefined) {
    console.error(`Build the programs of Kubernetes first: e2e/kubernetes/build.sh ${API_SERVER_VERSION} && e2e/kubernetes/build.sh etcd`);
    return 2;
  }
  let failures = 0;
  for (const kernel of kernels) {
    console.log(`kernel ${kernel.name}: looking for it in ${kernel.suites.join(', ')}`);
    const image = kernelImage(kernel);
    if (image === undefined) {
      console.log(`  skipped: no kernel ${kernel.name} in ${kernel.suites.join(', ')} any more`);
      continue;
    }
    const { keep } = values;
    const ids = (wanted: (candidate: Experiment) => boolean | undefined) => experiments.filter(wanted).map(({ id }) => id);
    failures += await measured({ image, keep, experiments: ids(({ needsKubernetes }) => !needsKubernetes) });
    failures += await measuredBesideControlPlane({ image, keep, experiments: ids(({ needsKubernetes }) => needsKubernetes) });
    for (const { name, without } of builds) {
      console.log(`kernel ${kernel.name}: building ip_vs without ${name}`);
      const ipVsModule = builtIpVs(kernel, image, name);
      failures += await measured({ image, keep, without, ipVsModule, experiments: ids(({ withoutFixes }) => withoutFixes) });
    }
  }
  console.log(failures === 0 ? 'Everything came out as expected.' : `${failures} expectations do not hold.`);
  return failures === 0 ? 0 : 1;
}

interface GuestRun {
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

async function measuredBesideControlPlane(run: GuestRun): Promise<number> {
  if (run.experiments.length === 0) {
    return 0;
  }
  const controlPlane = await ControlPlane.start();
  try {
    return await measured({ ...run, kubeProxies: kubeProxyParameters(run.image.release, controlPlane) });
  } finally {
    await controlPlane.stop();
  }
}

/**
 * Runs experiments in one guest, and tells what came out.
 *
 * @returns how many expectations do not hold
 */
async function measured({ image, experiments, keep, without = [], ipVsModule, kubeProxies }: GuestRun): Promise<number> {
  if (experiments.length === 0) {
    return 0;
  }
  const started = Date.now();
  const parameters = Object.fromEntries(experiments.map((id) => [id, kubeProxies ?? parametersOf(id)]));
  const network = kubeProxies !== undefined;
  const output = await runInGuest({ image, input: { experiments, ipVsModule, parameters }, network, timeoutSeconds: TIMEOUT_SECONDS });
  const { name, version } = image.debianPackage;
  console.log(`  ${output.release} (${name} ${version})${without.length > 0 ? `, ip_vs without ${without.join(', ')}` : ''}: ${seconds(started)} s`);
  let failures = 0;
  for (const result of output.results) {
    const { title, expectations } = experimentById(result.experiment);
    console.log(`  ${result.experiment}: ${title} (${result.seconds} s)`);
    if (result.error !== undefined) {
      console.log(`    FAILED: ${result.error}`);
      failures++;
      continue;
    }
    for (const { that, holds } of expectations(result.measured, { release: output.release, without })) {
      console.log(`    ${holds ? 'holds' : 'DOES NOT HOLD'}: ${that}`);
      failures += holds ? 0 : 1;
    }
    if (keep) {
      keepRun(result.experiment, {
        kernel: image.name, release: output.release, package: `${name} ${version}`, without,
        date: new Date().toISOString().slice(0, 10), seconds: result.seconds, measured: result.measured,
      });
    }
  }
  return failures;
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}

function picked<Item>(items: readonly Item[], nameOf: (item: Item) => string, names: readonly string[], what: string): readonly Item[] {
  if (names.includes('all')) {
    return items;
  }
  const unknown = names.find((name) => !items.some((item) => nameOf(item) === name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no ${what} ${unknown}; there are ${items.map(nameOf).join(', ')}`);
  }
  return items.filter((item) => names.includes(nameOf(item)));
}

main(process.argv.slice(2)).then(
  (code) => { process.exitCode = code; },
  (error: Error & { readonly code?: string }) => {
    const usage = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS');
    console.error(usage ? `${error.message}\n\n${USAGE}` : error.message);
    process.exitCode = usage ? 2 : 1;
  },
);
