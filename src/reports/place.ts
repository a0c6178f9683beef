import type { Finding } from '../rules/finding';

/** Where a finding points, as terminals and editors make it clickable: `file:line:column`, a construct path, or a URN. */
export function place({ location }: Finding): string | undefined {
  if (location?.file !== undefined) {
    const file = location.file === '-' ? '<stdin>' : location.file;
    return [file, location.line, location.line && location.column].filter((part) => part !== undefined).join(':');
  }
  return location?.constructPath ?? location?.urn;
}

/** The message without what a line with its place says already. */
export function messageInPlace({ message, location: { file, line, column } = {} }: Finding): string {
  const said = line === undefined ? [] : [`${file}:${line}:${column} `, `${file}:${line} `];
  return message.slice(said.find((words) => message.startsWith(words))?.length);
}
