/** A piece of JSON text, and where it starts. */
export interface JsonSlice {
  readonly text: string;
  /** In bytes, from 0. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** From 1, in bytes. */
  readonly column: number;
}

/** What becomes of the slices. Whether each is JSON is for the receiver to find out. */
export interface JsonSliceReceiver {
  /** An item of a list: of `items` of a top-level object, or of a top-level list. */
  item(slice: JsonSlice): void;
  /** A top-level value, without the items that were given before it. */
  value(slice: JsonSlice): void;
}

/** No Kubernetes object comes near this; a text that does is something else, or damaged, and must not fill the memory. */
const LARGEST_SLICE = 64 * 1024 * 1024;

/** Far more than any real document has, and little enough for everything that goes down a value step by step. */
const DEEPEST = 1000;

const LINE_FEED = 0x0a;
const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What a byte means outside strings; 0 for every other. */
const SPACE = 1;
const NEW_LINE = 2;
const STRING = 3;
const OPEN = 4;
const CLOSE = 5;
const SEPARATOR = 6;

const MEANING = new Uint8Array(256);
MEANING[0x20] = MEANING[0x09] = MEANING[0x0d] = SPACE;
MEANING[LINE_FEED] = NEW_LINE;
MEANING[QUOTE] = STRING;
MEANING[OPEN_OBJECT] = MEANING[OPEN_LIST] = OPEN;
MEANING[CLOSE_OBJECT] = MEANING[CLOSE_LIST] = CLOSE;
MEANING[COMMA] = MEANING[COLON] = SEPARATOR;

const ITEMS = Buffer.from('items');
const NO_BYTES = Buffer.alloc(0);

/**
 * Cuts JSON that comes in chunks into slices small enough to parse one by one: the items of a list, and what is left around them. It
 * only counts brackets outside strings; when nothing is left out, a text is JSON exactly when all its slices are. Memory is that of the
 * largest slice.
 */
export class JsonSlicer {
  /** The top-level value, with its items left out. */
  private readonly envelope = new Capture();
  private readonly item = new Capture();
  /** Where the bytes of the chunk go that are not yet stored; `undefined` between top-level values. */
  private active: Capture | undefined;
  /** Index of the first of these bytes. */
  private from = 0;

  private depth = 0;
  /** Depth inside the list whose items are cut; 0 outside such a list. */
  private itemsDepth = 0;
  private firstItem = true;
  /** Whether what is passed is left out of the item, and the line on which that begins. */
  private inGap = false;
  private gapLine = 0;

  private inString = false;
  private escaped = false;
  /** The last string of a top-level object, as much of it as it takes to tell `items` from others. */
  private key = NO_BYTES;
  private keyIsItems = false;

  /** Bytes before the current chunk. */
  private passed = 0;
  private line = 1;
  /** Where the line starts, in bytes. */
  private lineStart = 0;

  /**
   * @param leaveOut names; a list or an object that is a member of an item's member (`status.images`) by one of them is not looked at and
   *   reads as null; lines are kept
   */
  public constructor(private readonly receiver: JsonSliceReceiver, private readonly leaveOut: ReadonlySet<string> = new Set()) {}

  /**
   * Takes the next chunk. Nothing of it is kept, so the buffer may be used again.
   *
   * @throws Error when a slice grows past 64 MiB, or is nested more than 1000 deep
   */
  public write(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    this.from = 0;
    let index = 0;
    while (index < bytes.length) {
      if (this.depth > Math.max(this.itemsDepth, 1)) {
        index = this.skipNested(bytes, index);
      } else if (this.inString) {
        index = this.skipString(bytes, index);
      } else {
        this.step(bytes, index);
        index += 1;
      }
    }
    if (!this.inGap) {
      this.active?.store(bytes.subarray(this.from));
    }
    this.passed += bytes.length;
  }

  /** Ends the text. False when it ends in the middle of a value; the slices up to there have been given. */
  public end(): boolean {
    if (this.depth > 0 || this.inString) {
      return false;
    }
    if (this.active) {
      this.receiver.value(this.envelope.take(NO_BYTES));
    }
    return true;
  }

  /** Where the text has been read to. */
  public get position(): { readonly offset: number; readonly line: number } {
    return { offset: this.passed, line: this.line };
  }

  /** Runs over what is deeper than anything that is cut, which is nearly all of a list; gives the index of the byte after it. */
  private skipNested(chunk: Buffer, start: number): number {
    const { length } = chunk;
    const until = Math.max(this.itemsDepth, 1);
    // An object in the list, a member of it, and a list or an object that is a member of that.
    const gapDepth = this.itemsDepth > 0 ? this.itemsDepth + 3 : -1;
    let { depth } = this;
    let lines = 0;
    let lastLineFeed = 0;
    let index = this.inString ? this.skipString(chunk, start) : start;
    while (index < length && depth > until) {
      const byte = chunk[index];
      if (byte === QUOTE) {
        index = stringEnd(chunk, index + 1);
        if (index >= length) {
          this.inString = true;
          this.escaped = index > length;
        }
      } else if (byte === LINE_FEED) {
        lines += 1;
        lastLineFeed = index;
        // Most of what kubectl prints outside strings are blanks at the beginning of lines.
        while (index + 1 < length && chunk[index + 1] === BLANK) {
          index += 1;
        }
      } else if (byte >= OPEN_LIST) {
        // Brackets and braces differ in one bit.
        const brace = byte | 0x20;
        if (brace === OPEN_OBJECT) {
          depth += 1;
          if (depth > DEEPEST) {
            throw new Error(`lists and maps are nested more than ${DEEPEST} deep on line ${this.line + lines}`);
          }
          if (depth === gapDepth && this.leaveOut.has(nameBefore(chunk, index))) {
            this.active?.store(chunk.subarray(this.from, index));
            this.inGap = true;
            this.gapLine = this.line + lines;
          }
        } else if (brace === CLOSE_OBJECT) {
          depth -= 1;
          if (this.inGap && depth < gapDepth) {
            this.inGap = false;
            this.from = index + 1;
            this.active?.store(Buffer.from(`null${'\n'.repeat(this.line + lines - this.gapLine)}`));
          }
        }
      }
      index += 1;
    }
    this.depth = depth;
    if (lines > 0) {
      this.line += lines;
      this.lineStart = this.passed + lastLineFeed + 1;
    }
    return index;
  }

  /** Index of the first byte after the string, or the chunk's end. */
  private skipString(chunk: Buffer, start: number): number {
    const end = stringEnd(chunk, this.escaped ? start + 1 : start);
    if (this.depth === 1) {
      this.key = Buffer.concat([this.key, chunk.subarray(start, end)]).subarray(0, ITEMS.length + 1);
    }
    this.inString = end >= chunk.length;
    this.escaped = end > chunk.length;
    return Math.min(end + 1, chunk.length);
  }

  private step(chunk: Buffer, index: number): void {
    const byte = chunk[index];
    const meaning = MEANING[byte];
    if (meaning === SPACE || meaning === NEW_LINE) {
      if (meaning === NEW_LINE) {
        this.line += 1;
        this.lineStart = this.passed + index + 1;
      }
      if (this.depth === 0 && this.active) {
        this.finishValue(chunk, index);
      }
      return;
    }
    if (!this.active) {
      this.active = this.envelope;
      this.begin(this.envelope, this.passed + index);
      this.from = index;
    }
    switch (meaning) {
      case STRING:
        this.inString = true;
        this.key = NO_BYTES;
        break;
      case OPEN:
        this.depth += 1;
        if (byte === OPEN_LIST && this.itemsDepth === 0 && (this.depth === 1 || (this.depth === 2 && this.keyIsItems))) {
          this.beginItems(chunk, index);
        }
        break;
      case CLOSE:
        this.close(chunk, index);
        break;
      case SEPARATOR:
        this.separate(chunk, index, byte);
        break;
    }
  }

  private separate(chunk: Buffer, index: number, byte: number): void {
    if (byte === COMMA && this.itemsDepth > 0 && this.depth === this.itemsDepth) {
      this.finishItem(chunk, index);
      this.begin(this.item, this.passed + index + 1);
      this.from = index + 1;
    } else if (this.depth === 1) {
      this.keyIsItems = byte === COLON && this.key.equals(ITEMS);
    }
  }

  private begin(capture: Capture, offset: number): void {
    capture.begin(offset, this.line, offset - this.lineStart + 1);
  }

  private beginItems(chunk: Buffer, index: number): void {
    this.envelope.store(chunk.subarray(this.from, index + 1));
    this.itemsDepth = this.depth;
    this.firstItem = true;
    this.active = this.item;
    this.begin(this.item, this.passed + index + 1);
    this.from = index + 1;
  }

  private close(chunk: Buffer, index: number): void {
    if (this.depth === this.itemsDepth && this.itemsDepth > 0) {
      this.finishItem(chunk, index, this.firstItem);
      this.itemsDepth = 0;
      this.keyIsItems = false;
      this.active = this.envelope;
      this.from = index;
    }
    this.depth = Math.max(0, this.depth - 1);
    if (this.depth === 0) {
      this.finishValue(chunk, index + 1);
    }
  }

  /** `mayBeEmpty`: the list has no items when there is nothing between its brackets. */
  private finishItem(chunk: Buffer, end: number, mayBeEmpty = false): void {
    this.firstItem = false;
    const slice = this.item.take(chunk.subarray(this.from, end));
    if (!mayBeEmpty || slice.text.trim() !== '') {
      this.receiver.item(slice);
    }
  }

  private finishValue(chunk: Buffer, end: number): void {
    const slice = this.envelope.take(chunk.subarray(this.from, end));
    this.active = undefined;
    this.from = end;
    this.keyIsItems = false;
    this.receiver.value(slice);
  }
}

/** The name of the member whose value starts at an index; empty when it is no member, or when the name is in the chunk before. */
function nameBefore(chunk: Buffer, start: number): string {
  const before = (from: number): number => {
    let index = from - 1;
    while (index >= 0 && (MEANING[chunk[index]] === SPACE || MEANING[chunk[index]] === NEW_LINE)) {
      index -= 1;
    }
    return index;
  };
  const colon = before(start);
  const end = before(Math.max(colon, 0));
  if (colon < 0 || chunk[colon] !== COLON || end < 0 || chunk[end] !== QUOTE) {
    return '';
  }
  const open = chunk.lastIndexOf(QUOTE, end - 1);
  return end === 0 || open < 0 ? '' : chunk.toString('latin1', open + 1, end);
}

/** Index of the quote that ends a string; the chunk's length where it does not, and one more where the next chunk starts with an escaped byte. */
function stringEnd(chunk: Buffer, start: number): number {
  const { length } = chunk;
  let index = start;
  while (index < length) {
    const byte = chunk[index];
    // Most letters are beyond both, which spares a comparison.
    if (byte <= BACKSLASH) {
      if (byte === QUOTE) {
        return index;
      }
      if (byte === BACKSLASH) {
        index += 1;
      }
    }
    index += 1;
  }
  return index;
}

/** The bytes of a slice, which may come from several chunks. */
class Capture {
  private pieces: Buffer[] = [];
  private length = 0;
  private offset = 0;
  private line = 1;
  private column = 1;

  public begin(offset: number, line: number, column: number): void {
    this.offset = offset;
    this.line = line;
    this.column = column;
  }

  /** Keeps a copy, since chunks are read into the same buffer. */
  public store(bytes: Buffer): void {
    this.length += bytes.length;
    if (this.length > LARGEST_SLICE) {
      throw new Error(`a single value takes more than ${LARGEST_SLICE / 1024 / 1024} MiB, from line ${this.line} on`);
    }
    this.pieces.push(Buffer.from(bytes));
  }

  /** The slice, of which these are the last bytes. */
  public take(last: Buffer): JsonSlice {
    const bytes = this.pieces.length === 0 ? last : Buffer.concat([...this.pieces, last]);
    this.pieces = [];
    this.length = 0;
    return { text: bytes.toString('utf8'), offset: this.offset, line: this.line, column: this.column };
  }
}
