import type { AlertGroup } from '../alert';
import { namedPools } from '../named';
import { oneOf } from '../promql';

/** Of the connections that are opened; a sound network of a cluster repeats far fewer SYNs. */
const REPEATED = 0.02;

/** Repeated SYNs in a second below which a share says nothing. */
const LEAST_RATE = 0.1;

const repeats = 'sum by (instance) (rate(node_netstat_TcpExt_TCPSynRetrans[10m]))';
const opens = 'sum by (instance) (rate(node_netstat_Tcp_ActiveOpens[10m]))';

/** What clients feel on pools that somebody accepted as unsafe, as node_exporter has it for the network of the node. */
export const symptomAlerts: AlertGroup = {
  name: 'kube-proxy-kit.symptoms',
  alerts: ({ pools }) => {
    const unsafe = pools.filter(({ fault }) => fault !== undefined);
    return unsafe.length === 0 ? [] : [{
      name: 'KubeProxySynRetransmissions',
      severity: 'warning',
      expr: `${repeats} / ${opens} > ${REPEATED}
and ${repeats} > ${LEAST_RATE}
and on (instance) node_uname_info{release=~${oneOf(unsafe.map(({ kernel }) => kernel))}}`,
      for: '15m',
      summary: '{{ $value | humanizePercentage }} of the connections that {{ $labels.instance }} opens have to send their SYN again.',
      description: 'That is what reused source ports were predicted to meet here, and it was accepted: the first SYN is lost, or answered by nobody. '
        + `Accepted: ${namedPools(unsafe, ({ fault }) => fault!)}.`,
    }];
  },
};
