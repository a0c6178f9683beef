import type { OperatingSystem } from '../facts/kube-proxy/modes';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { Flag } from './configuration';
import { decodeFields, type DecodedFields } from './decode-fields';
import type { DecodedConfiguration, DroppedField, EffectiveConfiguration, TextPosition } from './decoded-configuration';
import { readConfigurationDocument } from './configuration-document';
import { effectiveConfiguration } from './effective-configuration';
import { valueAt, releaseSchema } from './release-schema';
import { applyFlagsBesideConfiguration } from './flags';
import { TextPositions } from './yaml/text-positions';
import { explainUnknownField } from './unknown-field';
import { validationProblems } from './validate';
import { startsAsJson, type YamlMapping, type YamlNode } from './yaml/yaml-document';

/** How kube-proxy is started with a configuration. */
export interface DecodeOptions {
  /** Where kube-proxy runs; decides the modes. @default 'linux' */
  readonly operatingSystem?: OperatingSystem;
  /** Flags beside `--config`, most of which lose against the document. @default - none */
  readonly flags?: readonly Flag[];
}

/**
 * What kube-proxy of one version makes of a configuration file. Never throws: what kube-proxy cannot read is among the
 * problems. Of several documents it reads the first.
 */
export function decodeConfiguration(text: string, version: KubeVersion, options: DecodeOptions = {}): DecodedConfiguration {
  const { operatingSystem = 'linux', flags = [] } = options;
  const positions = new TextPositions(text);
  const document = readConfigurationDocument(text);
  if (document.fault) {
    const { value, message, offset } = document.fault;
    const effective = effectiveConfiguration({}, version);
    const problems = [
      ...applyFlagsBesideConfiguration(flags, effective, version, operatingSystem).problems,
      { kind: 'undecodable' as const, path: '', reportedAs: undefined, value, message, position: positions.at(offset), source: DECODER },
    ];
    return { effective, written: new Map(), unknown: [], dropped: [], problems, ignoredFlags: [], starts: false };
  }
  const fields = decodeMapping(document.root, version, startsAsJson(text));
  const fromFile = effectiveConfiguration(fields.values, version);
  const { effective, ...beside } = applyFlagsBesideConfiguration(flags, fromFile, version, operatingSystem);
  const problems = [
    ...beside.problems,
    ...fields.wrongTypes.map(({ offset, ...wrong }) => ({
      ...wrong, kind: 'undecodable' as const, reportedAs: undefined, position: positions.at(offset), source: DECODER,
    })),
    ...validationProblems(effective, version, operatingSystem).map((problem) => ({ ...problem, position: placeOf(problem.path, fields, positions) })),
  ];
  return {
    effective,
    written: new Map([...writtenFields(fields, effective, positions), ...beside.set.map((path) => [path, undefined] as const)]),
    unknown: [...fields.unknown, ...beside.unknown],
    dropped: [...droppedFields(fields, text, positions), ...laterDocument(document.rest, text, positions)],
    problems,
    ignoredFlags: beside.ignoredFlags,
    starts: problems.length === 0,
  };
}

const DECODER = 'loadConfig in cmd/kube-proxy/app/options.go (server.go before v1.29); k8s.io/apimachinery pkg/runtime/serializer/json';

function decodeMapping(root: YamlMapping, version: KubeVersion, isJson: boolean): DecodedFields {
  const schema = releaseSchema(version);
  const mode = root.entries.filter(({ key }) => key === 'mode').at(-1)?.value;
  const preferredSection = mode?.kind === 'scalar' && typeof mode.value === 'string' && mode.value !== '' ? mode.value.toLowerCase() : 'iptables';
  const explain = (section: string, name: string) => explainUnknownField(section, name, version, schema, preferredSection);
  return decodeFields(root, schema, explain, isJson);
}

/** The place of a value, or of the nearest thing around it that is written. */
function placeOf(path: string, { places }: DecodedFields, positions: TextPositions): TextPosition | undefined {
  const place = places.get(path) ?? places.get(path.replace(/(\[\d+\]|\.[^.]*)$/, ''));
  return place && positions.at(place.value);
}

/** Fields whose written value is in force: not null, not empty, and not replaced by a default. */
function writtenFields(fields: DecodedFields, effective: EffectiveConfiguration, positions: TextPositions): Map<string, TextPosition> {
  const written = new Map<string, TextPosition>();
  for (const [path, { name }] of fields.places) {
    const value = valueAt(fields.values, path);
    if (value !== undefined && value !== '' && value === valueAt(effective, path)) {
      written.set(path, positions.at(name));
    }
  }
  return written;
}

function droppedFields({ dropped }: DecodedFields, text: string, positions: TextPositions): DroppedField[] {
  return dropped.map(({ path, entry, why }) => ({
    path,
    reason: why.reason,
    value: shortened(entry.value, text),
    isZero: isZero(entry.value),
    suggestion: 'suggestion' in why ? why.suggestion : undefined,
    bound: 'bound' in why ? why.bound : undefined,
    position: positions.at(entry.offset),
  }));
}

function isZero(node: YamlNode): boolean {
  switch (node.kind) {
    case 'scalar':
      return [null, false, 0, '', '0', '0s'].includes(node.value as string | number | boolean | null);
    case 'mapping':
      return node.entries.every(({ value }) => isZero(value));
    case 'sequence':
      return node.items.every(isZero);
  }
}

function laterDocument(start: number | undefined, text: string, positions: TextPositions): DroppedField[] {
  return start === undefined ? [] : [{
    path: '(second document)',
    reason: 'later-document',
    value: onOneLine(text.slice(start)),
    isZero: false,
    suggestion: undefined,
    bound: undefined,
    position: positions.at(start),
  }];
}

/** A scalar as it is written, of a collection the beginning. */
function shortened(node: YamlNode, text: string): string {
  return onOneLine(node.kind === 'scalar' ? node.written : text.slice(node.offset, node.end));
}

const SHORT = 60;

function onOneLine(text: string): string {
  const line = text.slice(0, 4 * SHORT).trim().replace(/\s+/g, ' ');
  return line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line;
}
