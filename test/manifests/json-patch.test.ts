import { applyJsonPatch, type JsonPatchOperation } from '../../src/manifests/json-patch';

const patch = (document: unknown, ...operations: JsonPatchOperation[]) => applyJsonPatch(document, operations);

describe('as the examples of RFC 6902, appendix A', () => {
  test.each<[string, unknown, JsonPatchOperation[], unknown]>([
    ['A.1 add a member', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { baz: 'qux', foo: 'bar' }],
    ['A.2 add an element', { foo: ['bar', 'baz'] }, [{ op: 'add', path: '/foo/1', value: 'qux' }], { foo: ['bar', 'qux', 'baz'] }],
    ['A.3 remove a member', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
    ['A.4 remove an element', { foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
    ['A.5 replace', { baz: 'qux', foo: 'bar' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo', foo: 'bar' }],
    [
      'A.6 move a value', { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
      [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }], { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
    ],
    [
      'A.7 move an element', { foo: ['all', 'grass', 'cows', 'eat'] },
      [{ op: 'move', from: '/foo/1', path: '/foo/3' }], { foo: ['all', 'cows', 'eat', 'grass'] },
    ],
    [
      'A.8 test', { baz: 'qux', foo: ['a', 2, 'c'] },
      [{ op: 'test', path: '/baz', value: 'qux' }, { op: 'test', path: '/foo/1', value: 2 }], { baz: 'qux', foo: ['a', 2, 'c'] },
    ],
    ['A.10 add an object', { foo: 'bar' }, [{ op: 'add', path: '/child', value: { grandchild: {} } }], { foo: 'bar', child: { grandchild: {} } }],
    ['A.14 escapes', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }, { op: 'replace', path: '/~1', value: 8 }], { '/': 8, '~1': 10 }],
    ['A.16 add to the end', { foo: ['bar'] }, [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }], { foo: ['bar', ['abc', 'def']] }],
    ['copy', { a: { b: 1 } }, [{ op: 'copy', from: '/a', path: '/c' }, { op: 'replace', path: '/c/b', value: 2 }], { a: { b: 1 }, c: { b: 2 } }],
    ['the whole document', { a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]],
    ['null is a value', { a: 1 }, [{ op: 'add', path: '/b', value: null }], { a: 1, b: null }],
  ])('%s', (_name, document, operations, expected) => {
    expect(patch(document, ...operations)).toEqual(expected);
  });
});

test.each<[JsonPatchOperation, string]>([
  [{ op: 'add', path: '/baz/bat', value: 1 }, 'overrides[0].path is "/baz/bat"; allowed: a path whose parents exist; there is no object or list at "baz"'],
  [{ op: 'replace', path: '/nothing', value: 1 }, 'overrides[0].path is "/nothing"; allowed: a path that exists; use add for a new one'],
  [{ op: 'remove', path: '/list/2' }, 'overrides[0].path is "/list/2"; allowed: an index that exists: the list has 2 elements'],
  [{ op: 'add', path: '/list/3', value: 1 }, 'overrides[0].path is "/list/3"; allowed: 0 to 2, or - for the end of the list'],
  [{ op: 'add', path: '/list/01', value: 1 }, 'overrides[0].path is "/list/01"'],
  [{ op: 'test', path: '/list/0', value: 'b' }, 'overrides[0]: /list/0 is "a", the test wants "b"'],
  [{ op: 'remove', path: 'list' }, 'overrides[0].path is "list"; allowed: a JSON pointer'],
  [{ op: 'remove', path: '/~2' }, 'allowed: a JSON pointer'],
  [{ op: 'copy', path: '/x', from: '/nothing' }, 'overrides[0].from is "/nothing"'],
  [{ op: 'move', path: '/list/0', from: '/list' }, 'a place that is not inside /list'],
  [{ op: 'remove', path: '/constructor/prototype' }, 'a path whose parents exist'],
  [{ op: 'toggle', path: '/list' } as unknown as JsonPatchOperation, 'overrides[0].op is "toggle"; allowed: add, remove, replace, move, copy, test'],
  [{ op: 'add', path: '/x' } as JsonPatchOperation, 'overrides[0].value is not set'],
])('refuses %j', (operation, message) => {
  expect(() => patch({ list: ['a', 'c'] }, operation)).toThrow(message);
});

test.each<[unknown, string]>([
  [{ op: 'add' }, '{"op":"add"}'],
  [[null], '[null]'],
])('refuses %j, which is no list of operations', (operations, shown) => {
  expect(() => applyJsonPatch({}, operations as never)).toThrow(`overrides is ${shown}; allowed: a list of JSON patch operations`);
});

test('refuses a document that cannot be written', () => {
  expect(() => patch({ labels: { size: 1n } })).toThrow('an object of Kubernetes has texts, numbers, booleans, lists and objects alone: Do not know how to serialize a BigInt');
});

test('leaves the document alone, and unties objects that it holds twice', () => {
  const shared = { value: 1 };
  const document = { left: shared, right: shared };
  expect(patch(document, { op: 'replace', path: '/left/value', value: 2 })).toEqual({ left: { value: 2 }, right: { value: 1 } });
  expect(document).toEqual({ left: { value: 1 }, right: { value: 1 } });
});

test.each<[string, JsonPatchOperation]>([
  ['adds', { op: 'add', path: '/spec', value: { labels: { team: 'net' } } }],
  ['puts in place of another', { op: 'replace', path: '/spec', value: { labels: { team: 'net' } } }],
])('leaves the value that it %s alone, whatever changes the document later', (_name, operation) => {
  const patched = patch({ spec: {} }, operation, { op: 'replace', path: '/spec/labels/team', value: 'ops' }) as { spec: { labels: { team: string } } };
  expect(operation).toMatchObject({ value: { labels: { team: 'net' } } });
  expect(patched.spec.labels.team).toBe('ops');
});

test('cannot reach the prototype of all objects', () => {
  patch({}, { op: 'add', path: '/__proto__', value: { polluted: true } });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
