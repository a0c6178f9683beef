import type { Writer } from '../../src/declaration/writer';

/** A writer in one line: when, how often, what, and what is odd about it. `?` marks a value that is not known, and a tolerant load. */
export function summary(writer: Writer): string {
  const every = writer.intervalSeconds === undefined ? '' : ` ${writer.intervalSeconds}s`;
  const marks = [
    ...(writer.sysctls.length > 0 && !writer.waitsForKey ? ['blind'] : []),
    ...(writer.reachesNode ? [] : ['own network']),
    ...(writer.loading && writer.loading.tool === 'container' ? ['own modprobe'] : []),
    ...(writer.cannotWork === undefined ? [] : [writer.cannotWork]),
  ];
  return [
    `${writer.moment} ${writer.frequency}${every}:`,
    ...writer.sysctls.map(({ key, value }) => `${key}=${value ?? '?'}`),
    ...writer.modules.map(({ module, tolerant }) => `${module}${tolerant ? '?' : ''}`),
    ...(marks.length > 0 ? [`(${marks.join('; ')})`] : []),
  ].join(' ');
}
