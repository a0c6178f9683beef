import { append } from '../../kubernetes/append';
import { readJsonValue } from '../../config/yaml/json-value';
import { unreadable, type DamagedDocument, type ReadDocument } from './input-text';
import { JsonSlicer, type JsonSlice, type JsonSliceReceiver } from './json-slicer';
import { typedItem } from './resources';
import { TextDocument } from './text-document';

/**
 * Reads JSON: one value or several, one after the other. The items of a list become documents of their own, so that a place in one of
 * them can be told without parsing all of them again.
 */
export class JsonDocuments implements JsonSliceReceiver {
  public readonly documents: ReadDocument[] = [];
  public readonly damaged: DamagedDocument[] = [];
  /** Items whose list is not read to its end. */
  private items: ReadDocument[] = [];
  /** Whether the last thing between values was none. */
  private afterJunk = false;

  public constructor(private readonly whole: TextDocument) {
    const slicer = new JsonSlicer(this);
    try {
      slicer.write(Buffer.from(whole.text));
      if (!slicer.end()) {
        this.report(whole, { message: 'ends in the middle of a JSON value; what comes before is checked', offset: whole.text.length });
      }
    } catch (error) {
      this.report(whole, { message: `cannot be read: ${error instanceof Error ? error.message : String(error)}`, offset: 0 });
    }
    append(this.documents, this.items);
  }

  public item(slice: JsonSlice): void {
    append(this.items, this.read(slice));
  }

  public value(slice: JsonSlice): void {
    const isJunk = !/^[[{"]/.test(slice.text);
    const [list] = isJunk && this.afterJunk ? [] : this.read(slice);
    this.afterJunk = isJunk;
    append(this.documents, this.items.map(({ document, value }) => ({ document, value: typedItem(list?.value, value) })));
    append(this.documents, list ? [list] : []);
    this.items = [];
  }

  private report(document: TextDocument, problem: { readonly message: string; readonly offset: number }): void {
    this.damaged.push({ text: this.whole.text, problem: unreadable(document, problem) });
  }

  private read(slice: JsonSlice): ReadDocument[] {
    const document = new TextDocument(this.whole.file, slice.text, this.whole.inFile(slice.line, slice.column));
    const read = readJsonValue(slice.text);
    if ('problem' in read) {
      this.report(document, read.problem);
      return [];
    }
    return [{ document, value: read.value }];
  }
}
