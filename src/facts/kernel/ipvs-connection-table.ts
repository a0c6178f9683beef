import type { Evidence } from '../evidence';

/** Buckets of the IPVS connection table, as a power of two, unless ip_vs was loaded with another `conn_tab_bits`. */
export const CONNECTION_TABLE_BITS: { readonly byDefault: number; readonly most: number; readonly evidence: Evidence } = {
  byDefault: 12,
  // 27 from Linux 6.5 and 6.1.39 on.
  most: 20,
  evidence: { source: 'CONFIG_IP_VS_TAB_BITS in net/netfilter/ipvs/Kconfig; configurations of RHEL 7 to 9 and Debian 11 to 13', certainty: 'verified' },
};

/** How long an idle TCP connection stays in the table unless `ipvs.tcpTimeout` says otherwise: ESTABLISHED, in seconds. */
export const ESTABLISHED: { readonly seconds: number; readonly evidence: Evidence } = {
  seconds: 900,
  evidence: { source: 'tcp_timeouts in net/netfilter/ipvs/ip_vs_proto_tcp.c', certainty: 'verified' },
};

/** How long a TCP connection stays in the table after it was closed: TIME_WAIT, in seconds. */
export const TIME_WAIT: { readonly seconds: number; readonly evidence: Evidence } = {
  seconds: 120,
  evidence: { source: 'tcp_timeouts in net/netfilter/ipvs/ip_vs_proto_tcp.c', certainty: 'verified' },
};
