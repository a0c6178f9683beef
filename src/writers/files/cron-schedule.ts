/** Words for schedules, in seconds between two runs. */
const NICKNAMES: Readonly<Record<string, number>> = {
  '@hourly': 3600, '@daily': 86400, '@midnight': 86400, '@weekly': 7 * 86400, '@monthly': 30 * 86400, '@yearly': 365 * 86400, '@annually': 365 * 86400,
};

/** Seconds between two runs of a cron schedule, roughly; NaN for what is none. */
export function scheduleSeconds(schedule: string): number {
  const [minute, hour, ...days] = schedule.trim().split(/\s+/);
  if (minute.startsWith('@')) {
    const every = /^@every$/.test(minute) ? durationSeconds(hour ?? '') : undefined;
    return every ?? (Object.hasOwn(NICKNAMES, minute) ? NICKNAMES[minute] : NaN);
  }
  if (hour === undefined || days.length < 3) {
    return NaN;
  }
  const everyHour = hour === '*' || hour.startsWith('*/');
  const turns = timesPer(minute, 60);
  return turns > 1 || everyHour ? Math.round(3600 / Math.max(turns, 1)) * (turns > 1 ? 1 : stepOf(hour)) : Math.round(86400 / timesPer(hour, 24));
}

/** How often a field of numbers, steps and lists matches in a round. */
function timesPer(field: string, round: number): number {
  return field.split(',').reduce((sum, part) => {
    const step = stepOf(part);
    return sum + (part.startsWith('*') ? Math.ceil(round / step) : 1);
  }, 0);
}

function stepOf(field: string): number {
  return Number(/\/(\d{1,3})$/.exec(field)?.[1] ?? 1) || 1;
}

function durationSeconds(text: string): number | undefined {
  const match = /^(\d{1,6})([smh])$/.exec(text);
  return match === null ? undefined : Number(match[1]) * { s: 1, m: 60, h: 3600 }[match[2] as 's' | 'm' | 'h'];
}
