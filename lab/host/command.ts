import { spawnSync, type SpawnSyncOptions } from 'node:child_process';

/**
 * Runs a program to its end.
 *
 * @returns what it printed
 * @throws Error with the command and what it said, when it fails
 */
export function run(program: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const result = spawnSync(program, args, { maxBuffer: 1 << 28, ...options, encoding: 'utf8' });
  if (result.status !== 0) {
    const said = result.error?.message ?? `${result.stdout}${result.stderr}`.trim().split('\n').slice(-20).join('\n');
    throw new Error(`${[program, ...args].join(' ')} failed:\n${said}`);
  }
  return result.stdout;
}
