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
    return { problem: problemOf(text, (error as Error).message) };
  }
}

function problemOf(text: string, message: string): JsonProblem {
  if (text.trim() === '') {
    return { message: 'has a comma with nothing behind it', offset: 0 };
  }
  const offset = positionIn(message) ?? (isUnfinished(text, message) ? text.length : offsetByPrefixes(text));
  return { message: `is not JSON: ${withoutPosition(message)}`, offset };
}

function positionIn(message: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position);
}

/** The place is given as line and column; the excerpt that Node adds may be long. */
function withoutPosition(message: string): string {
  return message.replace(/,? "?\.{0,3}"[^]*(?=is not valid JSON)/, ' ').replace(/ (?:in JSON )?at position.*$/s, '');
}

/** Whether nothing is wrong with a text but that it ends. */
function isUnfinished(text: string, message: string): boolean {
  return /end of JSON|Unterminated/.test(message) || (positionIn(message) ?? -1) >= text.length;
}

/** Texts that are longer are not parsed again and again. */
const LONGEST_SEARCHED = 4 * 1024 * 1024;

/** Where a text stops being JSON, which Node does not tell of an unexpected token: the shortest beginning that cannot go on to be JSON. */
function offsetByPrefixes(text: string): number {
  let low = text.search(/\S/);
  let high = text.length > LONGEST_SEARCHED ? low : text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (canGoOn(text.slice(0, middle + 1))) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function canGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return isUnfinished(text, (error as Error).message);
  }
}
