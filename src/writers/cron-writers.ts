import { LINUX_POOLS } from '../cluster/pool-selector';
import { scheduleSeconds } from './cron-schedule';
import { hostSetting } from './host-script-writers';
import type { NodeFile } from './writers-of-text';
import { NODE_PROCESS } from './node-access';
import { readScript } from './script-reader';
import type { Writer } from './writer';
import { writersOfEffects } from './writers-of-effects';

/** A line of a crontab that runs something. */
interface CronJob {
  /** `undefined` for `@reboot`. */
  readonly seconds: number | undefined;
  readonly command: string;
  readonly line: number;
  /** Of the command, from 1. */
  readonly column: number;
}

/** The writers among the jobs of a crontab; of one in /etc each line names the user between schedule and command. */
export function cronWriters({ path, text, locate }: NodeFile): Writer[] {
  const withUser = /(?:^|\/)(?:cron\.d\/[^/]+|etc\/crontab)$/.test(path);
  const variables: Record<string, string> = {};
  return text.split(/\r?\n/).flatMap((content, index) => {
    const variable = VARIABLE.exec(content);
    if (variable !== null) {
      variables[variable[1]] = variable[2].trim().replace(/^(["'])(.*)\1$/, '$2');
      return [];
    }
    const job = cronJob(content, index + 1, withUser);
    if (job === undefined) {
      return [];
    }
    const loop = job.seconds === undefined ? undefined : { seconds: job.seconds, reads: new Set<string>() };
    return writersOfEffects(readScript(job.command, hostSetting(variables, loop)).effects, {
      kind: 'cron',
      name: `${path}, line ${job.line}`,
      resource: undefined,
      pools: LINUX_POOLS,
      access: NODE_PROCESS,
      moment: 'any-time',
      frequency: 'once',
      locate: (offset) => locate(job.line, job.column + offset),
    });
  });
}

/** Whether every line of a text is a job or sets a variable. */
export function isCrontab(text: string): boolean {
  const lines = text.slice(0, 64 * 1024).split(/\r?\n/).filter((line) => !/^\s*(?:#|$)/.test(line));
  const isJob = lines.map((line) => cronJob(line, 0, false) !== undefined);
  return isJob.includes(true) && lines.every((line, index) => isJob[index] || VARIABLE.test(line));
}

const VARIABLE = /^\s*([A-Za-z_]\w*)\s*=(.*)$/;

/** A nickname, or five fields; months and days may be names. */
const SCHEDULE = /^\s*(@\w+|(?:[\d*][\d*,/-]*[ \t]+){3}(?:[\d*A-Za-z][\w*,/-]*[ \t]+)[\d*A-Za-z][\w*,/-]*)[ \t]+/;

const USER = /^(?:root|[a-z_][a-z0-9_-]{0,31})[ \t]+/;

function cronJob(content: string, line: number, withUser: boolean): CronJob | undefined {
  const schedule = SCHEDULE.exec(content);
  if (schedule === null) {
    return undefined;
  }
  const rest = content.slice(schedule[0].length);
  // Crontabs of the system are often kept under other names; there root stands where a command would.
  const user = withUser || rest.startsWith('root ') || rest.startsWith('root\t') ? USER.exec(rest)?.[0] ?? '' : '';
  const seconds = schedule[1] === '@reboot' ? undefined : scheduleSeconds(schedule[1]);
  // What comes after an unescaped % is the command's input.
  const command = rest.slice(user.length).replace(/\\%/g, '\uE000').replace(/%[^]*$/, '').replaceAll('\uE000', '%');
  return seconds !== undefined && Number.isNaN(seconds) ? undefined : { seconds, command, line, column: schedule[0].length + user.length + 1 };
}
