import type { Alias, ParsedNode, Scalar, YAMLMap } from 'yaml';
import { append } from '../../kubernetes/append';
import { readJsonValue } from './json-value';
import { withScalarsMovedRight } from './far-left-scalars';
import { yamlPackage } from './yaml-package';
import { resolvePlainScalar, resolveTaggedScalar, type YamlScalarValue } from './yaml-scalar';

/** A scalar, mapping or sequence, aliases and merge keys resolved. Offsets count UTF-16 units of the text. */
export type YamlNode = YamlScalar | YamlMapping | YamlSequence;

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly value: YamlScalarValue;
  /** As it is written, without quotes. */
  readonly written: string;
  readonly offset: number;
}

export interface YamlEntry {
  readonly key: string;
  readonly offset: number;
  readonly value: YamlNode;
  /** Whether a merge key (`<<`) brought it in. */
  readonly merged: boolean;
}

export interface YamlMapping {
  readonly kind: 'mapping';
  /** In the order of the text; a key may stand there more than once. */
  readonly entries: readonly YamlEntry[];
  readonly offset: number;
  readonly end: number;
}

export interface YamlSequence {
  readonly kind: 'sequence';
  readonly items: readonly YamlNode[];
  readonly offset: number;
  readonly end: number;
}

/** Why a text cannot be read at all. */
export interface YamlProblem {
  readonly message: string;
  readonly offset: number;
}

export type YamlDocument =
  | {
    readonly root: YamlNode;
    /** Where the text goes on after the first document; `undefined` when it does not. */
    readonly rest: number | undefined;
    readonly problem?: undefined;
  }
  | { readonly root?: undefined; readonly problem: YamlProblem };

/**
 * Reads the first document of a text as the Kubernetes decoder does: a text that starts with `{` has to be JSON, anything
 * else is YAML 1.1 in go-yaml's dialect. Never throws.
 */
export function readYamlDocument(text: string): YamlDocument {
  if (text.length > LONGEST) {
    return { problem: { message: `is a single document of more than ${LONGEST / 1024 / 1024} MiB, larger than any object of Kubernetes`, offset: 0 } };
  }
  try {
    return startsAsJson(text) ? readJson(text) : readYaml(text);
  } catch (error) {
    if (error instanceof Unreadable) {
      return { problem: { message: adviceFor(text, error.offset) ?? error.message.split('\n', 1)[0], offset: error.offset } };
    }
    if (error instanceof RangeError) {
      return { problem: { message: TOO_DEEP, offset: 0 } };
    }
    throw error;
  }
}

/** Whether kube-proxy decodes a text as JSON: by its first character alone. */
export function startsAsJson(text: string): boolean {
  return /^\s*\{/.test(text) && !text.startsWith('\ufeff');
}

/** Scalars stay text, since go-yaml has its own mind about them. */
const OPTIONS = { schema: 'failsafe', version: '1.1', uniqueKeys: false, merge: false, prettyErrors: false, logLevel: 'silent' } as const;

const TOO_DEEP = 'is nested too deeply';

/** Parsing takes up to a hundred times the memory of the text, and no object of Kubernetes comes near this. */
const LONGEST = 16 * 1024 * 1024;

class Unreadable extends Error {
  public constructor(message: string, public readonly offset: number) {
    super(message);
  }
}

function readJson(text: string): YamlDocument {
  const read = readJsonValue(text);
  if ('problem' in read) {
    throw new Unreadable(`starts with {, so kube-proxy reads it as JSON, and it ${read.problem.message}`, read.problem.offset);
  }
  return readYaml(text);
}

/** What go-yaml refuses to see anywhere in a text. */
const CONTROL_CHARACTER = /[^\t\n\r\x20-\x7e\x85\xa0-\ufffd]/;

/** YAML 1.1 ends lines with these, too. */
const OTHER_LINE_BREAKS = /[\x85\u2028\u2029]|\r(?!\n)/g;

function readYaml(text: string): YamlDocument {
  const control = CONTROL_CHARACTER.exec(text);
  if (control) {
    throw new Unreadable(`has a control character, U+${control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`, control.index);
  }
  const version = /^%YAML\s+(?!1\.1\s)(\S*)/m.exec(text);
  if (version && !/^---/m.test(text.slice(0, version.index))) {
    throw new Unreadable(`asks for YAML ${version[1]}, and kube-proxy reads 1.1 alone`, version.index);
  }
  const parse = (lines: string) => yamlPackage().parseDocument(lines, OPTIONS);
  const lines = text.replace(OTHER_LINE_BREAKS, '\n');
  const parsed = parse(lines);
  const moved = parsed.errors.length > 0 ? withScalarsMovedRight(lines, parsed, parse) : undefined;
  const document = moved?.document ?? parsed;
  const error = document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS');
  if (error) {
    throw new Unreadable(error.code === 'RESOURCE_EXHAUSTION' || /call stack/.test(error.message) ? TOO_DEEP : `is not YAML: ${error.message}`, error.pos[0]);
  }
  const reader = new NodeReader(moved?.mended.originalOffset);
  const root = reader.read(document.contents, 0);
  return { root, rest: restOf(text, moved?.mended.originalOffset(document.range[2]) ?? document.range[2]) };
}

/** What is most likely wrong at a place, where the parser only sees what it leads to. */
function adviceFor(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end < 0 ? undefined : end);
  if (line.includes('{{')) {
    return 'has a template left in it ({{ … }}); render it first (helm template, kustomize build) and check the result';
  }
  if (/^(?:<{7}|={7}|>{7})/.test(line)) {
    return 'has a merge conflict left in it; resolve it first';
  }
  return /^ *\t/.test(line) ? 'is indented with a tab; YAML allows blanks only' : undefined;
}

/** Where the next document has something else than markers, comments and blanks. */
function restOf(text: string, end: number): number | undefined {
  const line = text.slice(end).search(/^(?![^\S\n]*(?:#.*)?$|---[^\S\n]*$|\.\.\.).+/m);
  return line < 0 ? undefined : end + line;
}

/** An anchored node, and how many nodes it comes to with all aliases written out. `open` while it is being read. */
type Anchor = { readonly node: YamlNode; readonly size: number } | 'open';

/** Turns nodes of the parser into ours. An anchor is known from where it stands onwards. */
class NodeReader {
  private readonly yaml = yamlPackage();
  private readonly anchors = new Map<string, Anchor>();
  /** Nodes so far with all aliases written out, and how many of them aliases brought in. */
  private size = 0;
  private aliased = 0;

  /** `original` gives the offset in the text as it was written. */
  public constructor(private readonly original: (offset: number) => number = (offset) => offset) {}

  /** `offset` is where an empty value would stand. */
  public read(node: ParsedNode | null, offset: number): YamlNode {
    this.size++;
    if (!node) {
      return { kind: 'scalar', value: null, written: '', offset };
    }
    if (this.yaml.isAlias(node)) {
      return this.readAlias(node.source, this.original(node.range[0]));
    }
    if (node.anchor === undefined) {
      return this.readContent(node);
    }
    const before = this.size;
    this.anchors.set(node.anchor, 'open');
    const content = this.readContent(node);
    this.anchors.set(node.anchor, { node: content, size: this.size - before + 1 });
    return content;
  }

  private readAlias(name: string, offset: number): YamlNode {
    const anchor = this.anchors.get(name);
    if (anchor === undefined) {
      throw new Unreadable(`uses the alias *${name} before an anchor &${name}`, offset);
    }
    if (anchor === 'open') {
      throw new Unreadable(`uses the alias *${name} inside of what it stands for`, offset);
    }
    this.size += anchor.size;
    this.aliased += anchor.size;
    if (this.isMostlyAliases()) {
      throw new Unreadable('repeats itself too often through aliases', offset);
    }
    return anchor.node;
  }

  /** go-yaml's guard against alias bombs: the more nodes there are, the smaller the share that aliases may bring in. */
  private isMostlyAliases(): boolean {
    const [low, high] = [400_000, 4_000_000];
    const share = 0.99 - 0.89 * Math.min(Math.max((this.size - low) / (high - low), 0), 1);
    return this.aliased > 100 && this.size > 1000 && this.aliased / this.size > share;
  }

  private readContent(node: Exclude<ParsedNode, Alias.Parsed>): YamlNode {
    const [offset, end] = [this.original(node.range[0]), this.original(node.range[1])];
    if (this.yaml.isScalar(node)) {
      return { kind: 'scalar', value: scalarValue(node, offset), written: String(node.value), offset };
    }
    if (this.yaml.isMap(node)) {
      return { kind: 'mapping', entries: this.readEntries(node), offset, end };
    }
    return { kind: 'sequence', items: node.items.map((item) => this.read(item, offset)), offset, end };
  }

  private readEntries(map: YAMLMap.Parsed): YamlEntry[] {
    const entries: YamlEntry[] = [];
    for (const { key, value } of map.items) {
      const offset = this.original(key.range[0]);
      const end = this.original(key.range[1]);
      if (this.isMergeKey(key)) {
        append(entries, this.readMerged(value, offset));
      } else {
        const name = this.read(key, offset);
        if (name.kind !== 'scalar' || name.value === null) {
          throw new Unreadable('has a key that is not a name', offset);
        }
        entries.push({ key: String(name.value), offset, value: this.read(value, end), merged: false });
      }
    }
    return entries;
  }

  private isMergeKey(key: ParsedNode): boolean {
    return this.yaml.isScalar(key) && key.type === 'PLAIN' && key.value === '<<';
  }

  /** What `<<` brings in: one mapping, or a list of them of which the first wins. */
  private readMerged(value: ParsedNode | null, offset: number): YamlEntry[] {
    const merged = this.read(value, offset);
    const mappings = merged.kind === 'sequence' ? [...merged.items].reverse() : [merged];
    return mappings.flatMap((mapping) => {
      if (mapping.kind !== 'mapping') {
        throw new Unreadable('merges (<<) something that is not a mapping', offset);
      }
      return mapping.entries.map((entry) => ({ ...entry, merged: true }));
    });
  }
}

function scalarValue(node: Scalar.Parsed, offset: number): YamlScalarValue {
  const text = String(node.value);
  if (node.tag !== undefined) {
    const value = resolveTaggedScalar(text, node.tag);
    if (value === undefined) {
      throw new Unreadable(`says that ${text} is ${node.tag}, which it is not`, offset);
    }
    return value;
  }
  const value = node.type === 'PLAIN' ? resolvePlainScalar(text) : text;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Unreadable(`has ${text}, for which JSON has no number`, offset);
  }
  return value;
}
