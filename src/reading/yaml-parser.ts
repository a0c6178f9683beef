import type * as Yaml from 'yaml';

/** The yaml package costs 30 ms to load; JSON and the objects of frameworks do without it. */
export function yaml(): typeof Yaml {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('yaml') as typeof Yaml;
}

/**
 * As Kubernetes reads YAML: merge keys count, and of a repeated key the last one wins. Decimal numbers stay text, since all that is
 * written like one here is a version (1.30) or a quantity.
 */
export const READ_OPTIONS = {
  merge: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
  customTags: (tags: Yaml.Tags): Yaml.Tags => tags.filter((tag) => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:float'),
} satisfies Yaml.ParseOptions & Yaml.DocumentOptions & Yaml.SchemaOptions;

/** A text that is no YAML: what is wrong, and where in it, from 1. */
export interface YamlProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The value of a text that holds one document, or what is wrong with it. Never throws. */
export function parseYaml(text: string): { readonly value: unknown } | { readonly problem: YamlProblem } {
  const { LineCounter, parseDocument, visit, isMap, isSeq } = yaml();
  const lineCounter = new LineCounter();
  const problemAt = (message: string, offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { problem: { message, line: Math.max(line, 1), column: Math.max(col, 1) } };
  };
  try {
    const document = parseDocument(text, { ...READ_OPTIONS, lineCounter });
    const [error] = document.errors;
    if (error) {
      return problemAt(TEMPLATE.test(text) ? TEMPLATE_LEFT : withTabAdvice(error.message, text, error.pos[0]), error.pos[0]);
    }
    if (TEMPLATE.test(text)) {
      // {{ .Values.name }} outside quotes reads as a mapping whose key is a mapping.
      let offset: number | undefined;
      visit(document, {
        Pair: (_, { key }) => {
          if (isMap(key) || isSeq(key)) {
            offset = key.range?.[0] ?? 0;
            return visit.BREAK;
          }
          return undefined;
        },
      });
      if (offset !== undefined) {
        return problemAt(TEMPLATE_LEFT, offset);
      }
    }
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    return problemAt(thrownMessage(error), 0);
  }
}

const TEMPLATE = /\{\{/;
const TEMPLATE_LEFT = 'a template is left in it ({{ … }}); render it first (helm template, kustomize build) and check the result';

function withTabAdvice(message: string, text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset + 1);
  return /^\s*\t/.test(line) ? 'a tab is used to indent; YAML allows blanks only' : firstLine(message);
}

function thrownMessage(error: unknown): string {
  if (error instanceof RangeError) {
    return 'it is nested too deeply';
  }
  if (error instanceof ReferenceError) {
    return 'it repeats aliases (*name) so often that it would not fit into memory';
  }
  return firstLine(error instanceof Error ? error.message : String(error));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0];
}
