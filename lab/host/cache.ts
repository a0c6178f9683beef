import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const ROOT = process.env.KUBE_PROXY_KIT_LAB_CACHE
  ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'kube-proxy-kit', 'lab');

/** The path of something in the cache; the folder that it lies in exists. */
export function cachePath(...parts: readonly string[]): string {
  const file = path.join(ROOT, ...parts);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return file;
}

/**
 * A folder of the cache that `make` fills the first time. It only appears under its name when it is complete.
 *
 * @returns its path
 */
export function cachedFolder(parts: readonly string[], make: (folder: string) => void): string {
  const folder = cachePath(...parts);
  if (!fs.existsSync(folder)) {
    const unfinished = `${folder}.new`;
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.mkdirSync(unfinished, { recursive: true });
    make(unfinished);
    fs.renameSync(unfinished, folder);
  }
  return folder;
}
