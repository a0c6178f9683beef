import type { ConfigurationField } from '../facts/kube-proxy/fields';
import { isKnown } from '../kubernetes/unknown-text';
import { decodeFieldValue, describeNode, isNull, ZEROS, type FieldValue } from './field-value';
import { HEADER_FIELDS, joinPath, type ReleaseSchema } from './release-schema';
import type { UnknownField } from './unknown-field';
import type { YamlEntry, YamlMapping, YamlNode } from './yaml/yaml-document';

/** Decoded fields of a section by name. A list of sections holds one for each item. */
export interface Section {
  [name: string]: FieldValue | Section | readonly Section[];
}

/** An entry that has no effect. */
export interface DroppedEntry {
  readonly path: string;
  readonly entry: YamlEntry;
  readonly why: UnknownField | { readonly reason: 'duplicate' };
}

/** A value that Go's decoder refuses, which stops kube-proxy. */
export interface WrongType {
  readonly path: string;
  readonly offset: number;
  readonly value: string;
  /** What it must be. */
  readonly message: string;
}

/** Offsets of the name and of the value of a field. */
export interface FieldPlace {
  readonly name: number;
  readonly value: number;
}

export interface DecodedFields {
  readonly values: Section;
  /** Fields that are set to something else than null, and items of lists and maps (`nodePortAddresses[1]`, `featureGates.X`). */
  readonly places: ReadonlyMap<string, FieldPlace>;
  /** Fields and sections whose value something else fills in. */
  readonly unknown: readonly string[];
  readonly dropped: readonly DroppedEntry[];
  readonly wrongTypes: readonly WrongType[];
}

/** Says why the release does not know a field of a section. */
type Explain = (section: string, name: string) => UnknownField;

/** Decodes the fields of a document as a release with `schema` does. */
export function decodeFields(root: YamlMapping, schema: ReleaseSchema, explain: Explain, isJson: boolean): DecodedFields {
  const decoder = new FieldDecoder(schema, explain, isJson);
  decoder.decodeSection('', '', root, decoder.values);
  return decoder;
}

class FieldDecoder implements DecodedFields {
  public readonly values: Section = {};
  public readonly places = new Map<string, FieldPlace>();
  public readonly unknown: string[] = [];
  public readonly dropped: DroppedEntry[] = [];
  public readonly wrongTypes: WrongType[] = [];

  public constructor(private readonly schema: ReleaseSchema, private readonly explain: Explain, private readonly isJson: boolean) {}

  /** `schemaPath` has `[]` where `path` has the number of an item. */
  public decodeSection(schemaPath: string, path: string, mapping: YamlMapping, into: Section): void {
    const fields = this.schema.sections.get(schemaPath);
    const last = new Map(mapping.entries.map((entry) => [entry.key, entry]));
    for (const entry of mapping.entries) {
      const field = fields?.get(entry.key);
      const fieldPath = joinPath(path, entry.key);
      const isHeader = path === '' && HEADER_FIELDS.includes(entry.key);
      if (!isKnown(entry.key)) {
        this.unknown.push(path);
      } else if (!field && !isHeader) {
        this.dropped.push({ path: fieldPath, entry, why: this.explain(schemaPath, entry.key) });
      } else if (this.isReplaced(entry, last.get(entry.key))) {
        // What a merge key brings in is meant to be replaced.
        if (!entry.merged) {
          this.dropped.push({ path: fieldPath, entry, why: { reason: 'duplicate' } });
        }
      } else if (field) {
        this.decodeField(field, fieldPath, entry, into);
      }
    }
  }

  /** Of a repeated field the last one counts; but repeated maps in JSON text are decoded one over the other. */
  private isReplaced(entry: YamlEntry, last: YamlEntry | undefined): boolean {
    return entry !== last && !(this.isJson && entry.value.kind === 'mapping');
  }

  private decodeField(field: ConfigurationField, path: string, { key, offset, value }: YamlEntry, into: Section): void {
    if (isLeftOpen(value)) {
      this.unknown.push(path);
      return;
    }
    if (field.type === 'section') {
      const section = (into[key] ?? {}) as Section;
      into[key] = section;
      this.decodeMapping(path, value, 'must be a map of fields', (mapping) => this.decodeSection(field.path, path, mapping, section));
      return;
    }
    const decoded = field.type === 'sections' ? this.decodeSections(field, path, value) : this.decodeValue(field, path, value);
    into[key] = field.type === 'gates' && decoded !== undefined ? { ...(into[key] as Section), ...(decoded as Section) } : decoded;
    if (decoded !== undefined) {
      this.places.set(path, { name: offset, value: value.offset });
    }
  }

  private decodeValue(field: ConfigurationField, path: string, node: YamlNode): FieldValue {
    if (node.kind === 'sequence') {
      node.items.forEach(({ offset }, index) => this.places.set(`${path}[${index}]`, { name: offset, value: offset }));
    } else if (node.kind === 'mapping') {
      node.entries.forEach((entry) => this.places.set(`${path}.${entry.key}`, { name: entry.offset, value: entry.value.offset }));
    }
    return decodeFieldValue(field, node, this.isJson, ({ below, ...wrong }) => this.wrongTypes.push({ path: path + below, ...wrong }));
  }

  private decodeSections(field: ConfigurationField, path: string, node: YamlNode): readonly Section[] | undefined {
    if (node.kind !== 'sequence') {
      if (!isNull(node)) {
        this.refuse(path, node, 'must be a list of maps');
      }
      return undefined;
    }
    const empty = emptySection(this.schema.sections.get(`${field.path}[]`));
    return node.items.flatMap((item, index) => {
      const section: Section = { ...empty };
      const itemPath = `${path}[${index}]`;
      this.places.set(itemPath, { name: item.offset, value: item.offset });
      const isSection = this.decodeMapping(itemPath, item, 'must be a map of fields', (mapping) => this.decodeSection(`${field.path}[]`, itemPath, mapping, section));
      return isSection ? [section] : [];
    });
  }

  /** Null leaves a section as it is; anything else has to be a mapping. False when it is something else. */
  private decodeMapping(path: string, node: YamlNode, must: string, decode: (mapping: YamlMapping) => void): boolean {
    if (node.kind === 'mapping') {
      decode(node);
    } else if (!isNull(node)) {
      this.refuse(path, node, must);
      return false;
    }
    return true;
  }

  private refuse(path: string, node: YamlNode, message: string): void {
    this.wrongTypes.push({ path, offset: node.offset, value: describeNode(node), message });
  }
}

/** Whether a value, or one in a list or map of values, is left to something else; sections say that of each of their fields. */
function isLeftOpen(node: YamlNode): boolean {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'string' && !isKnown(node.value);
    case 'sequence':
      return node.items.some(isLeftOpen);
    case 'mapping':
      return false;
  }
}

/** An item of a list before its fields are read: they have no defaults. */
function emptySection(fields: ReadonlyMap<string, ConfigurationField> | undefined): Section {
  return Object.fromEntries([...(fields ?? [])].map(([name, { type }]) => [name, ZEROS[type]]));
}
