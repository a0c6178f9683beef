import { readFileSync } from 'node:fs';
import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Validates documents against a schema; gives the errors, none for a valid document. */
export function validatorOf(schema: Json): (document: unknown) => ErrorObject[] {
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  addFormats(ajv);
  const validate = ajv.compile(schema as object);
  return (document) => validate(document) ? [] : validate.errors ?? [];
}

export function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, 'utf8')) as Json;
}

/** The schema with every object closed, so that a key that it does not describe is an error. */
export function closed(schema: Json): Json {
  if (schema === null || typeof schema !== 'object') {
    return schema;
  }
  if (Array.isArray(schema)) {
    return schema.map(closed);
  }
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  return { ...Object.fromEntries(entries) as object, ...'properties' in schema && !('additionalProperties' in schema) && { additionalProperties: false } };
}
