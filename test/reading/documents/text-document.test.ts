import { TextDocument } from '../../../src/reading/documents/text-document';

const TEXT = `# a comment
kind: ConfigMap
metadata: {name: kube-proxy, labels: {app: x}}
data:
  config.conf: |
    mode: ipvs

    ipvs:
      strictARP: true
  quoted: "a\\nb"
  folded: >-
    one
    two
  indented: |2
      deeper
list:
- first
- name: second
`;

describe('places in a document', () => {
  const document = new TextDocument('a.yaml', TEXT, { line: 11, column: 1 });
  const place = ({ line, column }: { line: number; column: number }) => [line, column];

  test.each<[readonly (string | number)[], number, number]>([
    [[], 12, 1],
    [['metadata'], 13, 1],
    [['metadata', 'labels', 'app'], 13, 39],
    [['data', 'config.conf'], 15, 3],
    [['list', 0], 27, 3],
    [['list', 1, 'name'], 28, 3],
    [['metadata', 'annotations', 'missing'], 13, 1],
    [['list', 7], 26, 1],
    [['kind', 'deeper'], 12, 1],
  ])('%j is at %d:%d, as near as it can be told', (path, line, column) => {
    expect(place(document.locate(path))).toEqual([line, column]);
  });

  test.each<[string, number, number, number, number]>([
    ['config.conf', 1, 1, 16, 5],
    ['config.conf', 4, 3, 19, 7],
    ['indented', 1, 5, 25, 9],
    // Lines of these are not written one to one.
    ['quoted', 2, 1, 20, 11],
    ['folded', 2, 1, 21, 11],
    ['missing', 2, 1, 14, 1],
  ])('line %s:%d:%d of a text is at %d:%d', (key, line, column, atLine, atColumn) => {
    const found = document.locateInside(['data', key], line, column);
    expect(key === 'missing' ? found.line >= atLine : place(found)).toEqual(key === 'missing' ? true : [atLine, atColumn]);
  });

  test('a text that is no YAML is located as a whole', () => {
    expect(new TextDocument('a.yaml', '{{ x', { line: 3, column: 1 }).locate(['a'])).toEqual({ file: 'a.yaml', line: 3, column: 1 });
  });

  test('aliases and merge keys are followed', () => {
    const merged = new TextDocument('a.yaml', 'base: &b\n  image: x\nother:\n  <<: *b\n  tag: 1\nsame: *b\n');
    expect(place(merged.locate(['other', 'image']))).toEqual([2, 3]);
    expect(place(merged.locate(['other', 'tag']))).toEqual([5, 3]);
    expect(place(merged.locate(['same', 'image']))).toEqual([2, 3]);
  });

  test('Windows line ends count once', () => {
    const crlf = new TextDocument('a.yaml', 'a: 1\r\nb:\r\n  c: |\r\n    x\r\n    y\r\n');
    expect(place(crlf.locate(['b', 'c']))).toEqual([3, 3]);
    expect(place(crlf.locateInside(['b', 'c'], 2, 1))).toEqual([5, 5]);
  });

  test('columns on the first line count from where the document starts', () => {
    const sliced = new TextDocument('a.json', '{"kind":"List",\n"a":1}', { line: 4, column: 20 });
    expect(place(sliced.locate(['kind']))).toEqual([4, 21]);
    expect(place(sliced.locate(['a']))).toEqual([5, 1]);
  });
});
