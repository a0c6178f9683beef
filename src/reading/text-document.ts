import type { Document, Node } from 'yaml';
import type { Location } from '../cluster/location';
import type { ObjectPath } from '../cluster/resource';
import { READ_OPTIONS, yaml } from './yaml-parser';

/** One YAML or JSON document of a file. Places are worked out when they are asked for, since that takes a parser which is ten times slower. */
export class TextDocument {
  private parsed: Positions | undefined;

  public constructor(
    public readonly file: string,
    /** The text of the document alone. */
    public readonly text: string,
    /** Line of the file on which the text starts, from 1. */
    public readonly firstLine: number,
    /** Where the value is in what the text parses to; a text cut out of a list is a list of one. */
    private readonly root: ObjectPath = [],
  ) {}

  /** The place of a field, or of the nearest field above it that is there; without a path, of the whole. */
  public locate(path: ObjectPath = []): Location {
    this.parsed ??= new Positions(this.text);
    return this.inFile(this.parsed.of([...this.root, ...path]));
  }

  /** The place of a line and column (from 1) inside a scalar; where lines do not map one to one, of the scalar. */
  public locateInside(path: ObjectPath, line: number, column: number): Location {
    this.parsed ??= new Positions(this.text);
    return this.inFile(this.parsed.inside([...this.root, ...path], line, column));
  }

  /** The place of a line and column (from 1) of the document. */
  public inFile({ line, column }: { readonly line: number; readonly column: number }): Location {
    return { file: this.file, line: this.firstLine + line - 1, column };
  }
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The places of the fields of one document. */
class Positions {
  private readonly lineCounter = new (yaml().LineCounter)();
  private readonly document: Document.Parsed;

  public constructor(private readonly text: string) {
    this.document = yaml().parseDocument(text, { ...READ_OPTIONS, lineCounter: this.lineCounter });
  }

  public of(path: ObjectPath): Position {
    return this.at(this.find(path).offset);
  }

  public inside(path: ObjectPath, line: number, column: number): Position {
    const { value, offset } = this.find(path);
    if (!yaml().isScalar(value) || value.type !== 'BLOCK_LITERAL' || typeof value.value !== 'string' || !value.range) {
      return this.at(value?.range?.[0] ?? offset);
    }
    const header = this.at(value.range[0]).line;
    const lines = this.text.split('\n').slice(header);
    const firstWritten = lines.findIndex((text) => text.trim() !== '');
    const indent = blanksBefore(lines[firstWritten] ?? '') - blanksBefore(value.value.split('\n')[firstWritten] ?? '');
    return { line: header + line, column: indent + column };
  }

  /** The node at a path, and where its key stands; where the path ends early, the last that is there. */
  private find(path: ObjectPath): { readonly value: Node | null; readonly offset: number } {
    const { isMap, isSeq, isScalar, isAlias, isNode } = yaml();
    let value: Node | null = this.document.contents;
    let offset = value?.range?.[0] ?? 0;
    for (const key of path) {
      const collection: unknown = isAlias(value) ? value.resolve(this.document) : value;
      if (isMap(collection)) {
        const pair = collection.items.filter((item) => String(isScalar(item.key) ? item.key.value : item.key) === String(key)).at(-1);
        if (pair === undefined) {
          break;
        }
        offset = isNode(pair.key) ? pair.key.range?.[0] ?? offset : offset;
        value = isNode(pair.value) ? pair.value : null;
      } else if (isSeq(collection) && isNode(collection.items[Number(key)])) {
        value = collection.items[Number(key)] as Node;
        offset = value.range?.[0] ?? offset;
      } else {
        break;
      }
    }
    return { value, offset };
  }

  private at(offset: number): Position {
    const { line, col } = this.lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}

function blanksBefore(line: string): number {
  return line.length - line.trimStart().length;
}
