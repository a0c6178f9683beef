import { CONFIGURATION_FIELDS, type ConfigurationField, type DefaultValue } from '../facts/kube-proxy/fields';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';

/** What says that a document is a KubeProxyConfiguration. The decoder looks at them before anything else, whatever their case. */
export const HEADER_FIELDS: readonly string[] = ['apiVersion', 'kind'];

/** What becomes of a field that is not set. */
export interface UnsetField {
  readonly section: string;
  readonly name: string;
  readonly field: ConfigurationField;
  /** The release's default; `undefined` without one, or when the release does not have the field. */
  readonly defaultValue: DefaultValue['value'] | undefined;
}

/** The fields that one release knows. */
export interface ReleaseSchema {
  readonly fields: readonly ConfigurationField[];
  /** Every field of every release but those of lists, sections first. */
  readonly unset: readonly UnsetField[];
  /** Fields by the path of their section (`''` at the top, `logging.vmodule[]` in a list), then by name. */
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, ConfigurationField>>;
}

const schemas = new Map<string, ReleaseSchema>();

/** The schema of a release; worked out once for each. */
export function releaseSchema(version: KubeVersion): ReleaseSchema {
  const key = version.toString();
  let schema = schemas.get(key);
  if (!schema) {
    const fields = CONFIGURATION_FIELDS.filter(({ releases }) => version.within(releases));
    schema = { fields, unset: unsetFields(version), sections: bySection(fields) };
    schemas.set(key, schema);
  }
  return schema;
}

function unsetFields(version: KubeVersion): UnsetField[] {
  return CONFIGURATION_FIELDS.filter(({ path }) => !path.includes('[')).map((field) => {
    const known = version.within(field.releases);
    const { value } = field.defaults.find(({ releases }) => known && (!releases || version.within([releases]))) ?? {};
    return { ...splitPath(field.path), field, defaultValue: value };
  });
}

function bySection(fields: readonly ConfigurationField[]): Map<string, Map<string, ConfigurationField>> {
  const sections = new Map<string, Map<string, ConfigurationField>>();
  for (const field of fields) {
    const { section, name } = splitPath(field.path);
    const siblings = sections.get(section) ?? new Map<string, ConfigurationField>();
    sections.set(section, siblings.set(name, field));
  }
  return sections;
}

/** `ipvs.strictARP` is the field `strictARP` of the section `ipvs`. */
export function splitPath(path: string): { readonly section: string; readonly name: string } {
  const dot = path.lastIndexOf('.');
  return { section: dot < 0 ? '' : path.slice(0, dot), name: path.slice(dot + 1) };
}

/** The path of a field in a section. */
export function joinPath(section: string, name: string): string {
  return section === '' ? name : `${section}.${name}`;
}

/** The value at a path; `undefined` where there is none, and for items of lists. */
export function valueAt(configuration: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], configuration);
}
