import * as fs from 'node:fs';
import * as path from 'node:path';
import { transformFileSync } from '@swc/core';

const LAB = path.join(__dirname, '..');

/**
 * Compiles what runs in the guest to JavaScript that Node runs as it is: compiling it there, on an emulated processor, would take
 * longer than the experiments.
 *
 * @returns the path of the main program
 */
export function guestProgram(folder: string): string {
  for (const part of ['guest', 'experiments']) {
    fs.mkdirSync(path.join(folder, part), { recursive: true });
    for (const file of fs.readdirSync(path.join(LAB, part)).filter((name) => name.endsWith('.ts'))) {
      const { code } = transformFileSync(path.join(LAB, part, file), {
        swcrc: false,
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      });
      fs.writeFileSync(path.join(folder, part, `${path.basename(file, '.ts')}.js`), code);
    }
  }
  return path.join(folder, 'guest', 'main.js');
}
