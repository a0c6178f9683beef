/** `npm run lab`: runs experiments on real kernels and says whether what must come out came out. */
import { parseArgs } from 'node:util';
import type { Experiment } from './experiments/experiment';
import { EXPERIMENTS } from './experiments/index';
import { measure, measureBesideControlPlane } from './guest-run';
import { API_SERVER_VERSION, kubernetesProgram } from './host/control-plane';
import { IP_VS_BUILDS, builtIpVs, type IpVsBuild } from './host/ip-vs-build';
import { givenFile, kernelImage } from './host/kernel-image';
import { missingPackages } from './host/requirements';
import { canRun, DEFAULT_KERNEL, KERNELS, type LabKernel } from './kernels';
import { Tally } from './tally';

const USAGE = `npm run lab -- [--kernel NAME…|all] [--experiment ID…|all] [--without COMMITS…|all] [--keep] [--results FILE]

  --kernel      ${KERNELS.map(({ name }) => name).join(', ')} (default ${DEFAULT_KERNEL})
  --experiment  ${EXPERIMENTS.map(({ id }) => id).join(', ')} (default all
                that need no programs of Kubernetes; kube-proxy does)
  --without     also on ip_vs built from Debian's source without commits: ${IP_VS_BUILDS.map(({ name }) => name).join(', ')}
  --keep        write what was measured to docs/evidence
  --results     write how many expectations hold to a file, as numPassedTests and numFailedTests
`;

class UsageError extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const started = Date.now();
  const { values } = parseArgs({
    args: [...args],
    options: {
      kernel: { type: 'string', multiple: true, default: [DEFAULT_KERNEL] },
      experiment: { type: 'string', multiple: true, default: ['all'] },
      without: { type: 'string', multiple: true, default: [] },
      keep: { type: 'boolean', default: false },
      results: { type: 'string' },
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
  const missing = missingPackages({ buildsModules: builds.length > 0, runsKubeProxies: experiments.some(({ needsKubernetes }) => needsKubernetes) });
  if (missing.length > 0) {
    console.error(`The lab needs more of this machine: apt-get install ${[...new Set(missing)].join(' ')}`);
    return 2;
  }
  if (experiments.some(({ needsKubernetes }) => needsKubernetes) && kubernetesProgram(API_SERVER_VERSION, 'kube-apiserver') === undefined) {
    console.error(`Build the programs of Kubernetes first: e2e/kubernetes/build.sh ${API_SERVER_VERSION} && e2e/kubernetes/build.sh etcd`);
    return 2;
  }
  const tally = new Tally();
  for (const kernel of kernels) {
    await attempt(() => measureOn({ kernel, experiments, builds, keep: values.keep }, tally), tally);
  }
  console.log(`${tally.summary()} (${duration(started)})`);
  if (values.results !== undefined) {
    tally.write(values.results);
  }
  return tally.isFine ? 0 : 1;
}

interface KernelRun {
  readonly kernel: LabKernel;
  readonly experiments: readonly Experiment[];
  readonly builds: readonly IpVsBuild[];
  readonly keep: boolean;
}

/** Runs experiments on a kernel, and those about fixes on builds of ip_vs that lack some as well. */
async function measureOn({ kernel, experiments: wantedOnes, builds: wantedBuilds, keep }: KernelRun, tally: Tally): Promise<void> {
  console.log(`kernel ${kernel.name}: ${kernel.given ? 'given' : `the newest in ${kernel.suites.join(', ')}`}`);
  const experiments = wantedOnes.filter(({ id }) => canRun(kernel, id));
  // There is no source of a kernel that is given.
  const builds = kernel.given ? [] : wantedBuilds;
  const image = kernelImage(kernel);
  if (image === undefined) {
    console.log(`  skipped: ${kernel.given ? `it takes ${kernel.given.map(givenFile).join(' and ')}` : 'there is none any more'}`);
    return;
  }
  const ids = (wanted: (candidate: Experiment) => boolean | undefined) => experiments.filter(wanted).map(({ id }) => id);
  await attempt(() => measure({ image, keep, experiments: ids(({ needsKubernetes }) => !needsKubernetes) }, tally), tally);
  // Each in a guest of its own: they leave a network and claims about the kernel behind.
  for (const id of ids(({ needsKubernetes }) => needsKubernetes)) {
    await attempt(() => measureBesideControlPlane({ image, keep, experiments: [id] }, tally), tally);
  }
  for (const { name, without, experiments: only } of builds) {
    console.log(`kernel ${kernel.name}: ip_vs without ${name}, from Debian's source`);
    await attempt(() => {
      const ipVsModule = builtIpVs(kernel, image, name);
      const onIt = ids(({ id, withoutFixes }) => withoutFixes && (only?.includes(id) ?? true));
      return measure({ image, keep, without, ipVsModule, experiments: onIt }, tally);
    }, tally);
  }
}

/** Counts what cannot be run as failed, so that the rest still runs. */
async function attempt(step: () => Promise<void>, tally: Tally): Promise<void> {
  try {
    await step();
  } catch (error) {
    console.log(`  FAILED: ${(error as Error).message}`);
    tally.countFailure();
  }
}

function duration(since: number): string {
  const seconds = Math.round((Date.now() - since) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
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

// So that guests and servers end with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(1));
}

main(process.argv.slice(2)).then(
  (code) => { process.exitCode = code; },
  (error: Error & { readonly code?: string }) => {
    const usage = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS');
    console.error(usage ? `${error.message}\n\n${USAGE}` : error.message);
    process.exitCode = usage ? 2 : 1;
  },
);
