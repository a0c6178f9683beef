/**
 * Checks whole repositories and prints, for each: exit code, CPU seconds, memory, and the findings by rule. Not part of CI: fetch some
 * trees, run it before a release and after, and compare. Needs a build.
 *
 *     npx ts-node --swc -P tsconfig.dev.json tools/check-trees.ts [--findings] FOLDER…
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

interface Checked {
  readonly code: number | null;
  readonly seconds: number;
  readonly megabytes: number;
  readonly findings: readonly { readonly id: string; readonly rule: string; readonly severity: string; readonly message: string }[];
}

/** Tells what it took when the command ends, by its own count. */
const MEASURE = "process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); "
  + 'process.stderr.write(`\\n${JSON.stringify([userCPUTime + systemCPUTime, maxRSS])}`); });';

function checked(folder: string, scratch: string): Checked {
  const measure = `data:text/javascript,${encodeURIComponent(MEASURE)}`;
  const report = path.join(scratch, 'report.json');
  const command = path.join(__dirname, '..', 'lib', 'cli', 'main.js');
  const { status, stderr } = spawnSync(process.execPath, ['--import', measure, command, 'check', folder, '--format', 'json', '--output', report], {
    encoding: 'utf8', maxBuffer: 1 << 28,
  });
  const [microseconds, kilobytes] = JSON.parse(stderr.slice(stderr.lastIndexOf('\n') + 1)) as [number, number];
  const { findings } = JSON.parse(readFileSync(report, 'utf8')) as Pick<Checked, 'findings'>;
  return { code: status, seconds: microseconds / 1e6, megabytes: kilobytes / 1024, findings };
}

function byRule(findings: Checked['findings']): string {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) {
    counts.set(`${severity} ${rule}`, (counts.get(`${severity} ${rule}`) ?? 0) + 1);
  }
  return [...counts].sort().map(([name, count]) => `${count} ${name}`).join(', ') || 'nothing';
}

const args = process.argv.slice(2);
const scratch = mkdtempSync(path.join(tmpdir(), 'check-trees-'));
try {
  for (const folder of args.filter((arg) => arg !== '--findings')) {
    const { code, seconds, megabytes, findings } = checked(folder, scratch);
    console.log(`${path.basename(folder)}  exit ${code}  ${seconds.toFixed(1)} s  ${megabytes.toFixed(0)} MB  ${byRule(findings)}`);
    if (args.includes('--findings')) {
      findings.forEach(({ severity, id, message }) => console.log(`    ${severity} ${id}: ${message}`));
    }
  }
} finally {
  rmSync(scratch, { recursive: true });
}
