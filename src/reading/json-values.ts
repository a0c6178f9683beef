/** A text that is no JSON: what is wrong, as the rest of a sentence about it, and where, from 0. */
export interface JsonProblem {
  readonly message: string;
  readonly offset: number;
}

/** The value of a text, or what is wrong with it. Never throws. */
export function readJsonValue(text: string): { readonly value: unknown } | { readonly problem: JsonProblem } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message)?.[1];
    const offset = position !== undefined ? Number(position) : /end of JSON/.test(message) ? text.length : text.search(/\S/);
    return { problem: { message: `is not JSON: ${withoutPosition(message)}`, offset: Math.max(offset, 0) } };
  }
}

/** The position is given as line and column; the excerpt that newer releases of Node add may be long. */
function withoutPosition(message: string): string {
  return message.replace(/,? "?\.{0,3}"[^]*(?=is not valid JSON)/, ' ').replace(/ in JSON at position.*$/s, '').replace(/ \(line \d+ column \d+\)$/, '');
}
