import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Assessment } from '../src/assessment/assess';
import { htmlReport } from '../src/reports/html/page';
import { mixedCluster } from '../test/reports/made-assessment';

const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => spawnSync(name, ['--version']).status === 0);

const acknowledgement = { finding: 'mode-unset', reason: 'looked at', expires: '2027-03-31' };
const acknowledgedCluster: Assessment = {
  ...mixedCluster, findings: [], acknowledged: mixedCluster.findings.map((finding) => ({ finding, acknowledgement })),
};

const WIDTHS = [360, 768, 1280];

interface Seen {
  readonly width: number;
  /** How much wider than the window the page is. */
  readonly overflow: number;
  /** Texts that are hard to read on what is behind them, with their contrast. */
  readonly faint: readonly string[];
  readonly background: string;
}

function seenInChromium(assessment: Assessment, scheme: 'light' | 'dark'): Seen[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'kube-proxy-kit-'));
  try {
    const source = htmlReport(assessment, { checkedAt: new Date(0), inputs: ['manifests/a-folder-with-a-long-name/and-one-below', 'nodes.json'] }).replace(/&/g, '&amp;').replace(/"/g, '&quot;');
    const frames = WIDTHS.map((width) => `<iframe style="width:${width}px;height:900px;border:0" srcdoc="${source}"></iframe>`).join('');
    writeFileSync(path.join(folder, 'look.html'), `<!doctype html><body>${frames}<script>${readFileSync(path.join(__dirname, 'look-at-frames.js'), 'utf8')}</script>`);
    const { stdout, stderr } = spawnSync(chromium!, [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', `--user-data-dir=${path.join(folder, 'profile')}`, `--blink-settings=preferredColorScheme=${scheme === 'dark' ? 0 : 1}`,
      '--virtual-time-budget=5000', '--dump-dom', `file://${path.join(folder, 'look.html')}`,
    ], { encoding: 'utf8' });
    const json = /<body>(\[.*\])/s.exec(stdout)?.[1];
    if (json === undefined) {
      throw new Error(`Chromium gave no result: ${stdout.slice(0, 500)}\n${stderr.slice(-2000)}`);
    }
    return JSON.parse(json.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')) as Seen[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

(chromium ? describe : describe.skip).each([
  ['light', 'open findings', mixedCluster],
  ['dark', 'open findings', mixedCluster],
  ['light', 'acknowledged ones only', acknowledgedCluster],
  ['dark', 'acknowledged ones only', acknowledgedCluster],
] as const)('the HTML report in Chromium, %s, with %s', (scheme, _, assessment) => {
  let seen: readonly Seen[];
  beforeAll(() => (seen = seenInChromium(assessment, scheme)));

  it('is of that colour', () => {
    expect(seen.map(({ background }) => background)).toEqual(WIDTHS.map(() => scheme === 'light' ? 'rgb(245, 246, 248)' : 'rgb(14, 19, 26)'));
  });

  it('fits every window without scrolling sideways', () => {
    expect(seen.map(({ width, overflow }) => ({ width, overflow }))).toEqual(WIDTHS.map((width) => ({ width, overflow: 0 })));
  });

  it('can be read: a contrast of 4.5 or more', () => {
    expect(seen.flatMap(({ faint }) => faint)).toEqual([]);
  });
});
