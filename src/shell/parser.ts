/*
 * Our own parser, since those that there are do not fit a check of a whole tree of files: sh-syntax gives empty commands and takes 64 ms
 * a parse, mvdan-sh takes 162 ms to load. This one gives up on nothing: what it does not understand is left out or read as words.
 */
import { append } from '../kubernetes/append';
import { tokenize, type ShellToken } from './lexer';
import type {
  Assignment, CaseNode, ForNode, IfNode, ListItem, LoopNode, Redirection, ShellList, ShellNode, ShellWord, SimpleCommand,
} from './syntax';

/** Longest script that is read, in characters; what follows is left out. */
export const MAX_SCRIPT_LENGTH = 256 * 1024;

/** Compound commands nested deeper than this read as plain words. */
const MAX_DEPTH = 30;

const EMPTY_LIST: ShellList = { kind: 'list', items: [] };

/**
 * Reads what matters of a shell script: simple commands and the sequences, conditions and loops around them. Never throws; what it does
 * not understand it skips or reads as words of a command.
 */
export function parseScript(text: string): ShellList {
  const script = text.slice(0, MAX_SCRIPT_LENGTH);
  const before = parsed.get(script);
  if (before) {
    return before;
  }
  const list = new Parser(script, tokenize(script)).script();
  if (script.length > SHORT) {
    if (parsed.size >= MAX_REMEMBERED) {
      parsed.clear();
    }
    parsed.set(script, list);
  }
  return list;
}

/** Several readers ask for the script of one container, and every cluster of an app has the same ones. */
const parsed = new Map<string, ShellList>();
const SHORT = 200;
const MAX_REMEMBERED = 16;

class Parser {
  private index = 0;
  private depth = 0;

  constructor(private readonly text: string, private readonly tokens: readonly ShellToken[]) {}

  script(): ShellList {
    const items: ListItem[] = [];
    while (this.index < this.tokens.length) {
      append(items, this.list([]).items);
      // A closing word or bracket that nothing opened.
      this.index += 1;
    }
    return { kind: 'list', items };
  }

  /** Commands up to one of the words or operators, which is not consumed. */
  private list(stops: readonly string[]): ShellList {
    const items: ListItem[] = [];
    while (this.index < this.tokens.length) {
      if (this.atOperator('\n') || this.atOperator(';') || this.atOperator('&')) {
        this.index += 1;
        continue;
      }
      if (stops.some((stop) => this.at(stop)) || this.atOperator(')') || this.atOperator(';;') || this.atOperator(';&')) {
        break;
      }
      const before = this.index;
      const node = this.andOr();
      if (this.index === before) {
        this.index += 1;
        continue;
      }
      items.push({ node, background: this.atOperator('&') });
    }
    return { kind: 'list', items };
  }

  private andOr(): ShellNode {
    const operands = [this.pipeline()];
    const operators: ('&&' | '||')[] = [];
    while (this.atOperator('&&') || this.atOperator('||')) {
      operators.push(this.atOperator('&&') ? '&&' : '||');
      this.index += 1;
      this.skipNewlines();
      operands.push(this.pipeline());
    }
    return operands.length === 1 ? operands[0] : { kind: 'and-or', operands, operators };
  }

  private pipeline(): ShellNode {
    let negated = false;
    while (this.take('!')) {
      negated = !negated;
    }
    const commands = [this.command()];
    while (this.atOperator('|') || this.atOperator('|&')) {
      this.index += 1;
      this.skipNewlines();
      commands.push(this.command());
    }
    return commands.length === 1 && !negated ? commands[0] : { kind: 'pipeline', commands, negated };
  }

  private command(): ShellNode {
    if (this.depth >= MAX_DEPTH) {
      return this.simpleCommand();
    }
    this.depth += 1;
    try {
      return this.compound() ?? this.simpleCommand();
    } finally {
      this.depth -= 1;
    }
  }

  private compound(): ShellNode | undefined {
    if (this.take('if')) {
      return this.ifNode();
    }
    if (this.take('while')) {
      return this.loop(false);
    }
    if (this.take('until')) {
      return this.loop(true);
    }
    if (this.take('for') || this.take('select')) {
      return this.forNode();
    }
    if (this.take('case')) {
      return this.caseNode();
    }
    if (this.take('{')) {
      const body = this.list(['}']);
      this.take('}');
      return { kind: 'group', subshell: false, body, redirections: this.redirections() };
    }
    if (this.takeOperator('(')) {
      const body = this.list([]);
      this.takeOperator(')');
      return { kind: 'group', subshell: true, body, redirections: this.redirections() };
    }
    return this.functionNode();
  }

  private ifNode(): IfNode {
    const branches: IfNode['branches'][number][] = [];
    do {
      const condition = this.list(['then', 'else', 'elif', 'fi']);
      this.take('then');
      branches.push({ condition, body: this.list(['elif', 'else', 'fi']) });
    } while (this.take('elif'));
    const otherwise = this.take('else') ? this.list(['fi']) : undefined;
    this.take('fi');
    return { kind: 'if', branches, otherwise, redirections: this.redirections() };
  }

  private loop(until: boolean): LoopNode {
    const condition = this.list(['do', 'done']);
    return { kind: 'loop', until, condition, body: this.loopBody(), redirections: this.redirections() };
  }

  private loopBody(): ShellList {
    if (!this.take('do')) {
      return EMPTY_LIST;
    }
    const body = this.list(['done']);
    this.take('done');
    return body;
  }

  private forNode(): ForNode {
    if (this.atOperator('(')) {
      return this.arithmeticFor();
    }
    const variable = this.word()?.raw ?? '';
    this.skipNewlines();
    const words: ShellWord[] = [];
    const listed = this.take('in');
    for (let word = listed ? this.word() : undefined; word !== undefined; word = this.word()) {
      words.push(word);
    }
    return this.forBody(variable, listed ? words : undefined, false);
  }

  private arithmeticFor(): ForNode {
    const endless = this.tokens.slice(this.index, this.index + 3).map((token) => (token.kind === 'operator' ? token.text : '')).join('') === '((;;';
    while (this.index < this.tokens.length && !this.at('do') && !this.atOperator('\n')) {
      this.index += 1;
    }
    return this.forBody('', [], endless);
  }

  private forBody(variable: string, words: ForNode['words'], endless: boolean): ForNode {
    while (this.atOperator(';') || this.atOperator('\n')) {
      this.index += 1;
    }
    const start = this.offset();
    const body = this.loopBody();
    return { kind: 'for', variable, words, endless, body, bodyText: this.text.slice(start, this.offset()), redirections: this.redirections() };
  }

  private caseNode(): CaseNode {
    const subject = this.word() ?? { parts: [], raw: '', offset: 0 };
    this.skipNewlines();
    this.take('in');
    const branches: CaseNode['branches'][number][] = [];
    for (;;) {
      this.skipNewlines();
      if (this.index >= this.tokens.length || this.take('esac')) {
        break;
      }
      const before = this.index;
      this.takeOperator('(');
      const patterns: string[] = [];
      while (this.index < this.tokens.length && !this.takeOperator(')')) {
        const pattern = this.word();
        if (pattern !== undefined) {
          patterns.push(pattern.raw);
        } else {
          this.index += 1;
        }
      }
      branches.push({ patterns, body: this.list(['esac']) });
      if (!this.takeOperator(';;') && !this.takeOperator(';&') && this.index === before) {
        break;
      }
    }
    return { kind: 'case', subject, branches, redirections: this.redirections() };
  }

  private functionNode(): ShellNode | undefined {
    const keyword = this.at('function');
    const nameIndex = this.index + (keyword ? 1 : 0);
    const name = this.tokens[nameIndex];
    const bracketed = this.isOperator(nameIndex + 1, '(') && this.isOperator(nameIndex + 2, ')');
    if (name?.kind !== 'word' || !(keyword || bracketed)) {
      return undefined;
    }
    this.index = nameIndex + (bracketed ? 3 : 1);
    this.skipNewlines();
    return { kind: 'function', name: name.word.raw, body: this.command() };
  }

  private simpleCommand(): SimpleCommand {
    const assignments: Assignment[] = [];
    const words: ShellWord[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      const redirection = this.redirection();
      if (redirection !== undefined) {
        redirections.push(redirection);
        continue;
      }
      const word = this.word() ?? (words[0]?.raw === '[[' ? this.operatorInTest(words) : undefined);
      if (word === undefined) {
        break;
      }
      const assignment = words.length === 0 ? assignmentOf(word) : undefined;
      if (assignment !== undefined) {
        assignments.push(assignment);
      } else {
        words.push(word);
      }
    }
    return { kind: 'command', assignments, words, redirections };
  }

  /** Inside `[[ ]]` brackets, `&&` and the like are words. */
  private operatorInTest(words: readonly ShellWord[]): ShellWord | undefined {
    const token = this.tokens[this.index];
    if (token?.kind !== 'operator' || token.text === '\n' || token.text === ';' || words[words.length - 1].raw === ']]') {
      return undefined;
    }
    this.index += 1;
    return { parts: [{ kind: 'text', text: token.text, quoted: false }], raw: token.text, offset: token.offset };
  }

  private redirections(): Redirection[] {
    const found: Redirection[] = [];
    for (let next = this.redirection(); next !== undefined; next = this.redirection()) {
      found.push(next);
    }
    return found;
  }

  private redirection(): Redirection | undefined {
    const token = this.tokens[this.index];
    if (token?.kind !== 'redirection') {
      return undefined;
    }
    this.index += 1;
    const target = this.word() ?? { parts: [], raw: '', offset: token.offset };
    const operator = REDIRECTION_OPERATORS[token.operator] ?? 'other';
    return { operator, descriptor: token.descriptor ?? (operator.startsWith('<') ? 0 : 1), target };
  }

  private word(): ShellWord | undefined {
    const token = this.tokens[this.index];
    if (token?.kind !== 'word') {
      return undefined;
    }
    this.index += 1;
    return token.word;
  }

  private skipNewlines(): void {
    while (this.takeOperator('\n')) { /* nothing else to do */ }
  }

  private offset(): number {
    const token = this.tokens[this.index];
    return token === undefined ? this.text.length : token.kind === 'word' ? token.word.offset : token.offset;
  }

  private isOperator(index: number, text: string): boolean {
    const token = this.tokens[index];
    return token?.kind === 'operator' && token.text === text;
  }

  private atOperator(text: string): boolean {
    return this.isOperator(this.index, text);
  }

  private takeOperator(text: string): boolean {
    const found = this.atOperator(text);
    this.index += found ? 1 : 0;
    return found;
  }

  private at(reserved: string): boolean {
    const token = this.tokens[this.index];
    return token?.kind === 'word' && token.word.raw === reserved;
  }

  private take(reserved: string): boolean {
    const found = this.at(reserved);
    this.index += found ? 1 : 0;
    return found;
  }
}

const REDIRECTION_OPERATORS: Readonly<Record<string, Redirection['operator']>> = {
  '<': '<', '>': '>', '>|': '>', '&>': '>', '>>': '>>', '&>>': '>>', '<<': '<<', '<<-': '<<', '<<<': '<<<',
};

function assignmentOf(word: ShellWord): Assignment | undefined {
  const [first, ...rest] = word.parts;
  const match = first?.kind === 'text' && !first.quoted ? /^([A-Za-z_]\w*)\+?=/.exec(first.text) : null;
  if (match === null || first.kind !== 'text') {
    return undefined;
  }
  const begin = { kind: 'text', text: first.text.slice(match[0].length), quoted: false } as const;
  return { name: match[1], value: { ...word, parts: [begin, ...rest] } };
}
