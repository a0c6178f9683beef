import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const FOLDER = 'src/manifests/scripts';
const installed = spawnSync('shellcheck', ['--version']).status === 0;

(installed ? test : test.skip).each(fs.readdirSync(path.join(ROOT, FOLDER)))(
  `shellcheck has nothing to say about %s${installed ? '' : ' (skipped: shellcheck is not installed)'}`,
  (file) => {
    const { stdout, stderr } = spawnSync('shellcheck', ['--shell=sh', '--severity=style', '--external-sources', path.join(FOLDER, file)], { cwd: ROOT, encoding: 'utf8' });
    expect(stdout + stderr).toBe('');
  },
);
