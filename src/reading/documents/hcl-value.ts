import { isRecord, type UntypedRecord } from '../../kubernetes/untyped';

/**
 * Literal values of HCL, the language of Terraform. The readers on npm are whole compilers in WebAssembly or nobody's any more, and all that
 * is asked for here is what is written out: blocks, strings, numbers, lists and objects, also those in `jsonencode` and `yamlencode`. What
 * Terraform works out when it runs stays the text of the expression in `${}`, as in JSON.
 */
export function readHclValue(text: string): UntypedRecord | undefined {
  try {
    return new HclReader(text).body();
  } catch {
    return undefined;
  }
}

const TOKEN = new RegExp([
  '\\s+', '#[^\\n]*', '//[^\\n]*', '/\\*[^]*?\\*/', '<<-?([A-Za-z_]\\w*)[^\\n]*\\n([^]*?)\\n[ \\t]*\\1(?=\\s|$)', '"(?:[^"\\\\]|\\\\[^])*"',
  '[A-Za-z_][\\w-]*', '-?\\d[\\d.eE+-]*', '==|!=|<=|>=|&&|\\|\\||=>|\\.\\.\\.', '[^]',
].join('|'), 'gy');

interface Token {
  readonly kind: 'text' | 'word' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly newlineBefore: boolean;
}

class HclReader {
  private readonly tokens: readonly Token[];
  private next = 0;

  public constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  /** Attributes and blocks up to a closing brace or the end. */
  public body(): UntypedRecord {
    const found: Record<string, unknown> = {};
    while (this.peek().kind !== 'end' && this.peek().text !== '}') {
      const name = this.take().text;
      if (this.peek().text === '=') {
        this.take();
        found[name] = this.expression();
        continue;
      }
      const labels = [name];
      while (this.peek().kind === 'text' || this.peek().kind === 'word') {
        labels.push(this.take().text);
      }
      this.expect('{');
      addBlock(found, labels, this.body());
      this.expect('}');
    }
    return found;
  }

  /** A literal, or the text of what is none. */
  private expression(): unknown {
    const start = this.next;
    const value = this.literal();
    if (value !== NONE && this.isAtEnd()) {
      return value;
    }
    this.next = start;
    return `\${${this.rest()}}`;
  }

  private literal(): unknown {
    const token = this.take();
    switch (token.kind) {
      case 'text':
        return token.text;
      case 'number':
        return Number(token.text);
      case 'word':
        if (['true', 'false', 'null'].includes(token.text)) {
          return token.text === 'null' ? null : token.text === 'true';
        }
        return ['jsonencode', 'yamlencode', 'tomap', 'tolist', 'toset'].includes(token.text) && this.peek().text === '(' ? this.argument() : NONE;
      default:
        return token.text === '[' ? this.list() : token.text === '{' ? this.object() : NONE;
    }
  }

  private argument(): unknown {
    this.expect('(');
    const value = this.expression();
    this.expect(')');
    return value;
  }

  private list(): unknown {
    const items: unknown[] = [];
    if (this.peek().text === 'for') {
      return NONE;
    }
    while (this.peek().text !== ']') {
      items.push(this.expression());
      this.takeIf(',');
    }
    this.take();
    return items;
  }

  private object(): unknown {
    const found: Record<string, unknown> = {};
    while (this.peek().text !== '}') {
      const key = this.take().text;
      // A loop, or a key that is worked out.
      if (!['=', ':'].includes(this.take().text)) {
        return NONE;
      }
      found[key] = this.expression();
      this.takeIf(',');
    }
    this.take();
    return found;
  }

  /** Whether an expression ends here: at a line's end, or at what closes or goes on with what it is in. */
  private isAtEnd(): boolean {
    const { kind, text, newlineBefore } = this.peek();
    return kind === 'end' || newlineBefore || [',', ')', ']', '}'].includes(text);
  }

  /** The text of an expression to its end, brackets in it closed. */
  private rest(): string {
    const words: string[] = [];
    let depth = 0;
    while (this.peek().kind !== 'end' && (depth > 0 || words.length === 0 || !this.isAtEnd())) {
      const { text } = this.take();
      depth += ['(', '[', '{'].includes(text) ? 1 : [')', ']', '}'].includes(text) ? -1 : 0;
      words.push(text);
    }
    return words.join(' ');
  }

  private peek(): Token {
    return this.tokens[this.next] ?? END;
  }

  private take(): Token {
    const token = this.peek();
    if (token.kind === 'end') {
      throw new Error('ends too early');
    }
    this.next += 1;
    return token;
  }

  private takeIf(text: string): void {
    this.next += this.peek().text === text ? 1 : 0;
  }

  private expect(text: string): void {
    if (this.take().text !== text) {
      throw new Error(`no ${text}`);
    }
  }
}

const NONE = Symbol('no literal');
const END: Token = { kind: 'end', text: '', newlineBefore: true };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let newlineBefore = true;
  for (const match of text.matchAll(TOKEN)) {
    const [written, , heredoc] = match;
    if (/^\s|^#|^\/[/*]/.test(written)) {
      newlineBefore ||= written.includes('\n');
      continue;
    }
    const isText = heredoc !== undefined || (written.startsWith('"') && written.length > 1);
    const kind = isText ? 'text' : /^[A-Za-z_]/.test(written) ? 'word' : /^-?\d/.test(written) ? 'number' : 'sign';
    tokens.push({ kind, text: heredoc ?? (kind === 'text' ? unescaped(written.slice(1, -1)) : written), newlineBefore });
    newlineBefore = false;
  }
  return tokens;
}

function unescaped(text: string): string {
  return text.replace(/\\([^])/g, (_, escaped: string) => ({ n: '\n', t: '\t', r: '\r' })[escaped] ?? escaped);
}

/** Blocks of one name become a list, as soon as there are two. */
function addBlock(found: Record<string, unknown>, [name, ...labels]: readonly string[], body: UntypedRecord): void {
  const before = found[name];
  if (labels.length > 0) {
    const inner: Record<string, unknown> = isRecord(before) ? before as Record<string, unknown> : {};
    found[name] = inner;
    addBlock(inner, labels, body);
  } else {
    found[name] = before === undefined ? body : [...Array.isArray(before) ? before as unknown[] : [before], body];
  }
}
