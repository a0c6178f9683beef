import * as fc from 'fast-check';
import type { Severity } from '../../../src/rules/finding';
import type { ReuseVerdict } from '../../../src/prediction/prediction';
import { htmlReport } from '../../../src/reports/html/page';
import { madeFinding, madePool, madeSysctl, mixedCluster, nothingFound } from '../made-assessment';

const page = htmlReport(mixedCluster);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]);
/** What a reader sees, without tags. */
const words = (html: string) => html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('the HTML report', () => {
  it.each([
    ['a headline with the counts', '3 errors and 1 warning'],
    ['how many pools are concerned', '3 of 4 node pools have open errors or warnings; 1 finding acknowledged.'],
    ['what kube-proxy does on a pool', 'old 4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64 v1.27.4 \u2713 starts ipvs \u2715 stale real server 1 error'],
    ['findings of a pool that are acknowledged', 'safe 1 info 1 acknowledged Why'],
    ['a pool on which kube-proxy exits', 'minimal 4.19.0 v1.27.4 \u2715 exits - \u2013 does not apply 1 error'],
    ['why it exits', 'ip_vs is not in this kernel ( kubernetes/kubernetes#108945 )'],
    ['what the colours of conn_reuse_mode mean', '\u2713 green: safe ~ amber: works, but spreads unevenly \u2715 red: stale real server, a hang, or 1 s SYN delay ? grey: not known'],
    ['what those of other sysctls do', 'Sysctls whose effect is not judged: grey: what the first start settles on, or not known (?) ~ amber: another value than that'],
    ['a finding with its message', 'error stale-real-server[old] pool old: kube-proxy v1.27.4 on kernel'],
    ['why it is one', 'net.ipv4.vs.conn_reuse_mode=0 Why: the kernel lacks the weight-0 fix; a rollout leaves'],
    ['its place', 'manifests/kube-proxy.yaml:6:5 ConfigMap kube-system/kube-proxy'],
    ['its remedies', 'What to do, the best first Move pool old to a kernel that carries c95c07836fa4. Run another mode on pool old: iptables.'],
    ['acknowledged findings with their reason', 'metrics-exposed[new] warning the node firewall closes port 10249 (until 2027-03-31)'],
    ['what was not checked', 'pool new: modules of the nodes are not known'],
  ])('has %s', (_, expected) => {
    expect(words(page)).toContain(expected.replace(/&/g, '&amp;'));
  });

  it('tells of each sysctl what it is now, after a restart of kube-proxy, and after a reboot', () => {
    const sysctl = madeSysctl('net.ipv4.vs.conntrack', [], { value: '11', afterKubeProxyRestart: '22', afterReboot: '33', kubeProxyWrites: '44' });
    const pools = [madePool('all', '5.15.0', { sysctls: new Map([[sysctl.key, sysctl]]) })];
    expect(words(htmlReport({ ...nothingFound, prediction: { pools, configurations: [] } }))).toContain('net.ipv4.vs.conntrack 44 11 22 33');
  });

  it.each<[string, Parameters<typeof madeFinding>[0][], string]>([
    ['nothing', [], 'No errors, no warnings'],
    ['a warning', [{ rule: 'mode-deprecated', severity: 'warning' }], '1 warning, no errors'],
    ['an info', [{ rule: 'mode-unset', severity: 'info' }], 'No errors, no warnings'],
    ['errors', [{ rule: 'mode-unset' }, { rule: 'version-skew' }], '2 errors'],
  ])('sums up %s', (_, findings, headline) => {
    expect(all(htmlReport({ ...nothingFound, findings: findings.map(madeFinding) }), /<h1>(.*)<\/h1>/g)).toEqual([headline]);
  });

  it.each<[string, Severity[], [Severity, string?][], string, string]>([
    ['all is acknowledged', [], [['error'], ['warning']], 'No open errors or warnings; 1 error and 1 warning acknowledged', 'doubtful'],
    ['all is, until a day', [], [['error', '2027-03-31']], 'No open errors or warnings; 1 error acknowledged (until 2027-03-31)', 'doubtful'],
    ['all is, until several days', [], [['error', '2027-03-31'], ['warning', '2027-01-31']],
      'No open errors or warnings; 1 error and 1 warning acknowledged (the first until 2027-01-31)', 'doubtful'],
    ['all is, one of them until a day', [], [['error'], ['error', '2027-03-31']],
      'No open errors or warnings; 2 errors acknowledged (the first until 2027-03-31)', 'doubtful'],
    ['all faults are', ['info'], [['warning'], ['info', '2027-01-31']], 'No open errors or warnings; 1 warning acknowledged', 'doubtful'],
    ['only an info is', [], [['info']], 'No errors, no warnings', 'good'],
    ['the errors are', ['warning'], [['error']], '1 warning, no open errors', 'doubtful'],
    ['one of the warnings is', ['warning'], [['warning']], '1 warning, no errors', 'doubtful'],
    ['one of the errors is', ['error'], [['error']], '1 error', 'bad'],
  ])('never calls a cluster clean where %s acknowledged', (_, open, accepted, headline, tone) => {
    const html = htmlReport({
      ...nothingFound,
      findings: open.map((severity) => madeFinding({ rule: 'mode-unset', severity })),
      acknowledged: accepted.map(([severity, expires]) => ({
        finding: madeFinding({ rule: 'version-skew', severity }), acknowledgement: { finding: 'version-skew', reason: 'seen', expires },
      })),
    });
    expect([all(html, /<h1>(.*)<\/h1>/g), all(html, /<header class="(.*)">/g)]).toEqual([[headline], [tone]]);
    expect(words(html)).toMatch(open.length > 0 ? / Findings Show .* Acknowledged version-skew/ : / Findings None is open: .* Acknowledged version-skew/);
  });

  it.each<[ReuseVerdict, string]>([
    ['safe', '\u2713 safe'], ['uneven', '~ uneven'], ['syn-drop-delay', '\u2715 1 s SYN delay'], ['unknown', '? not known'], ['not-ipvs', '\u2013 does not apply'],
  ])('has a sign for %s', (verdict, expected) => {
    const pool = madePool('a', '5.4.0');
    const html = htmlReport({ ...nothingFound, prediction: { pools: [{ ...pool, reuse: { ...pool.reuse, verdict } }], configurations: [] } });
    expect(words(html)).toContain(` ipvs ${expected} none Why `);
  });

  it('says when it was made, and of what', () => {
    const options = { checkedAt: new Date('2026-12-01T04:31:07Z'), inputs: ['manifests/<a>', '-'] };
    expect(words(htmlReport(nothingFound, options))).toContain(' Checked 2026-12-01 04:31 UTC ; input: manifests/&lt;a&gt; , standard input ');
    expect(words(htmlReport(nothingFound, { inputs: ['a.yaml'] }))).toContain(' Checked input: a.yaml ');
    expect(words(page)).not.toContain('Checked');
  });

  it('tells the values in a timeline apart by a sign, too', () => {
    const key = 'net.ipv4.vs.conn_reuse_mode';
    const sysctl = madeSysctl(key, [{ by: 'node', value: '1', because: 'its default' }, { by: 'kube-proxy', value: '0', because: 'on startup' }]);
    const pool = madePool('a', '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', { sysctls: new Map([[key, sysctl]]) });
    const reuse = { ...pool.reuse, ifMode: { zero: 'stale-real-server' as const, one: 'syn-drop-delay' as const } };
    const html = htmlReport({ ...nothingFound, prediction: { pools: [{ ...pool, reuse }], configurations: [] } });
    expect(words(html.replace(/<title>.*?<\/title>/g, ''))).toMatch(/ 1 \u2715 .* 0 \u2715 /);
  });

  it('says why kube-proxy leaves a sysctl alone that does harm', () => {
    const key = 'net.ipv4.vs.conn_reuse_mode';
    const pool = madePool('a', '3.10.0', { sysctls: new Map([[key, madeSysctl(key, [{ by: 'node', value: '1', because: 'its default' }])]]) });
    const pools = [{ ...pool, reuse: { ...pool.reuse, verdict: 'syn-drop-delay' as const } }];
    expect(words(htmlReport({ ...nothingFound, prediction: { pools, configurations: [] } })))
      .toContain('kube-proxy does not write it: this release leaves it alone on kernels below 4.1.');
  });

  it('fetches nothing and runs nothing', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\ssrc=|\son\w+=/i);
    expect(page).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'\"");
  });

  it('has ids of their own, and links inside the page that lead somewhere', () => {
    const ids = all(page, /\sid="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...all(page, /href="#([^"]*)"/g), ...all(page, /aria-labelledby="([^"]*)"/g)];
    expect(targets.length).toBeGreaterThan(4);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('links sources whose form tells the address', () => {
    expect(all(page, /<a href="(https[^"]*)"/g)).toEqual(expect.arrayContaining([
      'https://github.com/kubernetes/kubernetes/issues/81775',
      'https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/commit/?id=c95c07836fa4',
    ]));
    const odd = htmlReport({ ...nothingFound, findings: [madeFinding({ rule: 'mode-unset', sources: ['javascript:alert(1)', 'https://example.org/a?b=1&c'] })] });
    expect(all(odd, /<a href="([^"]*)"/g)).toEqual(['https://example.org/a?b=1&amp;c']);
  });

  it('lets no text from the input become markup', () => {
    const tags = (html: string) => all(html, /<(\/?[a-z0-9]+)/gi).join(' ');
    const reportOf = (text: string) => {
      const finding = madeFinding({ rule: 'mode-unset', id: text, pool: text, resource: text, message: text, remedies: [text], sources: [text], location: { file: text } });
      const steps = [{ by: 'kube-proxy' as const, value: text, because: text }];
      const key = 'net.ipv4.vs.conn_reuse_mode';
      return htmlReport({
        findings: [finding],
        acknowledged: [{ finding, acknowledgement: { finding: text, reason: text, expires: text } }],
        notChecked: [{ rule: text, pool: text, reason: text, leavesVerdictOpen: true }],
        judged: true,
        prediction: { pools: [madePool(text, text, { sysctls: new Map([[key, madeSysctl(key, steps)]]) })], configurations: [] },
      });
    };
    const harmless = tags(reportOf('harmless'));
    fc.assert(fc.property(fc.oneof(fc.string(), fc.constantFrom('<img src=x onerror=alert(1)>', '"><script>', "'x", '--><b>', '&lt;')), (text) => {
      expect(tags(reportOf(`x${text}x`))).toBe(harmless);
    }), { numRuns: 60 });
  });
});
