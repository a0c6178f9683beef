import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { UsageError } from '../assessment/usage-error';

/**
 * Writes a file at once or not at all: whoever reads it meanwhile sees the old content or the new one. What is no regular file
 * (a pipe, /dev/stderr, a link to a file that is not there yet) is written as it is. A file that is read-only stays as it is.
 *
 * @throws UsageError when it cannot be written
 */
export async function writeFileWhole(file: string, text: string): Promise<void> {
  try {
    const existing = await fs.stat(file).catch(() => fs.lstat(file)).catch(() => undefined);
    if (existing?.isFile()) {
      await refuseReadOnly(file);
      // A link stays one: what it points to is replaced.
      await replace(await fs.realpath(file), text, existing.mode);
    } else if (existing) {
      await fs.writeFile(file, text);
    } else {
      await replace(file, text, undefined);
    }
  } catch (error) {
    throw new UsageError(`cannot write the report to ${file}: ${reason(error)}`);
  }
}

/** To replace a file takes no permission of its own, only one of its folder. */
async function refuseReadOnly(file: string): Promise<void> {
  const handle = await fs.open(file, 'r+');
  await handle.close();
}

async function replace(file: string, text: string, mode: number | undefined): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    await fs.writeFile(temporary, text, { flag: 'wx', mode });
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it lies below a file, or its name ends with a slash',
  ELOOP: 'it is a symbolic link that leads back to itself',
  ENXIO: 'it is a socket',
  ENAMETOOLONG: 'its name is too long',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message;
}
