import * as fs from 'node:fs';
import * as path from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import type { KubernetesObject } from '../../src/kubernetes/resource';

const FOLDER = path.join(__dirname, '../fixtures/kubernetes-openapi');

/** The releases whose API can be asked: before seccomp profiles had a field, old, middle, newest. */
export const RELEASES = ['v1.13.12', 'v1.19.16', 'v1.27.16', 'v1.37.2'] as const;

const DEFINITIONS: Readonly<Record<string, string>> = {
  DaemonSet: 'io.k8s.api.apps.v1.DaemonSet',
  ConfigMap: 'io.k8s.api.core.v1.ConfigMap',
  ServiceAccount: 'io.k8s.api.core.v1.ServiceAccount',
  ClusterRoleBinding: 'io.k8s.api.rbac.v1.ClusterRoleBinding',
};

const validators = new Map<string, ValidateFunction>();

/** What the API of a release has against an object, unknown fields included, as `kubectl create --validate=strict` would say it. */
export function strictErrors(release: typeof RELEASES[number], object: KubernetesObject): string[] {
  const key = `${release} ${object.kind}`;
  const validate = validators.get(key) ?? compile(release, DEFINITIONS[object.kind]);
  validators.set(key, validate);
  validate(object);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

function compile(release: string, definition: string): ValidateFunction {
  const { definitions } = JSON.parse(fs.readFileSync(path.join(FOLDER, `${release}.json`), 'utf8')) as { definitions: object };
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  return ajv.compile({ definitions: strict(definitions), $ref: `#/definitions/${definition}` });
}

/** Swagger knows neither closed objects nor unions: fields not listed are refused here, and quantities may be numbers. */
function strict(schema: unknown, name?: string): unknown {
  if (Array.isArray(schema)) {
    return schema.map((item) => strict(item));
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  if (('format' in schema && schema.format === 'int-or-string') || name === 'io.k8s.apimachinery.pkg.api.resource.Quantity') {
    return { type: ['integer', 'string'] };
  }
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value, key)]));
  return 'properties' in schema ? { ...copy, additionalProperties: false } : copy;
}
