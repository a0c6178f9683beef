import { heedsIpMode } from '../../../src/facts/kube-proxy/load-balancer-ip-mode';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

const GATE = 'LoadBalancerIPMode';

it.each<[string, Record<string, boolean>, boolean]>([
  ['1.28.15', { [GATE]: true }, false],
  ['1.29.0', {}, false], ['1.29.0', { [GATE]: true }, true],
  ['1.30.0', {}, true], ['1.31.9', { [GATE]: false }, false],
  ['1.32.0', {}, true], ['1.37.0', {}, true],
])('v%s with gates %j heeds ipMode: %s', (version, gates, heeds) => {
  expect(heedsIpMode(KubeVersion.parse(version), gates)).toBe(heeds);
});
