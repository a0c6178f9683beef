import type { KubeProxyInstance } from '../declaration/kube-proxy-instance';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { cleansUpAfter } from '../facts/kube-proxy/mode-switch';
import { ipvsFlush } from '../facts/kube-proxy/nftables';
import { isOwn } from '../rules/wording/platform-remedies';
import { step, type MigrationStep } from './migration-step';
import type { ModeChange } from './with-mode';

/** How a node shows that it has moved; every command only reads. */
export function verification({ mode }: ModeChange): MigrationStep[] {
  return [
    step('mode-in-effect', `On a node of the pool this must print ${mode}.`, '', ['docs of kube-proxy: /proxyMode'], { command: 'curl -s http://127.0.0.1:10249/proxyMode' }),
    step('no-ipvs', 'There must be no virtual server and no kube-ipvs0 left.', '', ['KEP-3866'], { command: 'ip -brief link show kube-ipvs0; cat /proc/net/ip_vs' }),
    mode === 'nftables'
      ? step('rules', 'The rules must be there.', '', ['KEP-3866'], { command: 'nft list table ip kube-proxy | head' })
      : step('rules', 'The rules must be there.', '', ['pkg/proxy/iptables'], { command: 'iptables-save -t nat | grep -c KUBE-SVC' }),
    step('watch', 'Watch failures of syncs, retransmitted SYNs and conntrack for a day before the next pool.',
      'a rollout or two and the busiest hour should be in it', ['KEP-3866'], { command: 'curl -s http://127.0.0.1:10249/metrics | grep -E \'sync_proxy_rules_.*(failures|last)\'' }),
  ];
}

/** What IPVS mode leaves behind, and what takes it away. */
export function cleanUp(instance: KubeProxyInstance, version: KubeVersion, { mode }: ModeChange, strictArp: boolean): MigrationStep[] {
  const { cleans, evidence } = cleansUpAfter('ipvs', mode, version);
  const flush = ipvsFlush(version);
  const sysctls = strictArp ? [step('sysctls', 'Reboot when it suits, or set arp_ignore and arp_announce back by hand.', 'no kube-proxy takes back the sysctls that it set', ['KEP-3866'],
    { command: 'sysctl net.ipv4.conf.all.arp_ignore net.ipv4.conf.all.arp_announce' })] : [];
  if (!cleans) {
    const how = isOwn(instance)
      ? step('residue', 'Set kubeProxy: { cleanupBeforeStart: true } with the change and remove it with the next one, or drain and reboot the nodes one at a time.',
        `kube-proxy ${version.toString()} removes nothing of IPVS mode when it starts in ${mode} mode: kube-ipvs0 and the virtual servers go on catching traffic`, [evidence.source])
      : step('residue', 'Drain and reboot the nodes one at a time, or run kube-proxy --cleanup on each before the new mode starts.',
        `kube-proxy ${version.toString()} removes nothing of IPVS mode when it starts in ${mode} mode: kube-ipvs0 and the virtual servers go on catching traffic`, [evidence.source]);
    return [how, ...sysctls];
  }
  const silent = mode === 'nftables' && flush?.needsModprobe === true && instance.mountsLibModules !== true;
  return [
    silent
      ? step('residue', 'Look whether kube-ipvs0 is gone, and reboot the node if it is not.',
        `from v1.34 on the clean-up does nothing, without a word, where modprobe fails in the container${instance.mountsLibModules === false ? ', which has no /lib/modules' : ''}`,
        [flush.evidence.source], { command: 'ip -brief link show kube-ipvs0' })
      : step('residue', 'Nothing to do: kube-proxy removes virtual servers, kube-ipvs0, ipsets and chains of IPVS mode on startup.', '', [evidence.source]),
    ...sysctls,
  ];
}

/**
 * How a pool goes back to IPVS mode.
 *
 * @param last the last release with the mode, `1.39`; `undefined` when every planned one has it
 */
export function wayBack(version: KubeVersion, { mode }: ModeChange, last: string | undefined): MigrationStep[] {
  const { cleans, evidence } = cleansUpAfter(mode, 'ipvs', version);
  return [step('way-back', 'Set mode: ipvs again and restart kube-proxy, node by node'
    + `${cleans ? '' : `; then drain and reboot the node, since kube-proxy leaves the rules of ${mode} mode in place`}.`,
  last === undefined ? '' : `this is possible up to kube-proxy v${last}`, [evidence.source])];
}
