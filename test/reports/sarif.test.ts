import * as fc from 'fast-check';
import type { Log } from 'sarif';
import { sarifReport } from '../../src/reports/sarif';
import { madeFinding, mixedCluster, nothingFound } from './made-assessment';
import { readJson, validatorOf } from './schema';

// The file is a draft-04 schema; what it uses means the same in draft-07, its own name apart.
const { $schema: _draft, id: _id, ...schema } = readJson(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')) as Record<string, never>;
const problems = validatorOf(schema);

const parsed = (...args: Parameters<typeof sarifReport>) => (JSON.parse(sarifReport(...args)) as Log).runs[0];
const options = { toolVersion: '1.2.3' };
const at = (location: object, more: object = {}) =>
  parsed({ ...nothingFound, findings: [madeFinding({ rule: 'mode-unset', location })] }, { ...options, ...more }).results![0].locations![0];

describe('the SARIF report', () => {
  const run = parsed(mixedCluster, options);

  it.each([['a mixed cluster', mixedCluster], ['nothing', nothingFound]])('of %s is valid SARIF 2.1.0', (_, assessment) => {
    expect(problems(JSON.parse(sarifReport(assessment, options)))).toEqual([]);
  });

  it('would notice an invalid document', () => {
    expect(problems({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).not.toEqual([]);
  });

  it('names the tool and describes each rule that found something, once', () => {
    expect(run.tool.driver).toMatchObject({ name: 'kube-proxy-kit', version: '1.2.3' });
    expect(run.tool.driver.rules!.map(({ id }) => id)).toEqual([
      'strict-arp-required', 'stale-real-server', 'ipvs-unavailable', 'reuse-mode-conflict', 'mode-unset', 'metrics-exposed',
    ]);
    for (const result of run.results!) {
      expect(run.tool.driver.rules![result.ruleIndex!].id).toBe(result.ruleId);
    }
  });

  it('takes the title and group of a rule from the catalogue, and its help from the page', () => {
    const rule = parsed(mixedCluster, { ...options, ruleHelp: (id) => `# ${id}` }).tool.driver.rules![1];
    expect(rule).toMatchObject({
      id: 'stale-real-server', name: 'StaleRealServer', help: { text: '# stale-real-server', markdown: '# stale-real-server' },
      shortDescription: { text: expect.stringContaining('reuses a source port') }, defaultConfiguration: { level: 'error' },
      properties: { tags: ['kubernetes', 'kube-proxy', 'reuse'] },
    });
    expect(run.tool.driver.rules![1].help!.text).toContain('Sources: kubernetes/kubernetes#81775');
  });

  it('gives level, message, reason and remedies, and id and pool as fingerprint', () => {
    expect(run.results![1]).toMatchObject({
      level: 'error', partialFingerprints: { 'finding/v1': 'stale-real-server[old] on old' },
      message: { text: expect.stringMatching(/^pool old: .* ends up with .*\nWhy: the kernel .* deleted pods\nWhat to do:\n- Move .*\n- Run another mode/) },
    });
    expect(run.results!.map(({ level }) => level)).toEqual(['error', 'error', 'error', 'warning', 'note', 'warning']);
  });

  it('suppresses acknowledged findings with their reason, and no others', () => {
    expect(run.results!.map(({ suppressions }) => suppressions)).toEqual([
      ...Array<undefined>(5).fill(undefined),
      [{ kind: 'external', status: 'accepted', justification: 'the node firewall closes port 10249' }],
    ]);
  });

  it.each([
    ['a file with line and column', { file: 'a/b.yaml', line: 3, column: 7 }, 'a/b.yaml', { startLine: 3, startColumn: 7 }],
    ['a file alone', { file: './a.yaml' }, 'a.yaml', { startLine: 1 }],
    ['a name that needs escapes', { file: 'a b/ü#?.yaml' }, 'a%20b/%C3%BC%23%3F.yaml', { startLine: 1 }],
    ['standard input', { file: '-', line: 2 }, 'stdin', { startLine: 2 }],
    ['a file below the base', { file: '/repo/x/a.yaml' }, 'x/a.yaml', { startLine: 1 }],
    ['a file elsewhere', { file: '/etc/a.yaml' }, 'file:///etc/a.yaml', { startLine: 1 }],
    ['a file above', { file: '../a.yaml' }, '../a.yaml', { startLine: 1 }],
    ['no file', {}, 'kube-proxy', { startLine: 1 }],
  ])('points to %s', (_, location, uri, region) => {
    expect(at(location, { baseDirectory: '/repo' }).physicalLocation).toEqual({ artifactLocation: { uri }, region });
  });

  it('points to the fallback file, and says the construct, resource and pool', () => {
    expect(at({ constructPath: 'app/x' }, { fallbackFile: 'nodes.json' })).toEqual({
      physicalLocation: { artifactLocation: { uri: 'nodes.json' }, region: { startLine: 1 } },
      logicalLocations: [{ fullyQualifiedName: 'app/x', kind: 'construct' }],
    });
    expect(run.results![3].locations![0].logicalLocations).toEqual([
      { fullyQualifiedName: 'app/tuner', kind: 'construct' },
      { fullyQualifiedName: 'DaemonSet kube-system/ipvs-tuner', kind: 'resource' },
      { fullyQualifiedName: 'pool tuned', kind: 'object' },
    ]);
  });

  it('stays valid whatever the input holds', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(), (text, line) => {
      const finding = madeFinding({ rule: 'mode-unset', pool: text, resource: text, message: text, remedies: [text], location: { file: text, line: line + 1 } });
      const acknowledged = [{ finding, acknowledgement: { finding: text, reason: text } }];
      expect(problems(JSON.parse(sarifReport({ ...nothingFound, findings: [finding], acknowledged }, options)))).toEqual([]);
    }), { numRuns: 40 });
  });
});
