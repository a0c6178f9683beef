import type { Location } from '../../kubernetes/location';
import type { ObjectPath } from '../../kubernetes/resource';
import { recordOf } from '../../kubernetes/untyped';
import { TextPositions } from '../../config/yaml/text-positions';
import { readYamlDocument, type YamlNode } from '../../config/yaml/yaml-document';

/** A place in a file. */
export type FileLocation = Required<Pick<Location, 'file' | 'line' | 'column'>>;

/** One YAML or JSON document of a file. Places are worked out when they are asked for, since that means to parse it again. */
export class TextDocument {
  private readonly positions: TextPositions;
  private root: YamlNode | 'unreadable' | undefined;

  public constructor(
    public readonly file: string,
    /** The text of the document alone. */
    public readonly text: string,
    /** Where in the file the text starts, from 1. */
    private readonly start: { readonly line: number; readonly column: number } = { line: 1, column: 1 },
    /** Where the value is in what the text parses to; a text cut out of a list is a list of one. */
    private readonly path: ObjectPath = [],
  ) {
    this.positions = new TextPositions(text);
  }

  /** The place of a field, or of the nearest field above it that is there; without a path, of the whole. */
  public locate(path: ObjectPath = []): FileLocation {
    return this.at(this.find(path).offset);
  }

  /** The place of a line and column (from 1) inside a scalar; where its lines are not written one to one, of the scalar. */
  public locateInside(path: ObjectPath, line: number, column: number): FileLocation {
    const { node, offset } = this.find(path);
    const block = node?.kind === 'scalar' ? literalBlock(this.text, node.offset, node.written) : undefined;
    return block === undefined ? this.at(node?.offset ?? offset) : this.inFile(block.line + line, block.indent + column);
  }

  /** The same without the text around it, which can then be forgotten. */
  public detached(): TextDocument {
    return new TextDocument(this.file, Buffer.from(this.text).toString(), this.start, this.path);
  }

  /** The document's value in what its text parses to. */
  public valueIn(parsed: unknown): unknown {
    return this.path.reduce((value: unknown, key) => (Array.isArray(value) ? value[Number(key)] as unknown : recordOf(value)[key]), parsed);
  }

  /** The place of a line and column (from 1) of the document. */
  public inFile(line: number, column: number): FileLocation {
    return { file: this.file, line: this.start.line + line - 1, column: line === 1 ? this.start.column + column - 1 : column };
  }

  /** The place of an offset (from 0) of the document. */
  public at(offset: number): FileLocation {
    const { line, column } = this.positions.at(offset);
    return this.inFile(line, column);
  }

  /** The node at a path, and where its key stands; where the path ends early, the last that is there. */
  private find(path: ObjectPath): { readonly node: YamlNode | undefined; readonly offset: number } {
    this.root ??= readYamlDocument(this.text).root ?? 'unreadable';
    let node = this.root === 'unreadable' ? undefined : this.root;
    let offset = node?.offset ?? 0;
    for (const key of [...this.path, ...path]) {
      if (node?.kind === 'mapping') {
        const named = node.entries.filter((entry) => entry.key === String(key));
        const entry = named.filter(({ merged }) => !merged).at(-1) ?? named.at(-1);
        if (entry === undefined) {
          break;
        }
        offset = entry.offset;
        node = entry.value;
      } else if (node?.kind === 'sequence' && node.items[Number(key)]) {
        node = node.items[Number(key)];
        offset = node.offset;
      } else {
        break;
      }
    }
    return { node, offset };
  }
}

/** Line (from 1) of the header of a literal block (`|`), and the blanks before each of its lines. */
function literalBlock(text: string, offset: number, content: string): { readonly line: number; readonly indent: number } | undefined {
  if (text[offset] !== '|') {
    return undefined;
  }
  const written = text.slice(text.indexOf('\n', offset) + 1).split('\n');
  const first = written.findIndex((line) => line.trim() !== '');
  const indent = blanksBefore(written[first] ?? '') - blanksBefore(content.split('\n')[first] ?? '');
  return { line: countNewlines(text.slice(0, offset)) + 1, indent };
}

function blanksBefore(line: string): number {
  return line.length - line.trimStart().length;
}

export function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
