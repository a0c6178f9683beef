import { DUAL_STACK_SUPPORT, dualStackSupport } from '../../../src/facts/kube-proxy/dual-stack';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

it.each([
  ['1.15.12', [], undefined],
  ['1.16.0', ['ipvs'], false],
  ['1.17.17', ['ipvs'], false],
  ['1.18.0', ['ipvs', 'iptables'], false],
  ['1.20.15', ['ipvs', 'iptables'], false],
  ['1.21.0', ['ipvs', 'iptables'], true],
  ['1.22.17', ['ipvs', 'iptables'], true],
  ['1.23.0', ['ipvs', 'iptables', 'nftables'], undefined],
  ['1.37.2', ['ipvs', 'iptables', 'nftables'], undefined],
])('%s serves two families in %j, with the gate on by default: %s', (version, modes, gate) => {
  const support = dualStackSupport(KubeVersion.parse(version));
  expect([support.modes, support.gate?.default]).toEqual([modes, gate]);
});

it('leaves no gap between releases', () => {
  const ranges = DUAL_STACK_SUPPORT.flatMap(({ releases }) => releases);
  expect(ranges.slice(1).map(({ from }) => from)).toEqual(ranges.slice(0, -1).map(({ to }) => to));
});
