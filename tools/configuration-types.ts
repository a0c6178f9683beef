import { formatGoDuration } from '../src/config/go-duration';
import { VALIDATION_RULES } from '../src/config/validation-rules';
import { CONFIGURATION_FIELDS, type ConfigurationField, type FieldType } from '../src/facts/kube-proxy/fields';
import type { VersionRange } from '../src/facts/kube-proxy/kube-version';
import { MODES } from '../src/facts/kube-proxy/modes';
import type { GeneratedFiles } from './generated-files';
import { short } from './minor-releases';

/** The types of a KubeProxyConfiguration as somebody writes it and as it is in effect, from the one list of its fields. */
export function configurationTypes(): GeneratedFiles {
  return new Map([
    ['src/config/kube-proxy-configuration.ts', file(propsInterfaces())],
    ['src/config/effective-configuration-type.ts', file([effectiveInterface()])],
  ]);
}

function file(interfaces: readonly string[]): string {
  return `/* eslint-disable -- written by \`npm run docs\` from src/facts/kube-proxy/fields.ts */

${interfaces.join('\n\n')}
`;
}

/** The fields right below a section (`''` at the top, `logging.vmodule[]` in a list). */
function fieldsOf(section: string): ConfigurationField[] {
  return CONFIGURATION_FIELDS.filter(({ path }) => path.includes('.') ? path.slice(0, path.lastIndexOf('.')) === section : section === '');
}

const nameOf = ({ path }: ConfigurationField) => path.slice(path.lastIndexOf('.') + 1);

function documented(text: string, member: string): string {
  return `  /** ${text} */\n  readonly ${member};`;
}

// ---- What somebody writes --------------------------------------------------------------------------------------------

/** Names of the types of sections whose own name does not say enough; sections of one name have to have the same fields. */
const SECTION_TYPES: Readonly<Record<string, string>> = {
  'logging.options': 'LoggingOptionsProps',
  'logging.options.text': 'LogStreamProps',
  'logging.options.json': 'LogStreamProps',
};

function typeOfSection(field: ConfigurationField): string {
  const name = nameOf(field);
  return SECTION_TYPES[field.path] ?? `${name[0].toUpperCase()}${name.slice(1)}Props`;
}

function propsInterfaces(): string[] {
  const top = `/**
 * Settings for the configuration of kube-proxy, named as in \`KubeProxyConfiguration\` of \`kubeproxy.config.k8s.io/v1alpha1\`.
 * Durations are Go strings: \`30s\`, \`15m\`, \`1h30m\`. What is left out keeps kube-proxy's own default.
 */
export interface KubeProxyConfigurationProps ${propsMembers('')}`;
  const sections = CONFIGURATION_FIELDS.filter(({ type }) => type === 'section' || type === 'sections');
  const byName = new Map<string, string>();
  for (const section of sections) {
    const name = typeOfSection(section);
    const members = propsMembers(section.type === 'sections' ? `${section.path}[]` : section.path);
    const sharing = sections.filter((other) => typeOfSection(other) === name).map(({ path }) => `\`${path}\``);
    const what = section.type === 'sections' ? 'One entry of' : sharing.length > 1 ? 'The sections' : 'The section';
    const text = `/** ${what} ${sharing.join(' and ')} of a KubeProxyConfiguration. */\nexport interface ${name} ${members}`;
    if ((byName.get(name) ?? text) !== text) {
      throw new Error(`${sharing.join(' and ')} share the type ${name} but not their fields: give them types of their own in SECTION_TYPES`);
    }
    byName.set(name, text);
  }
  return [top, ...byName.values()];
}

function propsMembers(section: string): string {
  const isItem = section.endsWith('[]');
  const members = fieldsOf(section).map((field) => documented(propsText(field, isItem), `${nameOf(field)}${isItem ? '' : '?'}: ${propsType(field)}`));
  return `{\n${members.join('\n')}\n}`;
}

function propsText(field: ConfigurationField, isItem: boolean): string {
  const byDefault = isItem || field.type === 'section' ? [] : [`@default ${defaultText(field)}`];
  return [field.description, ...valueNotes(field), ...modeNotes(field), ...releaseNotes(field), ...deprecation(field), ...byDefault].join(' ');
}

function propsType(field: ConfigurationField): string {
  const types: Readonly<Record<Exclude<FieldType, 'string' | 'section' | 'sections'>, string>> = {
    'boolean': 'boolean', 'int32': 'number', 'uint32': 'number', 'float32': 'number', 'duration': 'string', 'log-duration': 'string | number',
    'quantity': 'string | number', 'strings': 'readonly string[]', 'gates': 'Readonly<Record<string, boolean>>',
  };
  switch (field.type) {
    case 'string': return valuesOf(field.path)?.map((value) => `'${value}'`).join(' | ') ?? 'string';
    case 'section': return typeOfSection(field);
    case 'sections': return `readonly ${typeOfSection(field)}[]`;
    default: return types[field.type];
  }
}

/** The values of a field that the newest releases hold to a closed list. */
function valuesOf(path: string): readonly string[] | undefined {
  return path === 'mode'
    ? [...new Set(MODES.map(({ mode }) => mode))]
    : VALIDATION_RULES.find((rule) => rule.path === path && rule.check.allowed && rule.releases.at(-1)?.to === undefined)?.check.allowed;
}

/** What older releases hold the field to. */
function valueNotes({ path }: ConfigurationField): string[] {
  const past = valuesOf(path) ? [] : VALIDATION_RULES.filter((rule) => rule.path === path && rule.check.allowed !== undefined);
  return past.map(({ check: { allowed = [] }, releases }) => `Before v${short(releases.at(-1)!.to!)} one of ${allowed.join(', ')}.`);
}

/** Modes that look at a field, where its section does not say so. */
function modeNotes({ path, type, usedBy }: ConfigurationField): string[] {
  const isSaid = usedBy === 'every' || type === 'section' || (usedBy.length === 1 && path.includes('.'));
  return isSaid ? [] : [`Used in ${usedBy.join(' and ')} mode.`];
}

/** Since when there is a field, where that is not since there is its section. */
function releaseNotes({ path, releases }: ConfigurationField): string[] {
  const section = CONFIGURATION_FIELDS.find((other) => other.path === path.slice(0, path.lastIndexOf('.')).replace('[]', ''));
  const from = releases.map((range) => range.from).filter((release) => release !== '1.0' && !section?.releases.some((range) => range.from === release));
  return from.length === 0 ? [] : [`From ${from.map((release) => `v${short(release)}`).join(' and ')} on.`];
}

function deprecation({ releases, deprecated }: ConfigurationField): string[] {
  const removedIn = releases.at(-1)!.to;
  const notes = [...removedIn === undefined ? [] : [`removed in v${short(removedIn)}`], ...deprecated === undefined ? [] : [deprecated]];
  return notes.length === 0 ? [] : [`@deprecated ${notes.join(': ')}.`];
}

function defaultText(field: ConfigurationField): string {
  const { defaults, unset, path } = field;
  if (defaults.length === 0 && unset !== undefined) {
    return `- ${unset}`;
  }
  const zero = literal(field, ZERO[field.type]);
  if (defaults.length === 0 && zero === undefined) {
    throw new Error(`${path} has no default: say in \`unset\` what holds when it is not set`);
  }
  const texts = defaults.map(({ value, releases }) => `${literal(field, value)}${described(releases, zero)}`);
  return [...texts.length === 0 ? [String(zero)] : texts, ...unset === undefined ? [] : [unset]].join('; ');
}

/** What an unset field of a type holds; nothing for those whose emptiness means something else. */
const ZERO: Readonly<Partial<Record<FieldType, number | boolean>>> = { 'boolean': false, 'int32': 0, 'uint32': 0, 'float32': 0, 'duration': 0, 'log-duration': 0 };

function literal({ type }: ConfigurationField, value: string | number | boolean | undefined): string | undefined {
  const text = type.endsWith('duration') && typeof value === 'number' ? formatGoDuration(value) : value;
  return typeof text === 'string' ? `'${text}'` : text === undefined ? undefined : String(text);
}

function described(releases: VersionRange | undefined, before: string | undefined): string {
  return releases === undefined ? '' : `, before v${short(releases.from)} ${before}`;
}

// ---- What is in effect -----------------------------------------------------------------------------------------------

function effectiveInterface(): string {
  return `/**
 * The configuration that kube-proxy runs with: decoded, defaults applied. Durations in seconds; \`undefined\` for null where a
 * field can be null. A field that the release does not have is at zero, empty, false or \`undefined\`.
 */
export interface EffectiveConfiguration ${effectiveMembers('', '')}`;
}

function effectiveMembers(section: string, indent: '' | '  '): string {
  const members = fieldsOf(section).map((field) => documented(effectiveText(field), `${nameOf(field)}: ${effectiveType(field)}`));
  return `{\n${members.join('\n')}\n}`.replaceAll('\n', `\n${indent}`);
}

function effectiveText(field: ConfigurationField): string {
  const { type, defaults, releases } = field;
  const units: Readonly<Partial<Record<FieldType, string>>> = {
    'duration': 'In seconds.', 'log-duration': 'In seconds.', 'gates': 'As written: gates at their default are not here.',
  };
  const removedIn = releases.at(-1)!.to;
  return [
    field.description,
    ...units[type] === undefined ? [] : [units[type]],
    ...type === 'string' && defaults.length === 0 && !field.path.includes('[]') ? ['Empty when unset.'] : [],
    ...releaseNotes(field),
    ...removedIn === undefined ? [] : [`Before v${short(removedIn)} only.`],
  ].join(' ');
}

function effectiveType(field: ConfigurationField): string {
  const types: Readonly<Record<Exclude<FieldType, 'section' | 'sections'>, string>> = {
    'string': 'string', 'boolean': 'boolean', 'int32': 'number', 'uint32': 'number', 'float32': 'number', 'duration': 'number', 'log-duration': 'number',
    'quantity': 'number', 'strings': 'readonly string[]', 'gates': 'Readonly<Record<string, boolean>>',
  };
  switch (field.type) {
    case 'section': return effectiveMembers(field.path, '  ');
    case 'sections': return `readonly ${effectiveMembers(`${field.path}[]`, '  ')}[]`;
    default: return `${types[field.type]}${field.nullable ? ' | undefined' : ''}`;
  }
}
