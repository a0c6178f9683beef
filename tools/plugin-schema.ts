import * as fs from 'node:fs';
import * as path from 'node:path';
import { ComponentProvider } from '@pulumi/pulumi/provider/experimental/provider';

const FOLDER = path.join(__dirname, '../plugin');
export const SCHEMA_FILE = path.join(FOLDER, 'schema.json');

/** The schema of the plugin, as `pulumi package add` gets it: read off the types, without running the components. */
export async function pluginSchema(): Promise<string> {
  const components = ['ClusterKubeProxy', 'KubeProxyMonitoring', 'ModuleLoader', 'SysctlTuner'].map((name) => ({ [name]: class {} })[name]);
  const provider = new ComponentProvider({ name: 'kube-proxy-kit', dirname: FOLDER, components: components as never[] });
  return `${JSON.stringify(JSON.parse(await provider.getSchema()), null, 2)}\n`;
}

if (require.main === module) {
  void pluginSchema().then((schema) => fs.writeFileSync(SCHEMA_FILE, schema));
}
