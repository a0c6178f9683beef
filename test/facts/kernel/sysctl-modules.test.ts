import { modulesBroughtBy, moduleOfSysctl } from '../../../src/facts/kernel/sysctl-modules';

it.each<[string, string | undefined]>([
  ['net.ipv4.vs.conn_reuse_mode', 'ip_vs'],
  ['net.ipv4.vsx', undefined],
  ['net.netfilter.nf_conntrack_max', 'nf_conntrack'],
  ['net.netfilter.nf_log.0', undefined],
  ['net.nf_conntrack_max', 'nf_conntrack'],
  ['net.bridge.bridge-nf-call-iptables', 'br_netfilter'],
  ['net.ipv4.ip_forward', undefined],
])('%s comes with %s', (key, module) => expect(moduleOfSysctl(key)).toBe(module));

it.each<[string, string[]]>([
  ['ip_vs', ['ip_vs', 'nf_conntrack']],
  ['ip-vs-rr', ['ip_vs_rr', 'ip_vs', 'nf_conntrack']],
  ['nf_conntrack_ipv4', ['nf_conntrack_ipv4', 'nf_conntrack']],
  ['ip_conntrack', ['ip_conntrack', 'nf_conntrack']],
  ['iptable_nat', ['iptable_nat', 'nf_conntrack']],
  ['br_netfilter', ['br_netfilter']],
])('%s brings %j', (module, expected) => expect(modulesBroughtBy(module)).toEqual(expected));
