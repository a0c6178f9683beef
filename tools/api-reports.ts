/**
 * Writes what each entry of the package exports to api/, from the declarations that a build has written, so that a diff shows a change of
 * the public API.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..');
const REPORTS = path.join(ROOT, 'api');
const COMPILER_OPTIONS = { target: 'es2022', lib: ['es2022'], module: 'node16', moduleResolution: 'node16', types: ['node'], strict: true, skipLibCheck: true };

const { exports: targets } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};

/** The configuration of api-extractor for one entry. Only the report is wanted; what it says of missing comments and exports is for a test of ours to look at. */
function configurationOf(report: string, declarations: string, temporary: string): object {
  const silent = { default: { logLevel: 'none' } };
  return {
    projectFolder: ROOT,
    mainEntryPointFilePath: declarations,
    compiler: { overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files: [declarations] } },
    apiReport: { enabled: true, reportFileName: `${report}.api.md`, reportFolder: REPORTS, reportTempFolder: temporary },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    newlineKind: 'lf',
    messages: { compilerMessageReporting: { default: { logLevel: 'error' } }, extractorMessageReporting: { ...silent, 'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: true } }, tsdocMessageReporting: silent },
  };
}

function write(report: string, declarations: string): void {
  // The command looks for package.json above its configuration.
  const temporary = fs.mkdtempSync(path.join(ROOT, 'lib/api-reports-'));
  try {
    const configuration = path.join(temporary, 'api-extractor.json');
    fs.writeFileSync(configuration, JSON.stringify(configurationOf(report, declarations, temporary)));
    const extractor = path.join(ROOT, 'node_modules/@microsoft/api-extractor/bin/api-extractor');
    const { status, stdout, stderr } = spawnSync(process.execPath, [extractor, 'run', '--local', '--config', configuration], { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`${report}: ${stdout}${stderr}`);
    }
  } finally {
    fs.rmSync(temporary, { recursive: true });
  }
}

fs.rmSync(REPORTS, { recursive: true, force: true });
fs.mkdirSync(REPORTS);
for (const [name, target] of Object.entries(targets)) {
  if (typeof target !== 'string') {
    write(path.posix.join('kube-proxy-kit', name).replace('/', '-'), path.join(ROOT, target.types));
  }
}
