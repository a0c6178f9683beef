import { scheduleSeconds } from './cron-schedule';

/** A line of a crontab that runs something. */
export interface CronJob {
  /** Between two runs, roughly; `undefined` for `@reboot`. */
  readonly seconds: number | undefined;
  readonly command: string;
  /** Of the command, from 1. */
  readonly column: number;
}

/** A nickname, or five fields; months and days may be names. */
const SCHEDULE = /^\s*(@\w+|(?:[\d*][\d*,/-]*[ \t]+){3}(?:[\d*A-Za-z][\w*,/-]*[ \t]+)[\d*A-Za-z][\w*,/-]*)[ \t]+/;
const USER = /^[A-Za-z_][\w-]{0,31}[ \t]+/;
const VARIABLE = /^\s*([A-Za-z_]\w*)\s*=(.*)$/;

/**
 * The job of a line.
 *
 * @param withUser whether a user's name stands before the command, as in the crontabs below /etc
 */
export function cronJob(line: string, withUser: boolean): CronJob | undefined {
  const schedule = SCHEDULE.exec(line);
  const seconds = schedule === null || schedule[1] === '@reboot' ? undefined : scheduleSeconds(schedule[1]);
  if (schedule === null || Number.isNaN(seconds)) {
    return undefined;
  }
  const rest = line.slice(schedule[0].length);
  // Crontabs of the system are often kept under other names; there root stands where a command would.
  const user = withUser || /^root[ \t]/.test(rest) ? USER.exec(rest)?.[0] ?? '' : '';
  const command = rest.slice(user.length);
  // What comes after an unescaped % is the command's input.
  const end = /(?:^|[^\\])%/.exec(command);
  return { seconds, command: (end ? command.slice(0, end.index + 1) : command).replaceAll('\\%', '%'), column: line.length - command.length + 1 };
}

/** The variable that a line sets. */
export function cronVariable(line: string): { readonly name: string; readonly value: string } | undefined {
  const match = VARIABLE.exec(line);
  return match === null ? undefined : { name: match[1], value: match[2].trim().replace(/^(["'])(.*)\1$/, '$2') };
}

/** Whether every line of a text is a job or sets a variable, and one is a job. */
export function isCrontab(text: string): boolean {
  const lines = text.slice(0, MAX_LOOK).split(/\r?\n/).filter((line) => !/^\s*(?:#|$)/.test(line));
  const isJob = lines.map((line) => cronJob(line, false) !== undefined);
  return isJob.includes(true) && lines.every((line, index) => isJob[index] || VARIABLE.test(line));
}

/** So much of a file tells what it is. */
const MAX_LOOK = 64 * 1024;
