import { command, loadedModules, setSysctl, sysctl, succeeds } from '../guest/system';
import { experiment } from './experiment';

const KEYS = ['net.ipv4.vs.conn_reuse_mode', 'net.ipv4.vs.conntrack', 'net.ipv4.vs.expire_nodest_conn', 'net.netfilter.nf_conntrack_max'] as const;

type Values = Readonly<Record<string, string | null>>;

interface Measured {
  readonly before: Values;
  /** Whether `sysctl -w` of the first key works before the module is there. */
  readonly earlyWriteSucceeds: boolean;
  readonly after: Values;
  /** The first key after the module was unloaded and loaded again. */
  readonly afterReload: string | null;
}

/** What sysctl.d meets at boot when nothing has loaded ip_vs yet. Runs first, and leaves the node without ip_vs. */
export const sysctlBeforeModule = experiment<Measured>({
  id: 'sysctl-before-module',
  title: 'The keys of ip_vs and nf_conntrack exist only once the module is loaded, start at the kernel\'s defaults, and are lost with it.',
  rules: ['sysctl-before-module', 'sysctl-key-missing'],
  measure: async () => {
    if (loadedModules().includes('ip_vs')) {
      throw new Error('ip_vs is loaded already');
    }
    const before = values();
    const earlyWriteSucceeds = succeeds('busybox', 'sysctl', '-w', `${KEYS[0]}=0`);
    command('modprobe', '-a', 'ip_vs', 'nf_conntrack');
    const after = values();
    setSysctl(KEYS[0], 0);
    command('modprobe', '-r', 'ip_vs');
    command('modprobe', 'ip_vs');
    const afterReload = sysctl(KEYS[0]);
    command('modprobe', '-r', 'ip_vs');
    return { before, earlyWriteSucceeds, after, afterReload };
  },
  expectations: ({ before, earlyWriteSucceeds, after, afterReload }) => [
    { that: 'no key exists before its module', holds: Object.values(before).every((value) => value === null) },
    { that: 'a write before the module fails', holds: !earlyWriteSucceeds },
    { that: 'conn_reuse_mode starts at 1, conntrack and expire_nodest_conn at 0', holds: KEYS.slice(0, 3).every((key, index) => after[key] === ['1', '0', '0'][index]) },
    { that: 'loading the module again brings back the default', holds: afterReload === '1' },
  ],
});

function values(): Values {
  return Object.fromEntries(KEYS.map((key) => [key, sysctl(key)]));
}
