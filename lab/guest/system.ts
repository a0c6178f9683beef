import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';

/**
 * Runs a program to its end.
 *
 * @returns what it printed
 * @throws Error with what it said, when it fails
 */
export function command(program: string, ...args: readonly string[]): string {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${[program, ...args].join(' ')}: ${error?.message ?? (stderr || stdout).trim()}`);
  }
  return stdout;
}

/** Whether a program ends with 0. */
export function succeeds(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}

function sysctlFile(key: string): string {
  return `/proc/sys/${key.replaceAll('.', '/')}`;
}

export function setSysctl(key: string, value: string | number): void {
  fs.writeFileSync(sysctlFile(key), String(value));
}

/** The value of a sysctl; `null` when the key is not there. */
export function sysctl(key: string): string | null {
  return fs.existsSync(sysctlFile(key)) ? fs.readFileSync(sysctlFile(key), 'utf8').trim() : null;
}

/** Names of the modules that are loaded. */
export function loadedModules(): string[] {
  return fs.readFileSync('/proc/modules', 'utf8').split('\n').filter((line) => line !== '').map((line) => line.split(' ')[0]);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
