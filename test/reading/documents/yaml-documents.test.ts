import * as fc from 'fast-check';
import { readDocuments } from '../../../src/reading/documents/yaml-documents';

const read = (text: string, file = 'a.yaml') => {
  const { documents, damaged, skipped } = readDocuments({ file, text });
  return { values: documents.map(({ value }) => value), problems: damaged.map(({ problem }) => problem.message), skipped };
};
const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n';

describe('documents of a text', () => {
  test.each<[string, string, number]>([
    ['one', SERVICE, 1],
    ['several', `${SERVICE}---\n${SERVICE}--- # the last\n${SERVICE}`, 3],
    ['several with markers at both ends', `---\n${SERVICE}...\n---\n${SERVICE}---\n`, 2],
    ['a directive', `%YAML 1.1\n---\n${SERVICE}`, 1],
    ['Windows line ends', `${SERVICE}---\n${SERVICE}`.replace(/\n/g, '\r\n'), 2],
    ['nothing but comments', '# nothing\n---\n# here\n', 0],
    ['a marker inside a text', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  kube-proxy: |\n    a\n    ---\n    b\n', 1],
    ['JSON', '{"apiVersion":"v1","kind":"Service"}', 1],
    ['JSON values one after the other', '{"kind":"Service"}\n{"kind":"Service"}', 2],
    ['JSON between markers', `${SERVICE}---\n{"kind":"Service"}\n---\n${SERVICE}`, 3],
    ['empty', '', 0],
    ['a scalar', 'just text', 1],
  ])('are read from %s', (_, text, count) => {
    const { values, problems } = read(text);
    expect([values.length, problems]).toEqual([count, []]);
  });

  test.each<[string, string, string]>([
    ['a tab', 'kind: Service\nspec:\n\tports: []\n', 'a.yaml:3:1 is indented with a tab; YAML allows blanks only'],
    ['a template', 'kind: Service\nmetadata:\n  name: {{ .Values.name }}\n', 'a.yaml:3:'],
    ['a template on its own line', 'kind: Service\n{{- if .Values.x }}\nspec: {}\n{{- end }}\n', 'a.yaml:2:'],
    ['a missing bracket', 'kind: Service\nspec: {ports: [\n', 'a.yaml:4:1 is not YAML: Flow sequence'],
    ['a repeated colon', 'kind: Service\na: b: c\n', 'a.yaml:2:'],
    ['an unknown alias', 'kind: Service\na: *x\n', 'a.yaml:2:4 uses the alias *x before an anchor &x'],
    ['JSON with a missing comma', '{"a": 1\n "b": 2}', "a.yaml:2:2 is not JSON: Expected ',' or '}' after property value"],
    ['JSON with a token that is none', '{"a": 1,\n "b": tru}', "a.yaml:2:10 is not JSON: Unexpected token '}'"],
    ['JSON with a comma too many', '{"kind":"List","items":[{"a":1},]}', 'a.yaml:1:33 has a comma with nothing behind it'],
    ['words after JSON', '[1] and more,\nand more\n', "a.yaml:1:5 is not JSON: Unexpected token 'a'"],
    ['JSON with a comment', '// kube-proxy\n{"kind":"Service"}', 'a.yaml:1:1 is not JSON: Unexpected token'],
    ['a template around everything', '{{- if .Values.x }}\nkind: Service\nspec: {}\n{{- end }}\n', 'a.yaml:1:2 has a template left in it'],
    ['JSON nested too deeply', `{"items":[${'['.repeat(2000)}`, 'nested more than 1000 deep on line 1'],
    ['JSON that ends too early', '{"a": [1,\n', 'a.yaml:3:1 ends in the middle of a JSON value; what comes before is checked'],
    ['JSON items that are damaged', '{"kind":"List","items":[{"a":}]}', 'a.yaml:1:'],
  ])('with %s are reported with their place, and the others are still read', (_, broken, problem) => {
    const { values, problems } = read(`${broken}\n---\n${SERVICE}`);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(values).toContainEqual({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } });
  });

  test('a template that is left over is called one', () => {
    expect(read('kind: Service\nmetadata:\n  name: {{ .Values.name }}\n').problems)
      .toEqual([expect.stringMatching(/has a template left in it \(\{\{ … \}\}\); render it first/)]);
  });

  test('aliases that multiply are refused', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `a${level}: &a${level} [${Array(10).fill(level === 0 ? 'x' : `*a${level - 1}`).join(', ')}]`);
    expect(read(`kind: Service\n${levels.join('\n')}\n`).problems).toEqual([expect.stringContaining('repeats itself too often through aliases')]);
  });

  test('nesting that is too deep is refused', () => {
    expect(read(`kind: Service\na: ${'['.repeat(20_000)}`).problems).toEqual([expect.stringContaining('is nested too deeply')]);
    expect(read(`[${'['.repeat(20_000)}`).problems).toHaveLength(1);
  });

  test('what is larger than any object is refused before it fills the memory', () => {
    expect(read(`kind: Service\na: ${'x'.repeat(16 * 1024 * 1024)}`).problems).toEqual([expect.stringContaining('is a single document of more than 16 MiB')]);
  });

  test('a repeated key has its last value, a merge key gives way to what is written', () => {
    expect(read('kind: Service\na: 1\na: 2\nbase: &b {x: 1, z: 1}\nc:\n  x: 2\n  <<: *b\n').values).toMatchObject([{ a: 2, c: { x: 2, z: 1 } }]);
  });

  test('decimals stay as they are written, words are booleans as in Kubernetes', () => {
    expect(read('kubernetesVersion: 1.30\nkernelVersion: 5.10\ncount: 3\nread: yes\nquoted: "1"\n').values)
      .toEqual([{ kubernetesVersion: '1.30', kernelVersion: '5.10', count: 3, read: true, quoted: '1' }]);
  });

  test('what has nothing to do with kube-proxy is counted, not parsed', () => {
    expect(read(`kind: Secret\ndata: [broken\n---\n${SERVICE}---\nkind: Role\n`)).toEqual({
      values: [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } }], problems: [], skipped: 2,
    });
  });
});

describe('lists', () => {
  const item = (name: string) => `- apiVersion: v1\n  kind: Service\n  metadata:\n    name: ${name}\n    annotations:\n      text: |\n        - not an item\n`;
  const kubectl = `apiVersion: v1\nitems:\n${item('a')}${item('b')}kind: List\nmetadata:\n  resourceVersion: ""\n`;

  test.each([
    ['as kubectl writes them', kubectl],
    ['with indented items', kubectl.replace(/^(- | {2,}(?=\S)).*$/gm, '  $&')],
    ['with comments between the items', kubectl.replace(/^- /gm, '# comment\n- ')],
    ['with Windows line ends', kubectl.replace(/\n/g, '\r\n')],
    ['with the items last', `kind: List\n${kubectl.replace(/kind: List\n[^]*$/, '')}`],
  ])('%s are read item by item', (_, text) => {
    const { documents, damaged } = readDocuments({ file: 'a.yaml', text });
    expect(damaged).toEqual([]);
    expect(documents.map(({ value }) => (value as { metadata: { name: string } }).metadata.name)).toEqual(['a', 'b']);
    const [, second] = documents;
    expect(text.split('\n')[second.document.locate(['metadata', 'name']).line - 1].trim()).toBe('name: b');
  });

  test('damage in one item does not hide the others', () => {
    const { values, problems } = read(kubectl.replace('name: a', 'name: [a'));
    expect(problems).toEqual([expect.stringMatching(/^a\.yaml:\d+:\d+ is not YAML/)]);
    expect(values).toHaveLength(1);
  });

  test('with anchors are read as a whole', () => {
    expect(read('kind: List\nitems:\n- &a {kind: Service}\n- *a\n').values).toEqual([{ kind: 'List', items: [{ kind: 'Service' }, { kind: 'Service' }] }]);
  });

  test('may be of any length', () => {
    expect(read(`[${'{},'.repeat(200_000)}{}]`)).toMatchObject({ values: { length: 200_001 + 1 }, problems: [] });
  });

  test('in JSON name the kind once', () => {
    expect(read('{"apiVersion":"v1","kind":"ServiceList","items":[{"metadata":{"name":"a"}}]}').values)
      .toContainEqual({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } });
  });
});

describe('what need not be read', () => {
  const pod = (container: string) => `apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n      - name: a\n        ${container}\n`;
  const map = (text: string) => `apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    ${text}\n`;

  test.each([
    pod('image: nginx'), map('key: value'), map('width: 127.0.0'), 'kind: Role\napiVersion: rbac.authorization.k8s.io/v1\n',
    'apiVersion: example.com/v1\nspec:\n  kind: Service\nkind: Widget\n',
  ])('is %j', (text) => {
    expect(read(text)).toEqual({ values: [], problems: [], skipped: 1 });
  });

  test.each([
    pod('ports: [{hostPort: 443}]'), pod('image: registry.k8s.io/kube-proxy:v1.29.4'), pod('command: [modprobe, ip_vs]'), pod('args: ["http://127.0.0.1:30338"]'),
    pod('livenessProbe: {tcpSocket: {host: localhost, port: 1}}').replace('localhost,', 'localhost\n         ,'), map('net.ipv4.vs.conntrack = 1 # sysctl'),
    map('protocol: layer2'), 'kind: ConfigMap\ndata:\n  10.4.0.50: default/echo\n', 'apiVersion: metallb.io/v1beta1\nkind: L2Advertisement\n',
    SERVICE, 'a: 1\n',
  ])('is not %j', (text) => {
    expect(read(text).values).toHaveLength(1);
  });

  test.each([
    [pod('image: {{ .Values.image }}'), 'has a template left in it'],
    [map('a: b').replace('data:', '{{- if .Values.x }}\ndata:'), 'has a template left in it'],
    [pod('\timage: nginx').replace('        \t', '\t'), 'is indented with a tab'],
    [map('a: b').replace('data:', '<<<<<<< HEAD\ndata:\n=======\ndata:\n>>>>>>> other'), 'has a merge conflict left in it; resolve it first'],
  ])('is still read when it is likely to be broken: %j', (text, problem) => {
    expect(read(text).problems).toEqual([expect.stringContaining(problem)]);
  });
});

test('reading never throws', () => {
  const pieces = fc.constantFrom('---', '...', 'kind: Service', 'kind: List', 'items:', '- a', '  b: c', '\t', '{', '}', '[', ']', '"', "'", '|', '>', '&a', '*a', '<<: *a', '# x', '%YAML', '\0', '\uFEFF', '{{ x }}', ':', '? a', '!!int x');
  fc.assert(fc.property(fc.array(fc.tuple(pieces, fc.constantFrom('\n', ' ', '\r\n', ''))).map((parts) => parts.flat().join('')), (text) => {
    expect(() => readDocuments({ file: 'a.yaml', text })).not.toThrow();
  }), { numRuns: 500 });
});
