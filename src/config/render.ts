import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { CONFIGURATION_API_VERSION, CONFIGURATION_KIND } from './configuration-document';
import { decodeFields, type DecodedFields, type Section } from './decode-fields';
import type { EffectiveConfiguration } from './decoded-configuration';
import { effectiveConfiguration } from './effective-configuration';
import type { KubeProxyConfigurationProps } from './kube-proxy-configuration';
import { joinPath, releaseSchema, splitPath, valueAt } from './release-schema';
import { explainUnknownField, type UnknownField } from './unknown-field';
import { plainYaml } from './yaml/plain-yaml';
import type { YamlMapping, YamlNode } from './yaml/yaml-document';
import { yamlPackage } from './yaml/yaml-package';
import { resolvePlainScalar } from './yaml/yaml-scalar';

/** A field that was asked for, that the release does not have, and that the document is without therefore. */
export interface UnsupportedField extends UnknownField {
  /** `ipvs.tcpTimeout`. */
  readonly path: string;
}

/** A document for one release, and what it had to leave out. */
export interface RenderedConfiguration {
  /** The document as YAML, ready for a ConfigMap. */
  readonly text: string;
  /** The document as a plain object. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Fields that were asked for and that the release does not have. */
  readonly unsupported: readonly UnsupportedField[];
}

type Fields = Record<string, unknown>;

/**
 * The smallest document that makes kube-proxy of a version run with the given settings: defaults are left out, and so are
 * fields that the version does not have, which are reported. Values are taken as they are; decode the text to have them judged.
 */
export function renderConfiguration(props: KubeProxyConfigurationProps, version: KubeVersion): RenderedConfiguration {
  const { dropped } = decode(props as Fields, version);
  const fields = ordered(props as Fields, version);
  leaveDefaultsOut(fields, version);
  const document = { apiVersion: CONFIGURATION_API_VERSION, kind: CONFIGURATION_KIND, ...fields };
  return {
    text: toYaml(document),
    document,
    unsupported: dropped.map(({ path, why }) => ({ path, ...(why as UnknownField) })),
  };
}

function decode(fields: Fields, version: KubeVersion): DecodedFields {
  const schema = releaseSchema(version);
  const explain = (section: string, name: string) => explainUnknownField(section, name, version, schema, typeof fields.mode === 'string' ? fields.mode : 'iptables');
  return decodeFields(nodeOf(fields) as YamlMapping, schema, explain, false);
}

/** The fields that the version has, in the order of the documentation. */
function ordered(props: Fields, version: KubeVersion, section = ''): Fields {
  const fields: Fields = {};
  for (const [name, { type }] of releaseSchema(version).sections.get(section) ?? []) {
    const value = props[name];
    if (value !== undefined && value !== null) {
      fields[name] = type === 'section' && typeof value === 'object' ? ordered(value as Fields, version, joinPath(section, name)) : value;
    }
  }
  return fields;
}

/** Deletes every field without which kube-proxy would run with the same configuration. */
function leaveDefaultsOut(fields: Fields, version: KubeVersion): void {
  const { values, wrongTypes } = decode(fields, version);
  const wanted = effectiveConfiguration(values, version);
  const defaults = defaultsOf(version);
  let left = values;
  for (const path of writtenPaths(fields, version)) {
    if (!wrongTypes.some((wrong) => wrong.path.startsWith(path)) && mayBeDefault(path, wanted, defaults)) {
      const without = withoutField(left, path.split('.'));
      if (isSame(effectiveConfiguration(without, version), wanted, path)) {
        left = without;
        removeField(fields, path);
      }
    }
  }
}

const defaultsByRelease = new Map<string, EffectiveConfiguration>();

function defaultsOf(version: KubeVersion): EffectiveConfiguration {
  const found = defaultsByRelease.get(version.toString()) ?? effectiveConfiguration({}, version);
  defaultsByRelease.set(version.toString(), found);
  return found;
}

/** Fields whose defaults look at other fields. */
const DEPENDENT = /^(?:healthzBindAddress|metricsBindAddress|conntrack\..*)$/;

/** Whether a field may be at its default, as far as a glance tells: with another value it is not. */
function mayBeDefault(path: string, wanted: EffectiveConfiguration, byDefault: EffectiveConfiguration): boolean {
  const [value, other] = [valueAt(wanted, path), valueAt(byDefault, path)];
  return isFields(value) || isFields(other) || DEPENDENT.test(path) || value === other;
}

/** From the innermost outwards, so that a section goes with its last field. */
function writtenPaths(fields: Fields, version: KubeVersion, section = ''): string[] {
  return [...releaseSchema(version).sections.get(section) ?? []].reverse().flatMap(([name, { path, type }]) => {
    const value = fields[name];
    return value === undefined ? [] : [...type === 'section' && isFields(value) ? writtenPaths(value, version, path) : [], path];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Most fields only decide about themselves. */
function isSame(configuration: EffectiveConfiguration, wanted: EffectiveConfiguration, path: string): boolean {
  const [value, other] = [valueAt(configuration, path), valueAt(wanted, path)];
  return (isFields(value) || isFields(other) || value === other) && JSON.stringify(configuration) === JSON.stringify(wanted);
}

function removeField(fields: Fields, path: string): void {
  const { section, name } = splitPath(path);
  const holder = section === '' ? fields : (valueAt(fields, section) as Fields);
  delete holder[name];
}

function withoutField(values: Section, [name, ...below]: readonly string[]): Section {
  const { [name]: removed, ...rest } = values;
  return below.length === 0 || removed === undefined ? rest : { ...rest, [name]: withoutField(removed as Section, below) };
}

/** A value as the decoder would find it in a document. */
function nodeOf(value: unknown): YamlNode {
  const place = { offset: 0, end: 0 };
  if (Array.isArray(value)) {
    return { kind: 'sequence', items: value.map(nodeOf), ...place };
  }
  if (typeof value === 'object' && value !== null) {
    const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return { kind: 'mapping', entries: given.map(([key, inner]) => ({ key, offset: 0, value: nodeOf(inner), merged: false })), ...place };
  }
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  return { kind: 'scalar', value: scalar, written: String(value), offset: 0 };
}

/** What go-yaml refuses, or takes for the end of a line, unless it is escaped. */
const ESCAPED = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Writes YAML that go-yaml reads back as it was: what it would take for something else than a string is quoted. */
function toYaml(document: object): string {
  const plain = plainYaml(document as Fields);
  if (plain !== undefined) {
    return plain;
  }
  const { Document, visit } = yamlPackage();
  const yaml = new Document(document, { version: '1.1' });
  visit(yaml, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && (resolvePlainScalar(scalar.value) !== scalar.value || scalar.value.search(ESCAPED) >= 0)) {
        scalar.type = 'QUOTE_DOUBLE';
      }
    },
  });
  return yaml.toString({ lineWidth: 0, blockQuote: false }).replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
