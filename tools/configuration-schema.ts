import { CONFIGURATION_API_VERSION, CONFIGURATION_KIND } from '../src/config/configuration-document';
import { formatValue } from '../src/config/format-value';
import { releaseSchema, type ReleaseSchema } from '../src/config/release-schema';
import { VALIDATION_RULES } from '../src/config/validation-rules';
import type { ConfigurationField, DefaultValue } from '../src/facts/kube-proxy/fields';
import { featureGatesOf } from '../src/facts/kube-proxy/feature-gate-state';
import { MODES } from '../src/facts/kube-proxy/modes';
import type { KubeVersion } from '../src/facts/kube-proxy/kube-version';
import { lastPatch, minorName } from './minor-releases';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What kube-proxy of a minor release takes as its configuration, as JSON Schema. A field that it would drop is an error there. */
export function configurationSchema(minor: number): JsonSchema {
  const version = lastPatch(minor);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `${CONFIGURATION_KIND} of kube-proxy ${minorName(minor)}`,
    type: 'object',
    required: ['apiVersion', 'kind'],
    additionalProperties: false,
    properties: {
      apiVersion: { const: CONFIGURATION_API_VERSION },
      kind: { const: CONFIGURATION_KIND },
      ...propertiesOf('', releaseSchema(version), version),
    },
  };
}

function propertiesOf(section: string, schema: ReleaseSchema, version: KubeVersion): Record<string, JsonSchema> {
  const fields = [...(schema.sections.get(section) ?? [])];
  return Object.fromEntries(fields.map(([name, field]) =>
    [name, { description: describe(field), ...typeOf(field, schema, version), ...defaultOf(field, version) }]));
}

function describe({ description, usedBy, unset }: ConfigurationField): string {
  return [description, ...usedBy === 'every' ? [] : [`(${usedBy.join(', ')} mode)`], ...unset === undefined ? [] : [`Unset: ${unset}.`]].join(' ');
}

const DURATION = '^\\+?(?:0|(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:ns|us|\u00b5s|ms|s|m|h))+)$';

function typeOf(field: ConfigurationField, schema: ReleaseSchema, version: KubeVersion): JsonSchema {
  const [minimum, maximum] = field.range ?? [];
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && maximum !== Infinity && { maximum }) };
  switch (field.type) {
    case 'string':
      return stringType(field.path, version);
    case 'boolean':
      return { type: ['boolean', 'null'] };
    case 'int32':
    case 'uint32':
      return { type: ['integer', 'null'], ...bounds };
    case 'float32':
      return { type: ['number', 'null'] };
    case 'duration':
      // Null is fatal in a duration that cannot be null.
      return { type: field.nullable ? ['string', 'null'] : 'string', pattern: DURATION };
    case 'log-duration':
      return { type: ['string', 'integer', 'null'], pattern: DURATION };
    case 'quantity':
      return { type: ['string', 'number', 'null'] };
    case 'strings':
      return { type: ['array', 'null'], items: { type: 'string' } };
    case 'gates':
      return { type: ['object', 'null'], propertyNames: { enum: featureGatesOf(version) }, additionalProperties: { type: 'boolean' } };
    case 'section':
      return { type: ['object', 'null'], additionalProperties: false, properties: propertiesOf(field.path, schema, version) };
    case 'sections':
      return { type: ['array', 'null'], items: { type: 'object', additionalProperties: false, properties: propertiesOf(`${field.path}[]`, schema, version) } };
  }
}

function stringType(path: string, version: KubeVersion): JsonSchema {
  const allowed = path === 'mode' ? modesOf(version) : allowedBy(path, version);
  return allowed ? { enum: [...allowed, '', null] } : { type: ['string', 'null'] };
}

/** On either operating system, and behind gates, too. */
function modesOf(version: KubeVersion): string[] {
  return [...new Set(MODES.filter(({ releases }) => version.within(releases)).map(({ mode }) => mode))];
}

/** The values of a closed list that validation holds a field to. */
function allowedBy(path: string, version: KubeVersion): readonly string[] | undefined {
  return VALIDATION_RULES.find((rule) => rule.path === path && rule.check.allowed !== undefined && version.within(rule.releases))?.check.allowed;
}

function defaultOf(field: ConfigurationField, version: KubeVersion): JsonSchema {
  const value = defaultAt(field, version);
  if (value === undefined) {
    return {};
  }
  return { default: field.type.endsWith('duration') ? formatValue(field.path, value) : value };
}

/** The default of a release, as the table of fields has it. */
export function defaultAt({ defaults }: ConfigurationField, version: KubeVersion): DefaultValue['value'] | undefined {
  return defaults.find(({ releases }) => !releases || version.within([releases]))?.value;
}
