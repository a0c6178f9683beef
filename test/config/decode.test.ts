import * as fs from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { decodeConfiguration } from '../../src/config/decode';
import type { DroppedField } from '../../src/config/decoded-configuration';
import { releaseSchema, valueAt } from '../../src/config/release-schema';
import { CONFIGURATION_FIELDS } from '../../src/facts/kube-proxy/fields';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';

const HEADER = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n';

const decode = (fields: string, version = '1.31.0') => decodeConfiguration(HEADER + fields, KubeVersion.parse(version));
const decodeText = (text: string, version = '1.31.0') => decodeConfiguration(text, KubeVersion.parse(version));

describe('what kubeadm writes', () => {
  test.each(['1.19', '1.27', '1.30', '1.35'])('%s: is clean and means the defaults', (line) => {
    const text = fs.readFileSync(path.join(__dirname, `kubeadm/config-${line}.yaml`), 'utf8');
    const decoded = decodeText(text, `v${line}.3`);
    expect(decoded).toMatchObject({ starts: true, problems: [], dropped: [] });
    expect([...decoded.written.keys()].filter((field) => !valueIsZero(valueAt(decoded.effective, field))))
      .toEqual(['bindAddress', 'clientConnection.kubeconfig', 'clusterCIDR']);
    expect(decoded.effective).toEqual({
      ...decode('', line).effective,
      clusterCIDR: '10.244.0.0/16',
      clientConnection: { ...decode('', line).effective.clientConnection, kubeconfig: '/var/lib/kube-proxy/kubeconfig.conf' },
    });
  });

  const valueIsZero = (value: unknown) => value === false || value === 0;
});

describe('defaults', () => {
  test.each<[string, string, string, unknown]>([
    ['1.18.20', '', 'iptables.minSyncPeriod', 0],
    ['1.19.0', '', 'iptables.minSyncPeriod', 1],
    ['1.19.0', 'iptables: {minSyncPeriod: 0s}', 'iptables.minSyncPeriod', 1],
    ['1.37.2', '', 'ipvs.minSyncPeriod', 0],
    ['1.37.2', 'ipvs: {syncPeriod: 0s}', 'ipvs.syncPeriod', 30],
    ['1.14.10', 'bindAddress: "::"', 'metricsBindAddress', '127.0.0.1:10249'],
    ['1.15.0', 'bindAddress: "::"', 'metricsBindAddress', '[::1]:10249'],
    ['1.15.0', 'bindAddress: "::"', 'healthzBindAddress', '[::]:10256'],
    ['1.31.0', 'metricsBindAddress: 0.0.0.0', 'metricsBindAddress', '0.0.0.0:10249'],
    ['1.31.0', 'metricsBindAddress: "::"', 'metricsBindAddress', '[::]:10249'],
    ['1.14.0', 'metricsBindAddress: 0.0.0.0', 'metricsBindAddress', '0.0.0.0:10249'],
    ['1.25.0', '', 'iptables.localhostNodePorts', undefined],
    ['1.26.0', '', 'iptables.localhostNodePorts', true],
    ['1.28.0', '', 'nftables.syncPeriod', 0],
    ['1.29.0', '', 'nftables.syncPeriod', 30],
    ['1.17.0', '', 'detectLocalMode', ''],
    ['1.18.0', '', 'detectLocalMode', 'ClusterCIDR'],
    ['1.25.0', '', 'udpIdleTimeout', 0.25],
    ['1.26.0', '', 'udpIdleTimeout', 0],
    ['1.14.0', '', 'conntrack.maxPerCore', 32768],
    ['1.14.0', 'conntrack: {max: 0}', 'conntrack.maxPerCore', undefined],
    ['1.15.0', 'conntrack: {max: 0}', 'conntrack.maxPerCore', 32768],
    ['1.31.0', 'conntrack: {maxPerCore: 0}', 'conntrack.maxPerCore', 0],
    ['1.31.0', 'conntrack: {tcpEstablishedTimeout: 0s}', 'conntrack.tcpEstablishedTimeout', 0],
    ['1.31.0', 'conntrack: {tcpEstablishedTimeout: null}', 'conntrack.tcpEstablishedTimeout', 86400],
    ['1.31.0', 'oomScoreAdj: 0', 'oomScoreAdj', 0],
    ['1.31.0', 'clientConnection: {qps: 0}', 'clientConnection.qps', 5],
    ['1.10.0', 'mode: ipvs', 'ipvs.syncPeriod', 30],
    ['1.50.0', 'mode: ipvs', 'ipvs.syncPeriod', 30],
  ])('%s, %s: %s is %p', (version, fields, field, value) => {
    expect(valueAt(decode(fields, version).effective, field)).toBe(value);
  });
});

describe('dropped fields', () => {
  test.each<[string, string, string, Partial<DroppedField>]>([
    ['1.31.0', 'ipvs:\n  strictArp: true', 'ipvs.strictArp', { reason: 'wrong-case', suggestion: 'ipvs.strictARP', position: { line: 4, column: 3 } }],
    ['1.31.0', 'strictARP: true', 'strictARP', { reason: 'misplaced', suggestion: 'ipvs.strictARP' }],
    ['1.31.0', 'mode: ipvs\nscheduler: lc', 'scheduler', { reason: 'misplaced', suggestion: 'ipvs.scheduler', value: 'lc' }],
    ['1.31.0', 'mode: ipvs\nsyncPeriod: 5s', 'syncPeriod', { reason: 'misplaced', suggestion: 'ipvs.syncPeriod' }],
    ['1.31.0', 'mode: nftables\nsyncPeriod: 5s', 'syncPeriod', { reason: 'misplaced', suggestion: 'nftables.syncPeriod' }],
    ['1.31.0', 'syncPeriod: 5s', 'syncPeriod', { reason: 'misplaced', suggestion: 'iptables.syncPeriod' }],
    ['1.31.0', 'ipvs: {masqueradeAll: true}', 'ipvs.masqueradeAll', { reason: 'misplaced', suggestion: 'iptables.masqueradeAll' }],
    ['1.31.0', 'ipvs: {mode: ipvs}', 'ipvs.mode', { reason: 'misplaced', suggestion: 'mode' }],
    ['1.31.0', 'ipvs: {schedular: lc}', 'ipvs.schedular', { reason: 'misspelt', suggestion: 'ipvs.scheduler' }],
    ['1.31.0', 'schedular: lc', 'schedular', { reason: 'misspelt', suggestion: 'ipvs.scheduler' }],
    ['1.31.0', 'ipvs: {excludeCidr: []}', 'ipvs.excludeCidr', { reason: 'misspelt', suggestion: 'ipvs.excludeCIDRs' }],
    ['1.31.0', 'ipvs: {strict_arp: true}', 'ipvs.strict_arp', { reason: 'misspelt', suggestion: 'ipvs.strictARP' }],
    ['1.31.0', 'ipvs-strict-arp: true', 'ipvs-strict-arp', { reason: 'misspelt', suggestion: 'ipvs.strictARP' }],
    ['1.31.0', 'ipvsScheduler: lc', 'ipvsScheduler', { reason: 'misspelt', suggestion: 'ipvs.scheduler' }],
    ['1.31.0', 'kubeProxyIPVSConfiguration: {scheduler: lc}', 'kubeProxyIPVSConfiguration', { reason: 'misspelt', suggestion: 'ipvs', value: '{scheduler: lc}' }],
    ['1.31.0', 'proxyMode: ipvs', 'proxyMode', { reason: 'misspelt', suggestion: 'mode' }],
    ['1.31.0', 'nftables: {skipKernelVersionCheck: true}', 'nftables.skipKernelVersionCheck', { reason: 'unknown', suggestion: undefined }],
    ['1.31.0', 'metadata: {name: x}', 'metadata', { reason: 'unknown' }],
    ['1.31.0', 'Kind: KubeProxyConfiguration', 'Kind', { reason: 'wrong-case', suggestion: 'kind' }],
    ['1.31.0', 'resourceContainer: /kube-proxy', 'resourceContainer', { reason: 'removed', bound: '1.16.0', suggestion: undefined }],
    ['1.31.0', 'udpIdleTimeout: 250ms', 'udpIdleTimeout', { reason: 'removed', bound: '1.26.0' }],
    ['1.31.0', 'conntrack: {max: 0}', 'conntrack.max', { reason: 'removed', bound: '1.15.0' }],
    ['1.31.0', 'conntrack: {udpIdleTimeout: 1s}', 'conntrack.udpIdleTimeout', { reason: 'removed', bound: '1.26.0' }],
    ['1.31.0', 'udpidletimeout: 1s', 'udpidletimeout', { reason: 'removed', bound: '1.26.0' }],
    ['1.28.0', 'nftables: {syncPeriod: 5s}', 'nftables', { reason: 'too-new', bound: '1.29.0' }],
    ['1.17.0', 'ipvs: {tcpTimeout: 5s}', 'ipvs.tcpTimeout', { reason: 'too-new', bound: '1.18.0' }],
    ['1.13.5', 'ipvs: {strictARP: true}', 'ipvs.strictARP', { reason: 'too-new', bound: '1.13.6' }],
    ['1.14.1', 'ipvs: {strictARP: true}', 'ipvs.strictARP', { reason: 'too-new', bound: '1.14.2' }],
    ['1.31.0', 'mode: iptables\nmode: ipvs', 'mode', { reason: 'duplicate', value: 'iptables', position: { line: 3, column: 1 } }],
    ['1.31.0', 'ipvs: {scheduler: lc}\nipvs: {strictARP: true}', 'ipvs', { reason: 'duplicate', value: '{scheduler: lc}' }],
    ['1.31.0', 'logging: {vmodule: [{filePattern: a, verbosity: 1, level: 2}]}', 'logging.vmodule[0].level', { reason: 'unknown' }],
  ])('%s, %j: %s', (version, fields, field, expected) => {
    const { dropped, starts } = decode(fields, version);
    expect(dropped).toEqual([expect.objectContaining({ path: field, ...expected })]);
    expect(starts).toBe(true);
  });

  test.each(['1.13.6', '1.14.2', '1.15.0'])('ipvs.strictARP is known to %s', (version) => {
    expect(decode('ipvs: {strictARP: true}', version)).toMatchObject({ dropped: [], effective: { ipvs: { strictARP: true } } });
  });

  test('of several documents the first is read', () => {
    const { dropped, effective } = decode(`mode: ipvs\n---\n# the other one\n${HEADER}mode: iptables\n`);
    expect(effective.mode).toBe('ipvs');
    expect(dropped).toEqual([expect.objectContaining({
      path: '(second document)', reason: 'later-document', value: expect.stringMatching(/^apiVersion.*…$/), position: { line: 6, column: 1 },
    })]);
  });

  test.each(['---\n', '...\n', '---\n# nothing\n\n---\n'])('%j at the end is no document', (end) => {
    expect(decode(`mode: ipvs\n${end}`).dropped).toEqual([]);
  });

  test('a long value is shortened', () => {
    expect(decode(`unknown: [${'10.0.0.0/8, '.repeat(20)}]`).dropped[0].value).toMatch(/^\[10\.0\.0\.0\/8, .{40,50}…$/);
  });

  test('what a merge key brings in may be replaced', () => {
    const { dropped, effective } = decode('iptables: &base {syncPeriod: 5s, minSyncPeriod: 2s}\nipvs:\n  <<: *base\n  syncPeriod: 9s\n');
    expect(dropped).toEqual([]);
    expect(effective.ipvs).toMatchObject({ syncPeriod: 9, minSyncPeriod: 2 });
  });
});

test('written names what is in force because it is written', () => {
  const { written } = decode('mode: ipvs\nbindAddress: ""\nconfigSyncPeriod: 0s\noomScoreAdj: null\nipvs:\n  strictARP: false\n  syncPeriod: 5s\n');
  expect([...written]).toEqual([
    ['mode', { line: 3, column: 1 }], ['ipvs.strictARP', { line: 8, column: 3 }], ['ipvs.syncPeriod', { line: 9, column: 3 }],
  ]);
});

describe('a text that cannot be decoded', () => {
  test.each<[string, string, RegExp, number, number]>([
    ['nothing', '', /must be a map of fields.*is empty/, 1, 1],
    ['a list', '- a\n', /must be a map of fields.*is a list/, 1, 1],
    ['a string', 'kube-proxy', /must be a map of fields.*"kube-proxy"/, 1, 1],
    ['no kind', 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nmode: ipvs\n', /must have kind: KubeProxyConfiguration; kind is missing/, 1, 1],
    ['another kind', 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: Kubelet\n', /must have kind: KubeProxyConfiguration; kind is "Kubelet"/, 2, 7],
    ['another apiVersion', 'apiVersion: kubeproxy.config.k8s.io/v1beta1\nkind: KubeProxyConfiguration\n', /must have apiVersion: kubeproxy\.config\.k8s\.io\/v1alpha1/, 1, 13],
    ['an unclosed quote', `${HEADER}mode: "ipvs\n`, /is not YAML: Missing closing/, 4, 1],
    ['bad indentation', `${HEADER}ipvs:\n  scheduler: lc\n strictARP: true\n`, /is not YAML: All mapping items must start at the same column/, 5, 1],
    ['a tab', `${HEADER}ipvs:\n\tscheduler: lc\n`, /is indented with a tab; YAML allows blanks only/, 4, 1],
    ['a template', `${HEADER}mode: {{ .Values.mode }}\n`, /has a template left in it/, 3, 8],
    ['a template before everything', '{{- if .Values.ipvs }}\nmode: ipvs\n{{- end }}\n', /has a template left in it/, 1, 2],
    ['a token that is no JSON', '{"kind": "KubeProxyConfiguration",\n"enableProfiling": tru}', /not JSON: Unexpected token/, 2, 23],
    ['a control character', `${HEADER}mode: "\u0001"\n`, /control character, U\+0001/, 3, 8],
    ['YAML 1.2', `%YAML 1.2\n---\n${HEADER}`, /asks for YAML 1\.2/, 1, 1],
    ['YAML in braces', '{kind: KubeProxyConfiguration}', /starts with \{, so kube-proxy reads it as JSON/, 1, 2],
    ['an unknown alias', `${HEADER}mode: *mode\n`, /alias \*mode before an anchor/, 3, 7],
    ['an alias inside of itself', `${HEADER}a: &a [*a]\n`, /inside of what it stands for/, 3, 8],
    ['a list as a key', `${HEADER}? [a]\n: b\n`, /a key that is not a name/, 3, 3],
    ['a merge of a string', `${HEADER}<<: x\n`, /merges \(<<\) something/, 3, 1],
    ['a tag that does not fit', `${HEADER}mode: !!int x\n`, /says that x is/, 3, 13],
    ['no number', `${HEADER}x: .nan\n`, /has \.nan, for which JSON has no number/, 3, 4],
  ])('%s', (_, text, message, line, column) => {
    const { problems, starts, effective, dropped, written } = decodeText(text);
    expect(problems).toEqual([expect.objectContaining({ kind: 'undecodable', path: '', message: expect.stringMatching(message), position: { line, column } })]);
    expect(starts).toBe(false);
    expect(effective).toEqual(decode('').effective);
    expect([dropped.length, written.size]).toEqual([0, 0]);
  });

  test.each(['a: ' + '['.repeat(20000), 'a: ' + '['.repeat(20000) + ']'.repeat(20000), `a: ${'{a: '.repeat(5000)}`])('deep nesting', (text) => {
    expect(decode(text).problems).toEqual([expect.objectContaining({ kind: 'undecodable', message: 'is nested too deeply' })]);
  });

  test.each<[string, (aliases: string) => string]>([
    ['lists', (aliases) => `[${aliases}]`],
    ['merge keys', (aliases) => `{<<: [${aliases}]}`],
  ])('an alias bomb of %s is refused, and fast', (_, level) => {
    const levels = Array.from({ length: 30 }, (__, index) => `a${index + 1}: &a${index + 1} ${level(Array(9).fill(`*a${index}`).join(', '))}`);
    const { problems } = decode(`a0: &a0 {a: x}\n${levels.join('\n')}\n`);
    expect(problems).toEqual([expect.objectContaining({ kind: 'undecodable', message: 'repeats itself too often through aliases' })]);
  });

  test('five megabytes are read', () => {
    const big = `x:\n${'  - 10.0.0.0/8 # a line of a list that nobody reads, to make the text long\n'.repeat(70_000)}`;
    expect(big.length).toBeGreaterThan(5_000_000);
    expect(decode(`mode: ipvs\n${big}`)).toMatchObject({ starts: true, effective: { mode: 'ipvs' }, dropped: [{ path: 'x', reason: 'unknown' }] });
  });
});

describe('a value of the wrong type', () => {
  test.each<[string, string, string, RegExp]>([
    ['oomScoreAdj: "5"', 'oomScoreAdj', '"5"', /whole number/],
    ['oomScoreAdj: 1.5', 'oomScoreAdj', '1.5', /whole number/],
    ['hostnameOverride: 12', 'hostnameOverride', '12', /string; put it in quotes/],
    ['hostnameOverride: yes', 'hostnameOverride', 'yes', /string; put it in quotes/],
    ['enableProfiling: "true"', 'enableProfiling', '"true"', /true or false/],
    ['ipvs: {syncPeriod: 30}', 'ipvs.syncPeriod', '30', /duration with its unit, such as 30s/],
    ['ipvs: {syncPeriod: null}', 'ipvs.syncPeriod', 'null', /null is not allowed here/],
    ['ipvs: [rr]', 'ipvs', 'a list', /map of fields/],
    ['clusterCIDR: [10.0.0.0/8]', 'clusterCIDR', 'a list', /string/],
    ['nodePortAddresses: 10.0.0.0/8', 'nodePortAddresses', '"10.0.0.0/8"', /list of strings/],
    ['nodePortAddresses: [10.0.0.0/8, 10]', 'nodePortAddresses[1]', '10', /string/],
    ['featureGates: {AllAlpha: "false"}', 'featureGates.AllAlpha', '"false"', /true or false/],
    ['featureGates: [AllAlpha]', 'featureGates', 'a list', /map of true and false/],
    ['logging: {verbosity: -1}', 'logging.verbosity', '-1', /from 0 to 4294967295/],
    ['logging: {vmodule: {}}', 'logging.vmodule', 'a map', /list of maps/],
    ['logging: {vmodule: [x]}', 'logging.vmodule[0]', '"x"', /map of fields/],
    ['logging: {options: {json: {infoBufferSize: x}}}', 'logging.options.json.infoBufferSize', '"x"', /quantity/],
    ['logging: {flushFrequency: 1.5}', 'logging.flushFrequency', '1.5', /duration such as 5s, or a whole number/],
  ])('%s', (fields, field, value, message) => {
    const { problems, effective } = decode(fields);
    expect(problems).toEqual([expect.objectContaining({ kind: 'undecodable', path: field, value, message: expect.stringMatching(message) })]);
    expect(problems[0].position?.line).toBe(3);
    expect(effective).toMatchObject({ ipvs: { syncPeriod: 30 }, oomScoreAdj: -999, hostnameOverride: '' });
  });

  test('all of them are named, and everything else is read', () => {
    const { problems, effective } = decode('mode: ipvs\nhostnameOverride: 5\nenableProfiling: 5\nipvs:\n  scheduler: lc\n');
    expect(problems.map(({ path: field }) => field)).toEqual(['hostnameOverride', 'enableProfiling']);
    expect(effective).toMatchObject({ mode: 'ipvs', ipvs: { scheduler: 'lc' } });
  });
});

test('flags that cannot be read are told beside a text that cannot be decoded', () => {
  const flags = [{ name: 'frobnicate', value: 'true', location: undefined }];
  expect(decodeConfiguration('- a', KubeVersion.parse('1.31.0'), { flags }).problems.map(({ path: at }) => at)).toEqual(['--frobnicate', '']);
});

test('lines that end with a return alone are lines', () => {
  expect(decodeText(`${HEADER}mode: ipvs\n`.replace(/\n/g, '\r')).effective.mode).toBe('ipvs');
});

test('places are told in texts with CRLF and a byte order mark', () => {
  const { dropped } = decodeText(`\ufeff${HEADER}ipvs:\n  strictArp: true\n`.replaceAll('\n', '\r\n'));
  expect(dropped[0].position).toEqual({ line: 4, column: 3 });
});

const VERSIONS = ['1.11.10', '1.14.1', '1.17.17', '1.22.17', '1.26.0', '1.31.0', '1.37.2'];

describe('any input', () => {
  const version = fc.constantFrom(...VERSIONS);

  test('never throws, whatever the text', () => {
    const line = fc.constantFrom('mode: ipvs', 'ipvs:', '  scheduler: lc', '\t', '- a', '{', '}', '---', '<<: *a', 'a: &a', 'kind: KubeProxyConfiguration', '? ', '"', '|');
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.array(line).map((lines) => lines.join('\n'))), version, (text, release) => {
      const { starts, problems } = decodeText(text, release);
      expect(starts).toBe(problems.length === 0);
    }), { numRuns: 300 });
  });

  test('never throws, whatever the values', () => {
    const leaf = fc.constantFrom(...CONFIGURATION_FIELDS.map((field) => field.path));
    fc.assert(fc.property(leaf, fc.jsonValue(), version, (field, value, release) => {
      const nested = field.split('.').reduceRight<unknown>((inner, name) => ({ [name.replace('[]', '')]: inner }), value);
      const text = JSON.stringify({ apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration', ...(nested as object) });
      const { starts, problems } = decodeText(text, release);
      expect(starts).toBe(problems.length === 0);
    }), { numRuns: 500 });
  });

  test('what is dropped is exactly what is not in the result', () => {
    const strings = CONFIGURATION_FIELDS.filter(({ type, path: field }) => type === 'string' && !field.includes('['));
    const odd = fc.constantFrom('Mode', 'strictArp', 'x', 'proxy-mode', 'udpidletimeout', 'metadata', 'schedulr');
    fc.assert(fc.property(fc.subarray(strings), fc.uniqueArray(odd), version, (fields, unknown, release) => {
      const document: Record<string, Record<string, string> | string> = {};
      for (const { path: field } of fields) {
        const [section, name] = field.includes('.') ? field.split('.') : ['', field];
        if (section === '') {
          document[name] = `value of ${field}`;
        } else {
          document[section] = { ...(document[section] as Record<string, string>), [name]: `value of ${field}` };
        }
      }
      unknown.forEach((name) => { document[name] = 'x'; });
      const { dropped, effective } = decode(stringify(document), release);

      const isDropped = (field: string) => dropped.some((one) => field === one.path || field.startsWith(`${one.path}.`));
      const known = releaseSchema(KubeVersion.parse(release)).fields.map(({ path: field }) => field);
      expect(dropped.filter(({ path: field }) => known.includes(field))).toEqual([]);
      expect(unknown.filter((name) => !isDropped(name))).toEqual([]);
      for (const { path: field } of fields) {
        const inForce = JSON.stringify(valueAt(effective, field) ?? '').includes(`value of ${field}`);
        expect([field, inForce]).toEqual([field, !isDropped(field)]);
      }
    }));
  });
});
