import * as fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { kindOf, withoutNodeDetails } from '../../../src/reading/documents/relevance';

test.each([
  ['apiVersion: v1\nkind: Service\n', 'Service'],
  ['# kind: Pod\n"kind": "Service"\n', 'Service'],
  ['- apiVersion: v1\n  kind: Service\n', 'Service'],
  ['- kind: Service\n', 'Service'],
  ['  - apiVersion: v1\n    kind: Service\n', 'Service'],
  ['spec:\n  kind: Service\n', undefined],
  ['- spec:\n    kind: Service\n', undefined],
])('the kind of %j is %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});

describe('a node without its details', () => {
  const texts = fc.constantFrom('a', 'images:', '- images:\n- b\n', 'x: y\n# z\n', '\n\n  deep\n', 'conditions:\n');
  const node = fc.record({ note: texts, image: texts, taint: texts, images: fc.array(texts), kernel: fc.constantFrom('5.15.0', '3.10.0') }).map((parts) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { annotations: { note: parts.note }, labels: { pool: 'images:' }, managedFields: [{ manager: parts.note }], name: 'n' },
    spec: { podCIDRs: ['10.0.0.0/24'], providerID: 'x', taints: [{ key: parts.taint }] },
    status: {
      addresses: [{ address: '10.0.0.1' }], capacity: { cpu: '4' }, conditions: [], images: parts.images.map((name) => ({ names: [name, parts.image] })),
      nodeInfo: { kernelVersion: parts.kernel }, volumesInUse: [],
    },
  }));

  test('keeps everything else as it is, however it is laid out', () => {
    fc.assert(fc.property(node, fc.boolean(), fc.boolean(), fc.constantFrom('\n', '\r\n'), (object, indentSeq, inList, lineEnd) => {
      const written = stringify(inList ? [object] : object, { indentSeq }).replaceAll('\n', lineEnd);
      const { managedFields: _managed, annotations: _annotations, ...metadata } = object.metadata;
      const { podCIDRs: _cidrs, taints: _taints, ...spec } = object.spec;
      const { addresses, capacity, nodeInfo } = object.status;
      const kept = parse(withoutNodeDetails(written)) as unknown;
      // An empty list on the key's own line need not go.
      expect(inList ? (kept as unknown[])[0] : kept).toMatchObject({ ...object, metadata, spec, status: { addresses, capacity, nodeInfo } });
      expect(JSON.stringify(kept)).not.toMatch(/names|manager|"note"|10\.0\.0\.0/);
    }));
  });

  test('is no other object, and no inventory', () => {
    const inventory = 'nodes:\n- pool: a\n  interfaces:\n  - name: eth0\n    addresses:\n    - 10.0.0.1\n';
    expect(withoutNodeDetails(inventory)).toBe(inventory);
  });
});
