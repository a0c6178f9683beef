import { localhostNodePorts } from '../../../src/facts/kube-proxy/localhost-node-ports';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

it.each([
  ['iptables', '1.25.16', { families: ['IPv4'] }],
  ['iptables', '1.26.0', { families: ['IPv4'], field: 'localhostNodePorts' }],
  ['ipvs', '1.11.0', { families: [] }],
  ['ipvs', '1.37.2', { families: [] }],
  ['nftables', '1.36.3', { families: [] }],
  ['nftables', '1.37.0', { families: ['IPv4', 'IPv6'], gate: { name: 'KubeProxyNFTablesLocalhostNodePorts', default: false } }],
  ['nftables', '1.38.0', { families: ['IPv4', 'IPv6'], gate: { name: 'KubeProxyNFTablesLocalhostNodePorts', default: true } }],
] as const)('%s mode of v%s', (mode, version, { families, ...condition }) => {
  const { families: served, field, gate } = localhostNodePorts(mode, KubeVersion.parse(version)) ?? { families: undefined };
  expect({ families: served, field, gate }).toEqual({ families, field: undefined, gate: undefined, ...condition });
});

it.each(['userspace', 'kernelspace'] as const)('says nothing of %s mode', (mode) => {
  expect(localhostNodePorts(mode, KubeVersion.parse('1.20.0'))).toBeUndefined();
});
