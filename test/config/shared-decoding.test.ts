import type { Flag } from '../../src/config/configuration';
import { decodeConfiguration } from '../../src/config/decode';
import { sharedDecoding } from '../../src/config/shared-decoding';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { UNKNOWN } from '../../src/kubernetes/unknown-text';

const document = (fields: string) => `apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n${fields}`;
const flag = (name: string, value: string): Flag => ({ name, value, location: undefined });

const TEXTS = [
  document('mode: ipvs\nipvs:\n  scheduler: wrr\n'),
  document('mode: IPVS\nipvs:\n  strictArp: true\n'),
  document('hostnameOverride: ${NODE}\nconntrack:\n  min: [1]\n'),
  'kind: Service\n',
  '{ not JSON',
];
const FLAGS: readonly (readonly Flag[])[] = [
  [],
  [flag('config', '/var/lib/kube-proxy/config.conf')],
  [flag('hostname-override', 'node-1')],
  [flag('hostname-override', UNKNOWN)],
  [flag('proxy-mode', 'iptables'), flag('v', '4'), flag('no-such-flag', '1')],
];

it.each(TEXTS.flatMap((text) => FLAGS.map((flags) => [text, flags] as const)))('decodes %j with flags %j as if it were asked alone', (text, flags) => {
  for (const version of ['1.12.0', '1.29.4'].map((raw) => KubeVersion.parse(raw))) {
    expect(sharedDecoding(text, version, 'linux', flags)).toEqual(decodeConfiguration(text, version, { operatingSystem: 'linux', flags }));
  }
});

it('decodes a text once for each release and operating system', () => {
  const [text] = TEXTS;
  const decoded = sharedDecoding(text, KubeVersion.parse('1.29.4'), 'linux');
  expect(sharedDecoding(text, KubeVersion.parse('v1.29.4-eks.1'), 'linux')).toBe(decoded);
  expect(sharedDecoding(text, KubeVersion.parse('1.29.5'), 'linux')).not.toBe(decoded);
  expect(sharedDecoding(text, KubeVersion.parse('1.29.4'), 'windows')).not.toBe(decoded);
});
