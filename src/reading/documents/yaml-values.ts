import { readYamlDocument, type YamlNode, type YamlProblem } from '../../config/yaml/yaml-document';

/**
 * The value of a text that holds one document, read as Kubernetes reads it, or what is wrong with it. Never throws. Decimal numbers
 * stay text, since all that is written like one here is a version (1.30) or a quantity.
 */
export function readYamlValue(text: string): { readonly value: unknown } | { readonly problem: YamlProblem } {
  const { root, problem } = readYamlDocument(text);
  return problem ? { problem } : { value: plainValue(root) };
}

/**
 * Reads a text of which parts that nobody looks at may be left out before it is parsed. When that goes wrong, the whole text is read,
 * so that places are right.
 */
export function readPruned(text: string, prune: (text: string) => string): ReturnType<typeof readYamlValue> {
  const pruned = prune(text);
  const read = readYamlValue(pruned);
  return 'problem' in read && pruned !== text ? readYamlValue(text) : read;
}

function plainValue(node: YamlNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'number' && !Number.isSafeInteger(node.value) ? node.written : node.value;
    case 'sequence':
      return node.items.map(plainValue);
    case 'mapping': {
      // What a mapping writes itself wins over what it merges in, wherever the merge key stands.
      const entries = [...node.entries].sort((left, right) => Number(right.merged) - Number(left.merged));
      return Object.fromEntries(entries.map(({ key, value }) => [key, plainValue(value)]));
    }
  }
}
