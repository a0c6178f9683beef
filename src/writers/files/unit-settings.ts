/** A setting of a systemd unit, continued lines joined. */
export interface UnitSetting {
  readonly section: string;
  readonly key: string;
  readonly value: string;
  /** Of the key, from 1. */
  readonly line: number;
}

/** The settings of a unit or drop-in, in order. Comments and what is no setting are left out. */
export function unitSettings(text: string): UnitSetting[] {
  const settings: UnitSetting[] = [];
  let section = '';
  let pending: { parts: string[]; line: number } | undefined;
  text.split(/\r?\n/).forEach((written, index) => {
    if (/^\s*[#;]/.test(written)) {
      return;
    }
    const continues = /\\\s*$/.test(written);
    const current = pending ?? { parts: [], line: index + 1 };
    current.parts.push(continues ? written.replace(/\\\s*$/, '') : written);
    pending = continues ? current : undefined;
    if (continues) {
      return;
    }
    const joined = current.parts.join(' ').trim();
    const heading = /^\[([^\]]+)\]$/.exec(joined);
    const equals = joined.indexOf('=');
    if (heading !== null) {
      section = heading[1];
    } else if (equals > 0) {
      settings.push({ section, key: joined.slice(0, equals).trim(), value: joined.slice(equals + 1).trim(), line: current.line });
    }
  });
  return settings;
}

/** Whether a text is a systemd unit or a drop-in for one: it begins with the heading of a section of theirs. */
export function isUnit(text: string): boolean {
  const first = text.slice(0, 4096).split('\n').find((line) => !/^\s*(?:[#;]|$)/.test(line)) ?? '';
  return /^\s*\[(?:Unit|Service|Install)\]\s*$/.test(first);
}
