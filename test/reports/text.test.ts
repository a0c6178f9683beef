import * as fc from 'fast-check';
import type { Severity } from '../../src/rules/finding';
import { textReport } from '../../src/reports/text';
import { madeFinding, madePool, mixedCluster, nothingFound } from './made-assessment';

const lines = (text: string) => text.trimEnd().split('\n');

describe('the text report', () => {
  const report = textReport(mixedCluster);

  it('starts with what kube-proxy does on each pool', () => {
    expect(lines(report).slice(0, 5)).toEqual([
      'Pool     Kernel                                    kube-proxy         Start   Mode  Reused source ports',
      'old      4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64  v1.27.4            starts  ipvs  stale real server',
      'tuned    5.4.0-1.hulk                              v1.27.4            starts  ipvs  safe',
      'new      5.15.0-91-generic                         v1.28.5 (assumed)  starts  ipvs  safe',
      'minimal  4.19.0                                    v1.27.4            exits   -     -',
    ]);
  });

  it('counts the nodes of pools where that is known, and leaves kernels out that the names have', () => {
    const { pool, ...prediction } = madePool('linux-5.15.0-91-generic', '5.15.0-91-generic');
    const pools = [{ ...prediction, pool: { ...pool, count: 12 } }];
    expect(lines(textReport({ ...nothingFound, prediction: { pools, configurations: [] } })).slice(0, 2)).toEqual([
      'Pool                     Nodes  kube-proxy  Start   Mode  Reused source ports',
      'linux-5.15.0-91-generic  12     v1.27.4     starts  ipvs  safe',
    ]);
  });

  it('keeps each verdict on its line at 80 columns', () => {
    expect(lines(textReport(mixedCluster, { width: 80 })).slice(0, 6)).toEqual([
      'Pool     Kernel',
      '  kube-proxy         Start   Mode  Reused source ports',
      'old      4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64',
      '  v1.27.4            starts  ipvs  stale real server',
      'tuned    5.4.0-1.hulk',
      '  v1.27.4            starts  ipvs  safe',
    ]);
    expect(lines(textReport(mixedCluster, { width: 103 }))[0]).toBe(lines(report)[0]);
  });

  it('says a place once', () => {
    const finding = madeFinding({ rule: 'input-unreadable', location: { file: 'nodes.yaml', line: 2, column: 3 }, message: 'nodes.yaml:2:3 kernelVersion is missing' });
    expect(lines(textReport({ ...nothingFound, findings: [finding] })).slice(3, 5)).toEqual(['    nodes.yaml:2:3', '    kernelVersion is missing']);
  });

  it('says once what to do about the same fault of several pools', () => {
    const stale = (pool: string, remedy = `Move pool ${pool} to Linux 5.9.`) =>
      madeFinding({ rule: 'stale-real-server', pool, message: `pool ${pool}: stale`, because: 'old', remedies: [remedy, 'Or not.'], sources: ['#1'] });
    const findings = [stale('a'), stale('b'), stale('c', 'Ask the vendor.')];
    expect(lines(textReport({ ...nothingFound, findings })).filter((line) => /^ {4}/.test(line))).toEqual([
      '    pool a: stale', '    Why: old', '      - Move pool a to Linux 5.9.', '      - Or not.', '    See: #1',
      '    pool b: stale', '    Why: old', '      What to do: as for stale-real-server[a], above.',
      '    pool c: stale', '    Why: old', '      - Ask the vendor.', '      - Or not.', '    See: #1',
    ]);
  });

  it('keeps the order of the assessment, which has the worst first, whichever pools the findings are about', () => {
    const all = { ...nothingFound, findings: [...mixedCluster.findings].reverse(), notChecked: mixedCluster.notChecked };
    const order = (text: string) => lines(text).flatMap((line) => /^(?: {2}(?:error|warning|info) {2}([a-z-]+)|(\w+ ?\w+)$)/.exec(line)?.slice(1) ?? []).filter(Boolean);
    expect(order(report)).toEqual([
      'Findings', 'strict-arp-required', 'stale-real-server', 'ipvs-unavailable', 'reuse-mode-conflict', 'mode-unset', 'Acknowledged', 'Assumed', 'Not checked',
    ]);
    expect(order(textReport(all))).toEqual([
      'Findings', 'mode-unset', 'reuse-mode-conflict', 'ipvs-unavailable', 'stale-real-server', 'strict-arp-required', 'Not checked',
    ]);
  });

  it('gives severity, id, a place to click on, message, reason, remedies and sources', () => {
    const found = lines(report);
    const start = found.findIndex((line) => line.includes('stale-real-server[old]'));
    expect(found.slice(start, start + 7)).toEqual([
      '  error  stale-real-server[old]',
      '    manifests/kube-proxy.yaml:6:5  ConfigMap kube-system/kube-proxy',
      expect.stringMatching(/^ {4}pool old: kube-proxy v1.* ends up with net\.ipv4\.vs\.conn_reuse_mode=0$/),
      expect.stringMatching(/^ {4}Why: the kernel .* deleted pods$/),
      '      - Move pool old to a kernel that carries c95c07836fa4.',
      '      - Run another mode on pool old: iptables.',
      '    See: kubernetes/kubernetes#81775, kernel commit c95c07836fa4',
    ]);
  });

  it.each([
    ['standard input', '    <stdin>:3:1'],
    ['a construct', '    app/tuner  DaemonSet kube-system/ipvs-tuner'],
    ['a Pulumi resource', '    urn:pulumi:dev::app::k::kube-proxy'],
    ['an acknowledged finding with its reason', '  warning metrics-exposed[new]: the node firewall closes port 10249 (until 2027-03-31)'],
    ['what one rule did not check', '  connection-table-small: no connection rate is stated'],
    ['what nobody checked on a pool', '  pool new: modules of the nodes are not known'],
  ])('names %s', (_, line) => {
    expect(lines(report)).toContain(line);
  });

  it('ends with the counts', () => {
    expect(lines(report).at(-1)).toBe('3 errors, 1 warning, 1 info; 1 acknowledged; 4 node pools judged');
    expect(lines(report).at(-2)).toMatch(/^More on a finding: kube-proxy-kit explain [a-z-]+$/);
  });

  it('is one line when there is nothing to say', () => {
    expect(textReport(nothingFound)).toBe('0 errors, 0 warnings, 0 info\n');
  });

  it('has colour only when asked, and the same words with it', () => {
    expect(report).not.toContain('\u001b');
    const coloured = textReport(mixedCluster, { colour: true });
    expect(coloured).toContain('\u001b[31m');
    // eslint-disable-next-line no-control-regex
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(report);
  });

  it.each<[string, Severity, string]>([['yellow', 'error', '33'], ['yellow', 'warning', '33'], ['green', 'info', '32']])(
    'ends in %s where all that was found is an acknowledged %s', (_, severity, colour) => {
      const acknowledged = [{ finding: madeFinding({ rule: 'mode-unset', severity }), acknowledgement: { finding: 'mode-unset', reason: 'seen' } }];
      const last = lines(textReport({ ...nothingFound, acknowledged }, { colour: true })).at(-1)!;
      expect(last).toMatch(new RegExp(`\\u001b\\[${colour}m.*0 errors, 0 warnings, 0 info.*; 1 acknowledged$`));
    });

  it('breaks paragraphs at the width of a terminal', () => {
    const narrow = lines(textReport(mixedCluster, { width: 80 }));
    const table = narrow.slice(0, 5);
    expect(narrow.filter((line) => line.length > 80 && !table.includes(line))).toEqual([]);
    expect(narrow.map((line) => line.trim()).join(' ')).toContain('lacks the weight-0 fix; a rollout leaves clients that reuse source ports');
  });

  it('lets no text from the input steer the terminal', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      const finding = madeFinding({
        rule: 'input-unreadable', id: `input-unreadable[${text}]`, resource: text, message: text, remedies: [text], sources: [text],
        location: { file: text, line: 1 }, pool: text,
      });
      const hostile = textReport({
        findings: [finding],
        acknowledged: [{ finding, acknowledgement: { finding: text, reason: text, expires: text } }],
        notChecked: [{ rule: '*', pool: text, reason: text, leavesVerdictOpen: true }],
        judged: true,
        prediction: { pools: [madePool(text, text)], configurations: [] },
      });
      expect(hostile.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }));
  });
});
