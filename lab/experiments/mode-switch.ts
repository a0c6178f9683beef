import {
  addVirtualServers, forget, hasIptablesRulesFor, hasNftablesRulesFor, hasVirtualServers, joinNetwork, leftovers, netSysctls, runKubeProxy,
  type Leftovers,
} from '../guest/kube-proxy-node';
import { command } from '../guest/system';
import { experiment, type Expectation } from './experiment';

type Mode = 'ipvs' | 'nftables' | 'iptables';

/** What the host tells the guest. */
export interface ModeSwitchParameters {
  readonly kubeconfig: string;
  /** Each kube-proxy, with a configuration for each mode. */
  readonly kubeProxies: readonly { readonly version: string; readonly program: string; readonly configurations: Readonly<Record<Mode, string>> }[];
  /** Virtual servers that kube-proxy is to set up, as `ipvsadm -S -n` prints them. */
  readonly virtualServers: readonly string[];
  /** A virtual server of somebody else, in the same form, inside `ipvs.excludeCIDRs`. */
  readonly foreign: readonly string[];
  /** The address of one of the Services. */
  readonly serviceAddress: string;
}

/** One kube-proxy that starts in another mode than the one before it on the node. */
export interface ModeSwitch {
  readonly version: string;
  readonly from: Mode;
  readonly to: Mode;
  /** Whether modprobe finds modules where kube-proxy runs, as in a container that mounts /lib/modules. */
  readonly findsModules: boolean;
  readonly outcome: string;
  readonly before: Leftovers;
  readonly after: Leftovers;
}

/** In one go on one node, so that each begins with what the one before left. */
const SWITCHES: readonly Pick<ModeSwitch, 'from' | 'to' | 'findsModules'>[] = [
  { from: 'ipvs', to: 'nftables', findsModules: true },
  { from: 'nftables', to: 'ipvs', findsModules: true },
  { from: 'ipvs', to: 'iptables', findsModules: true },
  // What kube-proxy set up in ipvs mode is still there.
  { from: 'iptables', to: 'nftables', findsModules: false },
];

/** How many times each kube-proxy is started. */
export const MODE_SWITCH_STARTS = SWITCHES.length + 1;

/** What a kube-proxy that starts in another mode removes of the mode before, and of others. */
export const modeSwitch = experiment<readonly ModeSwitch[]>({
  id: 'mode-switch',
  title: 'What kube-proxy removes when it starts in another mode: to and from nftables what the other mode left, virtual servers of others with it; else nothing.',
  rules: ['mode-switch-residue', 'foreign-virtual-server'],
  needsKubernetes: true,
  measure: async (parameters) => {
    const { kubeconfig, kubeProxies, virtualServers, foreign, serviceAddress } = parameters as ModeSwitchParameters;
    joinNetwork(kubeconfig);
    command('modprobe', '-a', 'nf_conntrack', 'ip_vs');
    const isSetUp: Readonly<Record<Mode, () => boolean>> = {
      ipvs: () => hasVirtualServers(virtualServers),
      nftables: () => hasNftablesRulesFor(serviceAddress),
      iptables: () => hasIptablesRulesFor(serviceAddress),
    };
    const base = netSysctls();
    const measured: ModeSwitch[] = [];
    for (const { version, program, configurations } of kubeProxies) {
      command('nft', 'flush', 'ruleset');
      forget(base);
      command('modprobe', 'ip_vs');
      const startIn = async (mode: Mode, findsModules = true) => {
        if (isSetUp[mode]()) {
          throw new Error(`what kube-proxy ${version} is to set up in ${mode} mode is there before its start`);
        }
        const running = await runKubeProxy({ program, configuration: configurations[mode] }, isSetUp[mode], findsModules);
        await running.stop();
        return running.outcome;
      };
      await startIn('ipvs');
      for (const { from, to, findsModules } of SWITCHES) {
        if (!hasVirtualServers(foreign)) {
          addVirtualServers(foreign);
        }
        const before = leftovers(virtualServers, foreign);
        const outcome = await startIn(to, findsModules);
        measured.push({ version, from, to, findsModules, outcome, before, after: leftovers(virtualServers, foreign) });
      }
    }
    return measured;
  },
  expectations: (switches) => switches.flatMap(expectationsOf),
});

function expectationsOf({ version, from, to, findsModules, outcome, before, after }: ModeSwitch): Expectation[] {
  const where = `kube-proxy ${version}, ${from} → ${to}${findsModules ? '' : ', where modprobe finds no modules'}`;
  const cleansIpvs = to === 'nftables' && findsModules;
  const hasIpvs = ({ virtualServers, kubeIpvs0, ipSets }: Leftovers) => virtualServers > 0 && kubeIpvs0 && ipSets > 0;
  const isWithoutIpvs = ({ virtualServers, kubeIpvs0, ipSets }: Leftovers) => virtualServers === 0 && !kubeIpvs0 && ipSets === 0;
  return [
    { that: `${where}: it ${outcome}`, holds: outcome === 'runs' },
    ...(to === 'ipvs' ? [] : [
      cleansIpvs
        ? { that: `${where}: virtual servers, kube-ipvs0 and ip sets are gone`, holds: hasIpvs(before) && isWithoutIpvs(after) }
        : { that: `${where}: virtual servers, kube-ipvs0 and ip sets stay`, holds: hasIpvs(before) && hasIpvs(after) },
      cleansIpvs
        ? { that: `${where}: the virtual server of somebody else is gone, too`, holds: before.foreignVirtualServer && !after.foreignVirtualServer }
        : { that: `${where}: the virtual server of somebody else stays`, holds: before.foreignVirtualServer && after.foreignVirtualServer },
    ]),
    ...(to === 'nftables'
      ? [{ that: `${where}: ${after.chains} of ${before.chains} iptables chains stay`, holds: before.chains > 0 && after.chains < before.chains }]
      : []),
    ...(from === 'nftables' ? [{ that: `${where}: the nftables table is gone`, holds: before.nftablesTable && !after.nftablesTable }] : []),
    ...(from === 'ipvs'
      ? [{ that: `${where}: no sysctl of ipvs mode goes back`, holds: Object.entries(before.sysctls).every(([key, value]) => after.sysctls[key] === value) }]
      : []),
  ];
}
