/** Nanoseconds of each unit that Go's time.ParseDuration takes. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9,
};

const DURATION = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+$/;
const PART = /(?<![\d.])(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/g;

/** Largest number of nanoseconds that a Go duration holds, as near as a number comes to it. */
const MAX_NANOSECONDS = 2 ** 63;

/** Seconds of a Go duration string (`30s`, `1h15m`, `-1.5s`, `0`), or `undefined` for what Go refuses. */
export function parseGoDuration(text: string): number | undefined {
  if (/^[-+]?0$/.test(text)) {
    return 0;
  }
  if (!DURATION.test(text)) {
    return undefined;
  }
  let nanoseconds = 0;
  for (const [, number, unit] of text.matchAll(PART)) {
    nanoseconds += Math.trunc(Number(number) * UNITS[unit]);
  }
  if (nanoseconds > MAX_NANOSECONDS) {
    return undefined;
  }
  return (text.startsWith('-') ? -nanoseconds : nanoseconds) / 1e9;
}

/** Writes seconds as kube-proxy's users do: `30s`, `15m`, `24h`, `250ms`, `1h30m`. */
export function formatGoDuration(seconds: number): string {
  if (seconds === 0) {
    return '0s';
  }
  const sign = seconds < 0 ? '-' : '';
  let rest = Math.round(Math.abs(seconds) * 1e9);
  let text = '';
  for (const unit of ['h', 'm', 's', 'ms', 'us', 'ns']) {
    const count = Math.floor(rest / UNITS[unit]);
    if (count > 0) {
      text += `${count}${unit}`;
      rest -= count * UNITS[unit];
    }
  }
  return sign + text;
}
