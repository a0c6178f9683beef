import { configurationChangesPage } from './configuration-changes-page';
import { configurationPage } from './configuration-page';
import { configurationSchema } from './configuration-schema';
import { MINORS } from './minor-releases';

/** The JSON Schema of each minor release and the two pages about the configuration. */
export function configurationFiles(): Map<string, string> {
  const schemas = MINORS.map((minor) => [`schemas/kube-proxy-configuration-1.${minor}.json`, `${JSON.stringify(configurationSchema(minor), null, 2)}\n`] as const);
  return new Map([...schemas, ['docs/configuration.md', configurationPage()], ['docs/configuration-changes.md', configurationChangesPage()]]);
}
