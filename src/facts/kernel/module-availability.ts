import type { Evidence, EvidencedPresence } from '../evidence';
import type { KernelRelease } from './kernel-release';
import { conntrackModule } from './conntrack-module';
import type { ModuleState } from './module-state';
import { operatingSystemOf, type NodeSystem } from './operating-systems';
import { schedulerModule, schedulerNamed, SCHEDULERS } from './schedulers';

/** What is known of a module from the strings that a node shows; never `loaded`, which they do not tell. */
export interface ModuleAvailability {
  readonly state: Exclude<ModuleState, 'loaded'> | 'unknown';
  /** One clause for a reader. */
  readonly because: string;
  readonly evidence: Evidence | undefined;
}

const FLATCAR_DUMMY: Evidence = { source: 'coreos/linux#272; Flatcar coreos-overlay 4a51977a3', certainty: 'verified' };

/** Whether the kernel and operating system of a node have a module. Names with `-` and `_` are the same. */
export function moduleAvailability(name: string, node: NodeSystem): ModuleAvailability {
  const module = name.replaceAll('-', '_');
  if (module === 'nf_conntrack_ipv4') {
    return separateConntrack(node);
  }
  return youngScheduler(module, node.kernel) ?? shippedModule(module, node);
}

/** Whether a scheduler, by the kernel's name for it, can be used on a node. */
export function schedulerAvailability(name: string, node: NodeSystem): EvidencedPresence {
  if (schedulerNamed(name) === undefined) {
    const evidence: Evidence = { source: 'net/netfilter/ipvs of Linux 7.2', certainty: 'verified' };
    return { state: 'absent', evidence, because: `no Linux kernel has a scheduler named ${JSON.stringify(name)}` };
  }
  const { state, because, evidence = UNKNOWN_SOURCE } = moduleAvailability(schedulerModule(name), node);
  return { state: state === 'builtin' || state === 'loadable' ? 'present' : state, because, evidence };
}

const UNKNOWN_SOURCE: Evidence = { source: 'no kernel configuration that tells', certainty: 'from-memory' };

function separateConntrack(node: NodeSystem): ModuleAvailability {
  const { kernel } = node;
  const { name, because, evidence } = conntrackModule(node);
  if (name === 'nf_conntrack_ipv4') {
    return shippedModule('nf_conntrack_ipv4', node, 'nf_conntrack');
  }
  // 4.19.0 came without it, and was the reason for it (coreos/bugs#2518).
  if (kernel.family.id === 'flatcar' && kernel.atLeast('4.19.1') && kernel.before('5.10')) {
    return kernel.before('5.4.67')
      ? { state: 'loadable', because: 'Flatcar shipped an empty nf_conntrack_ipv4 from October 2018 to October 2020', evidence: FLATCAR_DUMMY }
      : { state: 'unknown', because: 'Flatcar dropped its empty nf_conntrack_ipv4 in October 2020', evidence: FLATCAR_DUMMY };
  }
  return { state: name === 'nf_conntrack' ? 'absent' : 'unknown', because, evidence };
}

function youngScheduler(module: string, kernel: KernelRelease): ModuleAvailability | undefined {
  const since = SCHEDULERS.find(({ name }) => schedulerModule(name) === module)?.since;
  return since !== undefined && kernel.before(since.release)
    ? { state: 'absent', because: `${module} is in Linux from ${since.release} on, and this is ${kernel.base}`, evidence: since.evidence }
    : undefined;
}

/** `listedAs` is the module that stands for it in the lists of operating systems. */
function shippedModule(module: string, node: NodeSystem, listedAs = module): ModuleAvailability {
  const system = operatingSystemOf(node);
  if (system === undefined) {
    return { state: 'unknown', because: `nothing is known of the modules of ${node.kernel.release}`, evidence: undefined };
  }
  const { title, evidence, note } = system;
  const noted = note === undefined ? '' : ` (${note})`;
  if (system.builtin?.includes(listedAs)) {
    return { state: 'builtin', because: `${title} has ${module} built in`, evidence };
  }
  if (system.loadable?.includes(listedAs)) {
    return { state: 'loadable', because: `${title} ships ${module} as a module${noted}`, evidence };
  }
  if (system.absent?.includes(listedAs)) {
    return { state: 'absent', because: `${title} does not build ${module}`, evidence };
  }
  return { state: 'unknown', because: `nothing is known of ${module} on ${title}${noted}`, evidence: note === undefined ? undefined : evidence };
}
