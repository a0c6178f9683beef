import * as fs from 'node:fs';
import * as os from 'node:os';
import { succeeds } from '../guest/system';
import { experiment } from './experiment';

type State = 'loadable' | 'builtin' | 'absent';

const SCHEDULERS = ['rr', 'wrr', 'lc', 'wlc', 'lblc', 'lblcr', 'dh', 'sh', 'sed', 'nq', 'fo', 'ovf', 'mh', 'twos'];
const MODULES = ['ip_vs', ...SCHEDULERS.map((name) => `ip_vs_${name}`), 'nf_conntrack', 'nf_conntrack_ipv4', 'dummy', 'ip_set', 'nf_tables', 'br_netfilter'];

/** Which of the modules that kube-proxy may ask for a kernel has. */
export const modulesAndSchedulers = experiment<Readonly<Record<string, State>>>({
  id: 'modules-and-schedulers',
  title: 'Which modules and schedulers the kernel ships; each that it ships can be loaded.',
  rules: ['ipvs-unavailable', 'scheduler-unavailable', 'conntrack-module-renamed'],
  measure: async () => {
    const builtin = fs.readFileSync(`/lib/modules/${os.release()}/modules.builtin`, 'utf8');
    return Object.fromEntries(MODULES.map((name) => {
      if (builtin.includes(`/${name}.ko`)) {
        return [name, 'builtin'];
      }
      return [name, succeeds('modprobe', name) ? 'loadable' : 'absent'];
    }));
  },
  expectations: (modules) => [
    { that: 'ip_vs and the schedulers of kube-proxy\'s list are there', holds: ['ip_vs', 'ip_vs_rr', 'ip_vs_wrr', 'ip_vs_sh'].every((name) => modules[name] !== 'absent') },
    { that: 'nf_conntrack_ipv4 is not there: it is a part of nf_conntrack', holds: modules.nf_conntrack_ipv4 === 'absent' && modules.nf_conntrack !== 'absent' },
  ],
});
