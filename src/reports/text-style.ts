import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Puts colour and weight on words, or does not. */
export type Paint = (format: Format, text: string) => string;

/** The caller has decided whether there is colour; Node is not asked again what kind of stream standard output is. */
export function painter(colour: boolean): Paint {
  return colour ? (format, text) => styleText(format, text, { validateStream: false }) : (_format, text) => text;
}

/** Breaks a text at blanks into lines of at most `width` characters; a longer word stays whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
