import * as path from 'node:path';
import { jsonReport } from '../../src/reports/json';
import { madeFinding, madePool, madeSysctl, mixedCluster, nothingFound } from './made-assessment';
import { closed, readJson, validatorOf } from './schema';

const schema = readJson(path.join(__dirname, '../../schemas/findings.schema.json'));
const parsed = JSON.parse(jsonReport(mixedCluster));

describe('the JSON report', () => {
  it.each([['a mixed cluster', mixedCluster], ['nothing', nothingFound]])('of %s is as its schema says, with no key besides', (_, assessment) => {
    expect(validatorOf(closed(schema))(JSON.parse(jsonReport(assessment)))).toEqual([]);
  });

  it('has the keys of its contract, in their order', () => {
    expect(Object.keys(parsed)).toEqual(['version', 'findings', 'acknowledged', 'notChecked', 'judged', 'pools', 'summary']);
    const finding = ['id', 'rule', 'severity', 'cluster', 'pool', 'resource', 'location', 'message', 'because', 'remedies', 'sources'];
    for (const entry of parsed.findings) {
      expect(Object.keys(entry)).toEqual(finding);
    }
    expect(Object.keys(parsed.acknowledged[0])).toEqual([...finding, 'acknowledgement']);
    expect(Object.keys(parsed.pools[0])).toEqual(['name', 'kernel', 'kubeProxyVersion', 'mode', 'startup', 'reuse', 'assumptions', 'sysctls']);
    expect(parsed.summary).toEqual({ error: 3, warning: 1, info: 1 });
  });

  it('writes null where there is nothing', () => {
    const report = jsonReport({ ...nothingFound, findings: [madeFinding({ rule: 'mode-unset' })] });
    expect(JSON.parse(report).findings[0]).toMatchObject({ pool: null, resource: null, location: null, because: 'why mode-unset says it', remedies: [], sources: [] });
  });

  it.each([
    ['a file', { file: 'a.yaml', line: 2, column: 3 }, { file: 'a.yaml', line: 2, column: 3 }],
    ['a file without a line', { file: 'a.yaml' }, { file: 'a.yaml', line: null, column: null }],
    ['a construct', { constructPath: 'app/kube-proxy' }, { constructPath: 'app/kube-proxy' }],
    ['a Pulumi resource', { urn: 'urn:pulumi:x' }, { urn: 'urn:pulumi:x' }],
    ['an empty place', {}, null],
  ])('writes the place of %s', (_, location, expected) => {
    const report = jsonReport({ ...nothingFound, findings: [madeFinding({ rule: 'mode-unset', location })] });
    expect(JSON.parse(report).findings[0].location).toEqual(expected);
  });

  it('tells apart what a sysctl is now, after a restart of kube-proxy, and after a reboot', () => {
    const sysctl = madeSysctl('net.ipv4.vs.conn_reuse_mode', [], { value: '1', afterKubeProxyRestart: '2', afterReboot: '3' });
    const pool = madePool('all', '5.15.0-91-generic', { sysctls: new Map([[sysctl.key, sysctl]]) });
    const told = JSON.parse(jsonReport({ ...nothingFound, prediction: { pools: [pool], configurations: [] } })).pools[0].sysctls[sysctl.key];
    expect(told).toEqual({ value: '1', afterKubeProxyRestart: '2', afterReboot: '3', writers: [] });
  });

  it('has every remedy and source of a finding, in their order', () => {
    const finding = madeFinding({ rule: 'mode-unset', remedies: ['First.', 'Or this.', 'Or that.'], sources: ['#1', '#2'] });
    expect(JSON.parse(jsonReport({ ...nothingFound, findings: [finding] })).findings[0])
      .toMatchObject({ remedies: ['First.', 'Or this.', 'Or that.'], sources: ['#1', '#2'] });
  });

  it('tells of each sysctl its values and writers, keys in alphabetical order', () => {
    expect(Object.keys(parsed.pools[0].sysctls)).toEqual(['net.ipv4.vs.conn_reuse_mode', 'net.ipv4.vs.conntrack', 'net.ipv4.vs.expire_nodest_conn']);
    expect(parsed.pools[1].sysctls['net.netfilter.nf_conntrack_max']).toEqual({
      value: '1048576', afterKubeProxyRestart: '131072', afterReboot: '131072',
      writers: [
        { by: 'kube-proxy', value: '131072', lands: 'yes', because: 'maxPerCore' },
        { by: 'Job kube-system/tune', value: '1048576', lands: 'yes', because: 'writes once' },
      ],
    });
  });
});
