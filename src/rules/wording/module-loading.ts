import type { NodePool } from '../../cluster/node-pool';
import { operatingSystemOf } from '../../facts/kernel/operating-systems';
import type { Severity } from '../finding';
import type { Writer, WriterKind } from '../../declaration/writer';

/** Why a loader fails on a pool, or may fail. */
export interface BrokenLoader {
  readonly severity: Severity;
  /** What is wrong, in a few words, with the loader as its subject. */
  readonly what: string;
  /** One clause, with the loader as its subject. */
  readonly because: string;
  readonly remedies: readonly string[];
}

const AT_BOOT = 'Or load the modules at boot: one name a line in a file of /etc/modules-load.d.';

/** What storage and other drivers load is their own affair. */
const KUBE_PROXYS = /^(?:ip_vs|nf_conntrack|ip_set|nf_tables)/;

const PODS: readonly WriterKind[] = ['module-loader', 'sysctl-tuner', 'daemon-set', 'pod', 'job', 'cron-job'];

/** What keeps a loader from working, on the nodes of a pool or anywhere; `undefined` when nothing does, as far as can be told. */
export function brokenLoader(writer: Writer, pool?: NodePool): BrokenLoader | undefined {
  const { loading, modules, cannotWork, kind } = writer;
  if (!modules.some(({ module }) => KUBE_PROXYS.test(module))) {
    return undefined;
  }
  const system = pool && operatingSystemOf(pool);
  if (system?.refusesPodLoaders && PODS.includes(kind)) {
    return {
      severity: 'error',
      what: 'may not load modules on this operating system',
      because: `may not load modules: ${system.title} gives the right to no pod`,
      remedies: [
        'Keep the loader off these nodes by its node selector, and list modules that are not built in under machine.kernel.modules of the machine configuration.',
      ],
    };
  }
  if (loading?.mayLoad === false) {
    return {
      severity: 'error',
      what: 'may not load modules: it lacks the capability SYS_MODULE',
      because: 'its container is neither privileged nor has it the capability SYS_MODULE',
      remedies: ['Add the capability SYS_MODULE (and SYS_CHROOT, to use the host\'s modprobe) to the container, as uid 0.', AT_BOOT],
    };
  }
  if (loading?.seesHostModules === false) {
    return {
      severity: 'error',
      what: 'has no modules to load: it does not see the host\'s /lib/modules',
      because: 'its container does not mount the host\'s /lib/modules',
      remedies: [
        'Mount the host\'s /lib/modules read-only (and /usr/lib/modules where the one is a link to the other), or run the host\'s own modprobe by chroot or nsenter.',
        AT_BOOT,
      ],
    };
  }
  if (cannotWork !== undefined) {
    return { severity: 'error', what: 'cannot load the modules that it lists', because: cannotWork, remedies: ['Fix that in the loader.', AT_BOOT] };
  }
  return loading?.tool === 'container' && system?.compressedModules?.compressed
    ? {
      severity: 'warning',
      what: 'may not be able to read the compressed modules of this node',
      because: `it uses the modprobe of its own image, and ${system.title} ships compressed modules, which that may not be able to read`,
      remedies: ['Run the host\'s own modprobe by chroot or nsenter, or use an image whose kmod reads .ko.xz and .ko.zst.', AT_BOOT],
    }
    : undefined;
}
