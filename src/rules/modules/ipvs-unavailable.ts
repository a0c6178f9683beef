import { NFTABLES_RELEASES } from '../../facts/kube-proxy/modes';
import { NFTABLES_KERNEL } from '../../facts/kube-proxy/nftables';
import { CONNTRACK_MERGED_FROM, KNOWS_MERGED_CONNTRACK, SEES_BUILT_IN } from '../../facts/kube-proxy/requirements';
import type { ModulePrediction, PoolPrediction } from '../../prediction/prediction';
import type { Rule } from '../rule';
import { orLater } from '../wording/releases';
import { startupFindings } from '../wording/startup-findings';

export const ipvsUnavailable: Rule = {
  id: 'ipvs-unavailable',
  group: 'modules',
  title: 'kube-proxy cannot run in IPVS mode here: a module that it requires is missing or not detected.',
  severities: ['error'],
  sources: ['kubernetes/kubernetes#63801', 'kubernetes/kubernetes#70304', 'kubernetes/kubernetes#111806'],
  judge: ({ prediction }) => [
    ...startupFindings(prediction, 'modules-missing', missingInShort, remedies),
    ...startupFindings(prediction, 'kernel-unreadable', () => 'the kernel version cannot be read', ({ pool }) => [
      `Correct kernelVersion of pool ${pool.name}: write what uname -r prints on its nodes (5.15.0-91-generic).`,
    ]),
  ],
};

function missingInShort({ modules, modeInForce: mode, requestedMode }: PoolPrediction): string {
  const missing = modules.filter(({ satisfied, neededAs }) => satisfied === false && neededAs !== 'scheduler');
  const [first, ...more] = missing.map(({ name }) => name);
  return first === undefined ? `a module of ${requestedMode ?? mode ?? 'this'} mode is missing`
    : more.length === 0 ? `module ${first} is missing` : `modules ${first} and ${more.length} more are missing`;
}

function remedies(prediction: PoolPrediction): string[] {
  const { pool } = prediction;
  const missing = prediction.modules.filter(({ satisfied, neededAs }) => satisfied === false && neededAs !== 'scheduler');
  return [
    ...missing.some(isRenamed)
      ? [`Run kube-proxy ${orLater(KNOWS_MERGED_CONNTRACK)}, which asks for nf_conntrack on Linux ${CONNTRACK_MERGED_FROM} and later.`]
      : [],
    ...missing.some(({ state }) => state === 'builtin') ? seeBuiltIn(prediction) : [],
    ...missing.some(({ state }) => state === 'loadable') ? load(prediction, missing) : [],
    ...missing.some((module) => module.state === 'absent' && !isRenamed(module))
      ? [`Give pool ${pool.name} a kernel or image with ${names(missing.filter(({ state }) => state === 'absent'))}: a package of extra modules `
        + '(linux-modules-extra, kernel-modules-extra), or a flavour of the kernel that is not cut down (generic instead of kvm).']
      : [],
    `Or set mode: iptables for pool ${pool.name}, or nftables with Linux ${NFTABLES_KERNEL} or later and kube-proxy ${orLater(NFTABLES_RELEASES.stable)}.`,
  ];
}

function isRenamed({ name, state }: ModulePrediction): boolean {
  return name === 'nf_conntrack_ipv4' && state === 'absent';
}

function seeBuiltIn({ instance }: PoolPrediction): string[] {
  return instance?.mountsLibModules === false
    ? ['Mount the host\'s /lib/modules read-only into the kube-proxy container: it looks for built-in modules in modules.builtin there.']
    : [`Run kube-proxy ${orLater(SEES_BUILT_IN)}, which counts modules that are built into the kernel.`];
}

function load({ instance }: PoolPrediction, missing: readonly ModulePrediction[]): string[] {
  return [
    `Load ${names(missing)} at boot: one name a line in a file of /etc/modules-load.d, or by ModuleLoader.`,
    ...instance?.mountsLibModules === false ? ['Or mount the host\'s /lib/modules read-only into the kube-proxy container, so that it can load them itself.'] : [],
  ];
}

function names(modules: readonly ModulePrediction[]): string {
  return modules.map(({ name }) => name).join(', ');
}
