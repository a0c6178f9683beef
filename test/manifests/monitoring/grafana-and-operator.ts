import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import * as yaml from 'js-yaml';

const FIXTURES = path.join(__dirname, '../../fixtures');

interface Definition {
  readonly spec: { readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: object } }[] };
}

/** Where a document breaks its schema; empty where it does not. */
export function faultsIn(validate: ValidateFunction, document: unknown): string[] {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** The check for objects of a kind, from its custom resource definition. A field that it does not know is a fault, as with strict validation. */
export function operatorSchema(file: string): ValidateFunction {
  const text = readFileSync(path.join(FIXTURES, 'prometheus-operator', file), 'utf8');
  const { spec: { versions: [{ schema: { openAPIV3Schema } }] } } = yaml.load(text) as Definition;
  return new Ajv({ strict: false, allErrors: true, logger: false, formats: { int64: true, int32: true } }).compile(closed(openAPIV3Schema) as object);
}

/** The check for a definition of Grafana's schemas. */
export function grafanaSchema(file: string, definition: string): ValidateFunction {
  const schema = JSON.parse(readFileSync(path.join(FIXTURES, 'grafana', file), 'utf8')) as object;
  return new Ajv({ strict: false, allErrors: true, logger: false }).compile({ ...schema, $ref: `#/definitions/${definition}` });
}

/** Objects have the properties that the definition lists, but for metadata, of which it says nothing. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(closed);
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  // Patterns are Go's; those with flags of their own are none of JavaScript's.
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'pattern' || !String(value).includes('(?i)'));
  const inside = Object.fromEntries(entries.map(([key, value]) => [key, closed(value)]));
  return 'properties' in schema && !('additionalProperties' in schema) && !('x-kubernetes-preserve-unknown-fields' in schema)
    ? { ...inside, additionalProperties: false } : inside;
}
