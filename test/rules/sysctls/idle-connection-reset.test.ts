import type { NodePoolProps } from '../../../src/cluster/node-pool';
import { idleConnectionReset } from '../../../src/rules/sysctls/idle-connection-reset';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const KEEPALIVE = 'net.ipv4.tcp_keepalive_time';
const ipvs = (tcpTimeout: string) => ({ 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'ipvs:', `  tcpTimeout: ${tcpTimeout}`) });
const pool = (keepalive?: number, kubeProxyVersion = 'v1.28.5'): NodePoolProps => ({
  name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, sysctls: keepalive === undefined ? {} : { [KEEPALIVE]: keepalive },
});

testRule(idleConnectionReset, {
  valid: [
    { name: 'keepalive just below the default timeout', pools: [pool(899)], files: ipvs('0s') },
    { name: 'a timeout above the keepalive time', pools: [pool(7200)], files: ipvs('2h0m1s') },
    { name: 'no keepalive time is stated', pools: [pool()], files: ipvs('0s') },
    { name: 'iptables mode', pools: [pool(7200)], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
  ],
  invalid: [
    {
      name: 'the default timeout, keepalive seen on the nodes',
      pools: [pool(7200)],
      files: ipvs('0s'),
      findings: [{
        severity: 'warning', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy', at: 'kube-proxy.yaml:10',
        message: /after 900 s, before keepalive begins at 7200 s$/, remedy: /in the pods/, because: /pods do not inherit/,
      }],
    },
    { name: 'just as long', pools: [pool(900)], files: ipvs('0s'), findings: [{ severity: 'warning' }] },
    { name: 'a configured timeout that is as long', pools: [pool(7200)], files: ipvs('2h'), findings: [{ severity: 'warning', message: /after 7200 s/ }] },
    {
      name: 'kube-proxy 1.17 does not have the field yet',
      pools: [pool(7200, 'v1.17.3')],
      files: ipvs('3h'),
      findings: [{ severity: 'warning', message: /after 900 s/ }],
    },
    {
      name: 'keepalive of sysctl.d, once for all pools',
      pools: [pool(), { ...pool(), name: 'more' }],
      files: { ...ipvs('0s'), 'sysctl.d/99-net.conf': `${KEEPALIVE} = 7200\n` },
      findings: [{ severity: 'warning', pool: undefined, message: /^pools all, more: / }],
    },
  ],
});
