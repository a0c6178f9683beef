/**
 * Makes test/fixtures/kubernetes-openapi again: what the API of some Kubernetes releases knows of the kinds that we generate.
 * Needs Go, which fetches the module k8s.io/kubernetes. Run with `npx ts-node --swc -P tsconfig.dev.json tools/kubernetes-openapi-fixtures.ts`.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** Before seccomp profiles had a field; old; middle; newest. */
const RELEASES = ['v1.13.12', 'v1.19.16', 'v1.27.16', 'v1.37.2'];

const KINDS = [
  'io.k8s.api.apps.v1.DaemonSet', 'io.k8s.api.core.v1.ConfigMap', 'io.k8s.api.core.v1.ServiceAccount',
  'io.k8s.api.rbac.v1.ClusterRoleBinding',
];

const folder = path.join(__dirname, '../test/fixtures/kubernetes-openapi');
fs.mkdirSync(folder, { recursive: true });
for (const release of RELEASES) {
  const module = JSON.parse(execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@${release}`], { encoding: 'utf8' })) as { Dir: string };
  const swagger = JSON.parse(fs.readFileSync(path.join(module.Dir, 'api/openapi-spec/swagger.json'), 'utf8')) as { definitions: Definitions };
  const lines = Object.entries(reduce(swagger.definitions)).map(([name, definition]) => `${JSON.stringify(name)}: ${JSON.stringify(definition)}`);
  fs.writeFileSync(path.join(folder, `${release}.json`), `{"definitions": {\n${lines.join(',\n')}\n}}\n`);
}

type Definitions = Record<string, unknown>;

/** Our kinds and all that they refer to. */
function reduce(definitions: Definitions): Definitions {
  const names = new Set(KINDS);
  for (const name of names) {
    for (const [, referenced] of JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g)) {
      names.add(referenced);
    }
  }
  return Object.fromEntries([...names].sort().map((name) => [name, withoutProse(definitions[name])]));
}

/** Leaves out descriptions (but not properties of that name) and Kubernetes' own extensions. */
function withoutProse(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(withoutProse);
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const kept = Object.entries(schema).filter(([key, value]) => !(key === 'description' && typeof value === 'string') && !key.startsWith('x-kubernetes-'));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutProse(value)]));
}
