import type { Evidence } from '../evidence';

interface SysctlOwner {
  /** Keys begin with this; a prefix ends where a part of the name may end. */
  readonly prefix: string;
  readonly module: string;
  readonly evidence: Evidence;
}

/** Which module brings sysctls that do not exist without it. */
const SYSCTL_OWNERS: readonly SysctlOwner[] = [
  {
    prefix: 'net.ipv4.vs.', module: 'ip_vs',
    evidence: { source: 'net/netfilter/ipvs/ip_vs_ctl.c of Linux 5.10, 6.1, 6.12: ip_vs_control_net_init_sysctl', certainty: 'verified' },
  },
  {
    prefix: 'net.netfilter.nf_conntrack_', module: 'nf_conntrack',
    evidence: { source: 'net/netfilter/nf_conntrack_standalone.c of Linux 5.10, 6.1, 6.12; systemd/systemd#43362', certainty: 'verified' },
  },
  {
    prefix: 'net.nf_conntrack_', module: 'nf_conntrack',
    evidence: { source: 'net/netfilter/nf_conntrack_standalone.c of Linux 5.10, 6.1, 6.12: net.nf_conntrack_max', certainty: 'verified' },
  },
  {
    prefix: 'net.bridge.bridge-nf-', module: 'br_netfilter',
    evidence: { source: 'net/bridge/br_netfilter_hooks.c; sysctl.d(5) of systemd, example on netfilter and bridges', certainty: 'documented' },
  },
];

/** Modules that the kubelet's rule against packets to localhost (KUBE-FIREWALL, `-m conntrack`) has loaded before any pod starts. */
export const KUBELET_LOADS: { readonly modules: readonly string[]; readonly evidence: Evidence } = {
  modules: ['nf_conntrack'],
  evidence: { source: 'kubernetes/kubernetes#91569, first in v1.16.11, v1.17.7, v1.18.4; pkg/kubelet/kubelet_network_linux.go', certainty: 'verified' },
};

/** The module without which this key does not exist; `undefined` for keys of the kernel itself. */
export function moduleOfSysctl(key: string): string | undefined {
  return SYSCTL_OWNERS.find(({ prefix }) => key.startsWith(prefix))?.module;
}

/** A module and those that loading it brings along, as far as sysctls come with them. */
export function modulesBroughtBy(module: string): string[] {
  const name = module.replaceAll('-', '_');
  if (name.startsWith('ip_vs')) {
    return [...new Set([name, 'ip_vs', 'nf_conntrack'])];
  }
  // ip_conntrack is an alias of nf_conntrack.
  return /^(?:nf|ip)_conntrack|^(?:nf|ip6?table)_nat|^xt_(?:conntrack|nat|MASQUERADE)/.test(name) ? [name, 'nf_conntrack'] : [name];
}
