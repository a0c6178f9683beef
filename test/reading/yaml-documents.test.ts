import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { readDocuments } from '../../src/reading/yaml-documents';

const read = (text: string, file = 'a.yaml') => {
  const { documents, unreadable, skipped } = readDocuments(file, text);
  return { values: documents.map(({ value }) => value), problems: unreadable.map(({ message }) => message), skipped };
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
    const { documents, unreadable } = readDocuments('a.yaml', text);
    expect(unreadable).toEqual([]);
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
    expect(read(`kind: List\nitems:\n- &a {kind: Service}\n- *a\n`).values).toEqual([{ kind: 'List', items: [{ kind: 'Service' }, { kind: 'Service' }] }]);
  });

  test('in JSON name the kind once', () => {
    expect(read('{"apiVersion":"v1","kind":"ServiceList","items":[{"metadata":{"name":"a"}}]}').values)
      .toContainEqual({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } });
  });
});

describe('what is left out before parsing', () => {
  const pod = fc.record({
    hostPort: fc.option(fc.integer({ min: 1, max: 65535 }), { nil: undefined }), image: fc.constantFrom('nginx', 'registry.example/app:1', '# x', '- y: z'),
    script: fc.constantFrom('echo', 'a: b\n# c\n- d\n', 'modprobe ip_vs', '\n\n  deep\n'), replicas: fc.nat(5),
  }).map(({ hostPort, image, script, replicas }) => ({
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', annotations: { text: script } },
    spec: {
      replicas,
      template: {
        metadata: { labels: { app: 'a' } },
        spec: { containers: [{ name: 'a', image, args: [script], ports: hostPort ? [{ hostPort }] : [] }], volumes: [{ name: 'v', emptyDir: {} }], nodeSelector: { a: 'b' } },
      },
    },
  }));

  test('changes nothing of what is kept', () => {
    fc.assert(fc.property(pod, fc.boolean(), (object, indentSeq) => {
      const [value] = read(stringify(object, { indentSeq })).values as [typeof object];
      const isTelling = JSON.stringify(object).includes('hostPort') || JSON.stringify(object).includes('modprobe');
      const { containers: _containers, volumes: _volumes, ...kept } = object.spec.template.spec as Record<string, unknown>;
      const expected = isTelling ? object.spec.template.spec : kept;
      expect(value).toEqual({ ...object, spec: { ...object.spec, template: { ...object.spec.template, spec: expected } } });
    }));
  });
});

test('reading never throws', () => {
  const pieces = fc.constantFrom('---', '...', 'kind: Service', 'kind: List', 'items:', '- a', '  b: c', '\t', '{', '}', '[', ']', '"', "'", '|', '>', '&a', '*a', '<<: *a', '# x', '%YAML', '\0', '\uFEFF', '{{ x }}', ':', '? a', '!!int x');
  fc.assert(fc.property(fc.array(fc.tuple(pieces, fc.constantFrom('\n', ' ', '\r\n', ''))).map((parts) => parts.flat().join('')), (text) => {
    expect(() => readDocuments('a.yaml', text)).not.toThrow();
  }), { numRuns: 500 });
});
