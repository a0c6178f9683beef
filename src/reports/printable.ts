/** Control characters, and those that reorder text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Makes a text from the input safe for a terminal or a log: control characters and those that reorder text are shown as escapes,
 * so that a file name or a value cannot colour, move or hide what is printed. Line breaks are shown, too.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** A value as indented JSON that is as safe, and parses to the same value. */
export function printableJson(value: unknown): string {
  return printableLines(JSON.stringify(value, undefined, 2));
}

function escaped(character: string): string {
  return character === '\n' ? '\\n' : character === '\t' ? '\\t' : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
}
