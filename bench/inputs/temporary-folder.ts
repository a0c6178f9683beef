import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Gives a folder to a piece of work and removes it when the work has ended. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-bench-'));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
