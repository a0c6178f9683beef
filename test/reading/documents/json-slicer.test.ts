import * as fc from 'fast-check';
import { JsonSlicer, type JsonSlice } from '../../../src/reading/documents/json-slicer';

/** What comes out for a text that is given in chunks of at most so many bytes. */
function slice(text: string, chunkSize = 1024): { items: JsonSlice[]; values: JsonSlice[]; complete: boolean } {
  const items: JsonSlice[] = [];
  const values: JsonSlice[] = [];
  const slicer = new JsonSlicer({ item: (item) => items.push(item), value: (value) => values.push(value) });
  const bytes = Buffer.from(text);
  const reused = Buffer.alloc(chunkSize);
  for (let start = 0; start < bytes.length; start += chunkSize) {
    const length = bytes.copy(reused, 0, start, start + chunkSize);
    slicer.write(reused.subarray(0, length));
  }
  return { items, values, complete: slicer.end() };
}

/** The value that the slices make up; throws when one is not JSON. */
function together(text: string, chunkSize: number): unknown[] {
  const { items, values, complete } = slice(text, chunkSize);
  if (!complete) {
    throw new Error('not complete');
  }
  const parsedItems = items.map((item) => JSON.parse(item.text) as unknown);
  return values.map(({ text: envelope }) => {
    const value = JSON.parse(envelope) as unknown;
    if (parsedItems.length === 0) {
      return value;
    }
    return Array.isArray(value) ? parsedItems : { ...(value as object), items: parsedItems };
  });
}

const anyJson = fc.jsonValue({ maxDepth: 4 });
const list = fc.record({ 'apiVersion': fc.string(), 'items': fc.array(anyJson), 'k"i\\n': fc.string({ unit: 'grapheme' }) });
const written = fc.tuple(fc.oneof(anyJson, list, fc.array(anyJson)), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));
const chunkSize = fc.constantFrom(1, 2, 3, 7, 64, 4096);

describe('slices', () => {
  test('make up the text again, wherever its chunks end', () => {
    fc.assert(fc.property(written, chunkSize, (text, size) => {
      expect(together(text, size)).toEqual([JSON.parse(text)]);
    }));
  });

  test('are all JSON exactly when the text is', () => {
    const damaged = fc.tuple(written, fc.nat(), fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', ' ', 'x', '{}'))
      .map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1));
    fc.assert(fc.property(damaged, chunkSize, (text, size) => {
      // Several values, one after the other, are no JSON but are what JSON lines are made of.
      const isJson = parses(() => JSON.parse(text));
      const slicesAre = parses(() => together(text, size)) && slice(text, size).values.length === 1;
      expect(slicesAre).toBe(isJson);
    }), { numRuns: 500 });
  });

  test.each([
    ['{"kind":"List","items":[{"a":1}, {"b":[2]}],"x":{"items":[3]}}', ['{"a":1}', ' {"b":[2]}'], ['{"kind":"List","items":[],"x":{"items":[3]}}']],
    ['{"a":{"items":[1]}}', [], ['{"a":{"items":[1]}}']],
    ['{"x":"items","y":[1]}', [], ['{"x":"items","y":[1]}']],
    ['[{"a":1},2]', ['{"a":1}', '2'], ['[]']],
    ['{"items":[]}', [], ['{"items":[]}']],
    ['{"items":[ ]}', [], ['{"items":[]}']],
    ['{"items":[1,]}', ['1', ''], ['{"items":[]}']],
    ['{"a":1}\n{"b":2}\n3 "x y"\n', [], ['{"a":1}', '{"b":2}', '3', '"x y"']],
    ['', [], []],
  ])('of %s', (text, items, values) => {
    const found = slice(text);
    expect(found.items.map((item) => item.text)).toEqual(items);
    expect(found.values.map((value) => value.text)).toEqual(values);
  });

  describe('with names left out', () => {
    const names = fc.constantFrom('images', 'nodeInfo', 'im"ages', 'images\\', 'x');
    const small = fc.jsonValue({ maxDepth: 1 });
    const member = fc.dictionary(names, fc.oneof(fc.array(small), fc.dictionary(names, small), small));
    const items = fc.array(fc.oneof(fc.dictionary(fc.constantFrom('metadata', 'status', 'images'), fc.oneof(member, small)), small), { maxLength: 4 })
      // JSON has no -0.
      .map((values) => JSON.parse(JSON.stringify(values)) as unknown[]);

    /** What is left out, done to the parsed value. */
    const without = (item: unknown): unknown => mapMembers(item, (value) => mapMembers(value, (inner, name) =>
      (name === 'images' && typeof inner === 'object' ? null : inner)));

    const read = (text: string, size: number): unknown[] => {
      const found: unknown[] = [];
      const slicer = new JsonSlicer({ item: (item) => found.push(JSON.parse(item.text)), value: () => undefined }, new Set(['images']));
      const bytes = Buffer.from(text);
      for (let start = 0; start < bytes.length; start += size) {
        slicer.write(bytes.subarray(start, start + size));
      }
      return found;
    };

    test('have null for them and everything else as it is', () => {
      fc.assert(fc.property(items, fc.constantFrom(undefined, 1, '\t'), (values, indent) => {
        const text = JSON.stringify({ images: { a: { b: [1] } }, items: values }, null, indent);
        expect(read(text, text.length * 4)).toEqual(values.map(without));
      }));
    });

    test('are JSON wherever the chunks end', () => {
      fc.assert(fc.property(items, chunkSize, (values, size) => {
        // A name that is cut by the end of a chunk is not told.
        expect(read(JSON.stringify({ items: values }), size).map(without)).toEqual(values.map(without));
      }));
    });
  });

  test('tell where they start', () => {
    const { items, values } = slice('{"items":[\n{"ä":1},\n\n{"b":"\\n"}]}\n{}', 3);
    expect(items.map(({ offset, line }) => [offset, line])).toEqual([[10, 1], [20, 2]]);
    expect(values.map(({ offset, line }) => [offset, line])).toEqual([[0, 1], [35, 5]]);
  });

  test.each(['{"items":[{"a":1},{"b"', '{"a":"', '[', '{"items":[1]'])('of the text %s, which ends too early, are not complete', (text) => {
    expect(slice(text).complete).toBe(false);
  });

  test('grow to 64 MiB and no further', () => {
    const slicer = new JsonSlicer({ item: () => undefined, value: () => undefined });
    slicer.write(Buffer.from('{"items":[\n"'));
    const piece = Buffer.alloc(16 * 1024 * 1024, 0x61);
    expect(() => Array.from({ length: 5 }, () => slicer.write(piece))).toThrow('a single value takes more than 64 MiB, from line 1 on');
  });
});

function parses(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function mapMembers(value: unknown, change: (member: unknown, name: string) => unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).map(([name, member]: [string, unknown]) => [name, change(member, name)])) : value;
}
