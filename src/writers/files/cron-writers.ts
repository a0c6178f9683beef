import { readScript } from '../script/script-reader';
import { hostOwner, hostSetting } from '../script/script-writers';
import type { Writer } from '../../declaration/writer';
import { writersOfReading, type ReadPlacedFile } from '../writers-of-reading';
import type { PlacedFile } from './node-file';
import { cronJob, cronVariable } from './crontab';

/** The writers among the jobs of a crontab. */
export function cronWriters(file: PlacedFile, readPlacedFile: ReadPlacedFile): Writer[] {
  const withUser = /(?:^|\/)(?:cron\.d\/[^/]+|etc\/crontab)$/.test(file.path);
  const variables: Record<string, string> = {};
  return file.text.split(/\r?\n/).flatMap((content, index) => {
    const variable = cronVariable(content);
    if (variable !== undefined) {
      variables[variable.name] = variable.value;
      return [];
    }
    const job = cronJob(content, withUser);
    if (job === undefined) {
      return [];
    }
    const loop = job.seconds === undefined ? undefined : { seconds: job.seconds, reads: new Set<string>() };
    return writersOfReading(readScript(job.command, hostSetting(file, variables, loop)), {
      ...hostOwner(file, readPlacedFile),
      kind: 'cron',
      name: `${file.name}, line ${index + 1}`,
      moment: 'any-time',
      frequency: 'once',
      locate: (offset) => file.locate(index + 1, job.column + offset),
    });
  });
}
