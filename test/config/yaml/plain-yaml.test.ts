import * as fc from 'fast-check';
import { Document } from 'yaml';
import { plainYaml } from '../../../src/config/yaml/plain-yaml';

const byPackage = (document: object) => new Document(document, { version: '1.1' }).toString({ lineWidth: 0, blockQuote: false });

const WORDS = ['ipvs', 'rr', '/var/lib/kube-proxy/kubeconfig.conf', '30s', '1h', '100ms', 'yes', 'No', 'null', '~', '', '1.5', '0x1f', '1e3', '1:30', '2001-01-01', '.inf',
  'a: b', 'a #b', '-', '- a', '10.0.0.0/8', '::', 'a\nb', 'A_b-c', 'n', 'Y', 'on', '0s', '00', '=', '<<', '&a', 'x.y'];
const scalar = fc.oneof(fc.constantFrom(...WORDS), fc.boolean(), fc.integer(), fc.double(), fc.constant(-0), fc.string());
const { section } = fc.letrec<{ section: Record<string, unknown> }>((tie) => ({
  section: fc.dictionary(fc.constantFrom('mode', 'ipvs', 'conntrack', 'y', 'no', 'a b', '1'), fc.oneof({ depthSize: 'small' }, scalar, tie('section')), { noNullPrototype: true }),
}));

it('writes what the yaml package writes, or nothing', () => {
  fc.assert(fc.property(section, (document) => {
    const text = plainYaml(document);
    return text === undefined || text === byPackage(document);
  }), { numRuns: 300 });
});

it('writes an ordinary configuration', () => {
  const document = { kind: 'KubeProxyConfiguration', mode: 'ipvs', ipvs: { scheduler: 'lc', strictARP: true, syncPeriod: '30s' }, conntrack: { maxPerCore: 0 } };
  expect(plainYaml(document)).toBe(byPackage(document));
});

it.each([['yes'], ['1.5'], [1.5], [[]], [{}], [null], ['a: b'], ['10.0.0.0/8'], [-0]])('leaves %j to the package', (value) => {
  expect(plainYaml({ mode: 'ipvs', nested: { value } })).toBeUndefined();
});
