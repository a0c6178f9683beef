import type { ConfigurationField, FieldType } from '../facts/kube-proxy/fields';
import { isKnown } from '../kubernetes/unknown-text';
import { parseGoDuration } from './go-duration';
import { parseQuantity } from './quantity';
import type { YamlNode, YamlScalar } from './yaml/yaml-document';
import { isJsonInteger } from './yaml/yaml-scalar';

/** A decoded value; `undefined` for null, which leaves a field unset. */
export type FieldValue = string | number | boolean | readonly string[] | Readonly<Record<string, boolean>> | undefined;

/** What a field holds that nothing sets and that has no default. */
export const ZEROS: Readonly<Record<Exclude<FieldType, 'section'>, FieldValue>> & { readonly section?: undefined } = {
  'string': '', 'boolean': false, 'int32': 0, 'uint32': 0, 'float32': 0, 'duration': 0, 'log-duration': 0, 'quantity': 0, 'strings': [], 'gates': {},
  'sections': [],
};

/** A value that Go's decoder refuses, which stops kube-proxy. */
export interface Undecodable {
  /** Added to the field's path: `[1]`, `.IPv6DualStack`, or nothing. */
  readonly below: string;
  readonly offset: number;
  readonly value: string;
  /** What it must be. */
  readonly message: string;
}

type Refuse = (undecodable: Undecodable) => void;

/** Decodes what is no section. In JSON text a whole number must be written without point and exponent. */
export function decodeFieldValue(field: ConfigurationField, node: YamlNode, isJson: boolean, refuse: Refuse): FieldValue {
  switch (field.type) {
    case 'strings':
      return decodeStrings(node, refuse);
    case 'gates':
      return decodeGates(node, refuse);
    default:
      return decodeScalarField(field, node, isJson, refuse);
  }
}

function decodeStrings(node: YamlNode, refuse: Refuse): FieldValue {
  if (node.kind !== 'sequence') {
    return isNull(node) ? undefined : refused(node, 'must be a list of strings', refuse);
  }
  const strings = node.items.map((item, index) => {
    if (item.kind === 'scalar' && (typeof item.value === 'string' || item.value === null)) {
      return item.value ?? '';
    }
    return refused(item, 'must be a string; put it in quotes', refuse, `[${index}]`);
  });
  return strings.every((item) => item !== undefined) ? strings : undefined;
}

function decodeGates(node: YamlNode, refuse: Refuse): FieldValue {
  if (node.kind !== 'mapping') {
    return isNull(node) ? undefined : refused(node, 'must be a map of true and false', refuse);
  }
  return Object.fromEntries(node.entries.flatMap(({ key, value }) => {
    if (value.kind === 'scalar' && typeof value.value === 'string' && !isKnown(value.value)) {
      return [];
    }
    if (value.kind === 'scalar' && (typeof value.value === 'boolean' || value.value === null)) {
      return [[key, value.value ?? false]];
    }
    refused(value, 'must be true or false, without quotes', refuse, `.${key}`);
    return [];
  }));
}

interface ScalarReading {
  /** What it must be. */
  readonly must: string;
  /** `undefined` refuses it. `whole` says that Go takes it for an integer. */
  readonly read: (value: string | number | boolean, whole: boolean) => FieldValue;
}

const SCALARS: Readonly<Record<string, ScalarReading>> = {
  'string': { must: 'must be a string; put it in quotes', read: (value) => (typeof value === 'string' ? value : undefined) },
  'boolean': { must: 'must be true or false, without quotes', read: (value) => (typeof value === 'boolean' ? value : undefined) },
  'int32': { must: 'must be a whole number from -2147483648 to 2147483647, without quotes', read: wholeBetween(-2147483648, 2147483647) },
  'uint32': { must: 'must be a whole number from 0 to 4294967295, without quotes', read: wholeBetween(0, 4294967295) },
  'float32': {
    must: 'must be a number, without quotes',
    read: (value) => (typeof value === 'number' && Math.abs(value) < 3.4028236e38 ? value : undefined),
  },
  'duration': {
    must: 'must be a duration with its unit, such as 30s or 1h15m',
    read: (value) => (typeof value === 'string' ? parseGoDuration(value) : undefined),
  },
  'log-duration': {
    must: 'must be a duration such as 5s, or a whole number of nanoseconds',
    read: (value, whole) => (typeof value === 'string' ? parseGoDuration(value) : whole ? Number(value) / 1e9 : undefined),
  },
  'quantity': { must: 'must be a quantity such as 64Ki', read: (value) => (typeof value === 'boolean' ? undefined : parseQuantity(String(value))) },
};

function wholeBetween(least: number, most: number): ScalarReading['read'] {
  return (value, whole) => (whole && Number(value) >= least && Number(value) <= most ? Number(value) : undefined);
}

function decodeScalarField(field: ConfigurationField, node: YamlNode, isJson: boolean, refuse: Refuse): FieldValue {
  const { must, read } = SCALARS[field.type];
  if (node.kind !== 'scalar') {
    return refused(node, must, refuse);
  }
  if (node.value === null) {
    const isFatal = field.type === 'duration' && !field.nullable;
    return isFatal ? refused(node, `${must}; null is not allowed here, leave the field out`, refuse) : undefined;
  }
  const value = read(node.value, isWhole(node, isJson));
  return value === undefined ? refused(node, must, refuse) : value;
}

function isWhole({ value, written }: YamlScalar, isJson: boolean): boolean {
  return typeof value === 'number' && (isJson ? /^-?\d+$/.test(written) : isJsonInteger(value));
}

export function isNull(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

function refused(node: YamlNode, message: string, refuse: Refuse, below = ''): undefined {
  refuse({ below, offset: node.offset, value: describeNode(node), message });
  return undefined;
}

/** A node for a message: a scalar as it is written, a collection by its kind. */
export function describeNode(node: YamlNode): string {
  switch (node.kind) {
    case 'mapping':
      return 'a map';
    case 'sequence':
      return 'a list';
    default:
      return typeof node.value === 'string' ? JSON.stringify(node.value) : node.written || 'null';
  }
}
