import type { ShellWord, WordPart } from './syntax';

export type ShellToken =
  | { readonly kind: 'word'; readonly word: ShellWord }
  | { readonly kind: 'operator'; readonly text: string; readonly offset: number }
  | { readonly kind: 'redirection'; readonly operator: string; readonly descriptor: number | undefined; readonly offset: number };

/** Operators, longest first. */
const OPERATORS = ['&&', '||', ';;', ';&', '|&', '|', '&', ';', '(', ')', '\n'];
const REDIRECTIONS = ['&>>', '&>', '<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>'];

const ENDS_WORD = new Set([' ', '\t', '\r', '\n', ';', '&', '|', '<', '>', '(', ')']);

/**
 * Cuts a POSIX shell or bash script into tokens. A here-document's body becomes the word after its operator. Never throws: what is not
 * closed runs to the end of the text. Linear in the length of the text.
 */
export function tokenize(text: string): ShellToken[] {
  return new Lexer(text).tokens();
}

class Lexer {
  private index = 0;
  private readonly found: ShellToken[] = [];
  /** Here-documents whose bodies begin after the next newline; each holds the index of the token to fill in. */
  private pending: { readonly token: number; readonly delimiter: string; readonly quoted: boolean; readonly stripTabs: boolean }[] = [];

  constructor(private readonly text: string) {}

  tokens(): ShellToken[] {
    while (this.index < this.text.length) {
      this.next();
    }
    return this.found;
  }

  private next(): void {
    const character = this.text[this.index];
    if (character === ' ' || character === '\t' || character === '\r') {
      this.index += 1;
    } else if (this.text.startsWith('\\\n', this.index)) {
      this.index += 2;
    } else if (character === '#') {
      this.index = this.lineEnd();
    } else if (!this.redirection(undefined) && !this.operator()) {
      this.word();
    }
  }

  private lineEnd(): number {
    const end = this.text.indexOf('\n', this.index);
    return end < 0 ? this.text.length : end;
  }

  private operator(): boolean {
    const operator = OPERATORS.find((candidate) => this.text.startsWith(candidate, this.index));
    if (operator === undefined) {
      return false;
    }
    this.found.push({ kind: 'operator', text: operator, offset: this.index });
    this.index += operator.length;
    if (operator === '\n') {
      this.hereDocuments();
    }
    return true;
  }

  private redirection(descriptor: number | undefined): boolean {
    const operator = REDIRECTIONS.find((candidate) => this.text.startsWith(candidate, this.index));
    if (operator === undefined || /^[<>]\($/.test(this.text.slice(this.index, this.index + 2))) {
      return operator !== undefined && this.processSubstitution();
    }
    this.found.push({ kind: 'redirection', operator, descriptor, offset: this.index });
    this.index += operator.length;
    if (operator === '<<' || operator === '<<-') {
      this.announceHereDocument(operator === '<<-');
    }
    return true;
  }

  private processSubstitution(): true {
    const offset = this.index;
    this.index = endOfParentheses(this.text, this.index + 2);
    this.pushWord([{ kind: 'opaque' }], offset);
    return true;
  }

  private announceHereDocument(stripTabs: boolean): void {
    while (this.text[this.index] === ' ' || this.text[this.index] === '\t') {
      this.index += 1;
    }
    const offset = this.index;
    while (this.index < this.text.length && !ENDS_WORD.has(this.text[this.index])) {
      this.index += 1;
    }
    const written = this.text.slice(offset, this.index);
    const delimiter = written.replace(/["'\\]/g, '');
    this.pending.push({ token: this.found.length, delimiter, quoted: delimiter !== written, stripTabs });
    this.pushWord([], offset);
  }

  private hereDocuments(): void {
    for (const { token, delimiter, quoted, stripTabs } of this.pending) {
      const offset = this.index;
      const lines: string[] = [];
      while (this.index < this.text.length) {
        const end = this.lineEnd();
        const written = this.text.slice(this.index, end);
        this.index = Math.min(end + 1, this.text.length);
        const line = stripTabs ? written.replace(/^\t+/, '') : written;
        if (line === delimiter) {
          break;
        }
        lines.push(`${line}\n`);
      }
      const body = lines.join('');
      const parts: WordPart[] = quoted ? [{ kind: 'text', text: body, quoted: true }] : partsOfQuoted(body);
      this.found[token] = { kind: 'word', word: { parts, raw: body, offset } };
    }
    this.pending = [];
  }

  private word(): void {
    const offset = this.index;
    const parts: WordPart[] = [];
    while (this.index < this.text.length && !ENDS_WORD.has(this.text[this.index])) {
      this.index = readPart(this.text, this.index, parts);
    }
    const raw = this.text.slice(offset, this.index);
    if (/^\d$/.test(raw) && /[<>]/.test(this.text[this.index] ?? '') && this.redirection(Number(raw))) {
      return;
    }
    if (this.text[this.index] === '(' && /^\w+\+?=$/.test(raw)) {
      this.arrayLiteral(parts, offset);
      return;
    }
    this.pushWord(parts, offset);
  }

  private arrayLiteral(parts: readonly WordPart[], offset: number): void {
    const end = endOfParentheses(this.text, this.index + 1);
    const inside = this.text.slice(this.index + 1, end - 1);
    // Elements hold no array literals of their own, so this goes one level deep at most.
    const elements = inside.includes('(') ? [] : tokenize(inside).flatMap((token) => (token.kind === 'word' ? [token.word] : []));
    this.index = end;
    this.found.push({ kind: 'word', word: { parts, raw: this.text.slice(offset, end), offset, elements } });
  }

  private pushWord(parts: readonly WordPart[], offset: number): void {
    this.found.push({ kind: 'word', word: { parts, raw: this.text.slice(offset, this.index), offset } });
  }
}

/** Reads one part of an unquoted word; gives the index after it. */
function readPart(text: string, start: number, parts: WordPart[]): number {
  switch (text[start]) {
    case '\\': {
      if (text[start + 1] !== '\n') {
        parts.push({ kind: 'text', text: text[start + 1] ?? '', quoted: true });
      }
      return start + 2;
    }
    case "'": {
      const close = text.indexOf("'", start + 1);
      const end = close < 0 ? text.length : close;
      parts.push({ kind: 'text', text: text.slice(start + 1, end), quoted: true });
      return end + 1;
    }
    case '"': {
      const end = endOfQuotes(text, start + 1);
      parts.push({ kind: 'text', text: '', quoted: true }, ...partsOfQuoted(text.slice(start + 1, end - 1)));
      return end;
    }
    case '$':
    case '`':
      return readDollar(text, start, parts, false);
    default: {
      let end = start + 1;
      while (end < text.length && !ENDS_WORD.has(text[end]) && !'\\\'"$`'.includes(text[end])) {
        end += 1;
      }
      parts.push({ kind: 'text', text: text.slice(start, end), quoted: false });
      return end;
    }
  }
}

/** The parts of a text in double quotes, or of a here-document. */
function partsOfQuoted(text: string): WordPart[] {
  const parts: WordPart[] = [];
  let literal = '';
  let index = 0;
  while (index < text.length) {
    const character = text[index];
    if (character === '\\' && '$`"\\\n'.includes(text[index + 1] ?? ' ')) {
      literal += text[index + 1] === '\n' ? '' : text[index + 1];
      index += 2;
    } else if (character === '$' || character === '`') {
      parts.push({ kind: 'text', text: literal, quoted: true });
      literal = '';
      index = readDollar(text, index, parts, true);
    } else {
      literal += character;
      index += 1;
    }
  }
  parts.push({ kind: 'text', text: literal, quoted: true });
  return parts.filter((part) => part.kind !== 'text' || part.text !== '');
}

const VARIABLE = /^(?:\w+|[@*#?$!-])/;
const BRACED = /^([A-Za-z_]\w*|[@*\d])(\[[@*]\])?(?:(:?[-=])([^$`]*))?$/;

function readDollar(text: string, start: number, parts: WordPart[], quoted: boolean): number {
  if (text[start] === '`') {
    const close = text.indexOf('`', start + 1);
    const end = close < 0 ? text.length : close;
    parts.push({ kind: 'substitution', script: text.slice(start + 1, end), splits: !quoted });
    return end + 1;
  }
  const next = text[start + 1];
  if (next === '(') {
    const end = endOfParentheses(text, start + 2);
    parts.push(text[start + 2] === '(' ? { kind: 'opaque' } : { kind: 'substitution', script: text.slice(start + 2, end - 1), splits: !quoted });
    return end;
  }
  if (next === '{') {
    const close = text.indexOf('}', start + 2);
    const end = close < 0 ? text.length : close;
    const braced = BRACED.exec(text.slice(start + 2, end));
    parts.push(braced === null ? { kind: 'opaque' } : {
      kind: 'variable',
      name: braced[1],
      fallback: braced[4]?.replace(/^["']|["']$/g, ''),
      splits: !quoted || braced[2] !== undefined || braced[1] === '@',
    });
    return end + 1;
  }
  const name = VARIABLE.exec(text.slice(start + 1, start + 65))?.[0];
  if (name === undefined) {
    parts.push({ kind: 'text', text: '$', quoted });
    return start + 1;
  }
  const variable = /^\d/.test(name) ? name[0] : name;
  parts.push({ kind: 'variable', name: variable, fallback: undefined, splits: !quoted || variable === '@' });
  return start + 1 + variable.length;
}

/** Index after the `"` that closes what began before `start`. */
function endOfQuotes(text: string, start: number): number {
  return endOf(text, start, '"');
}

/** Index after the `)` that closes what began before `start`. */
function endOfParentheses(text: string, start: number): number {
  return endOf(text, start, '(');
}

/** Finds the end of nested quotes and parentheses with a stack of what is open. One pass. */
function endOf(text: string, start: number, opened: '"' | '('): number {
  const open: ('"' | '(')[] = [opened];
  let index = start;
  while (index < text.length) {
    const character = text[index];
    const inQuotes = open[open.length - 1] === '"';
    if (character === '\\') {
      index += 1;
    } else if (character === '"') {
      if (inQuotes) {
        open.pop();
      } else {
        open.push('"');
      }
    } else if (character === "'" && !inQuotes) {
      const close = text.indexOf("'", index + 1);
      index = close < 0 ? text.length : close;
    } else if (character === '(' && (!inQuotes || text[index - 1] === '$')) {
      open.push('(');
    } else if (character === ')' && !inQuotes) {
      open.pop();
    }
    index += 1;
    if (open.length === 0) {
      return index;
    }
  }
  return text.length + 1;
}
