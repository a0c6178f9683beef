import type { Location } from '../../kubernetes/location';
import type { ObjectPath } from '../../kubernetes/resource';
import { readHclValue } from '../documents/hcl-value';
import type { InputText } from '../documents/input-text';
import type { InstallerDocument, InstallerSetup } from './installer-document';

/** Words without which a file of Terraform has nothing to do with kube-proxy or with sysctls of nodes. */
const WORDS = /kube[-_]?proxy|kubeproxy|linux_node_config|linux_os_config|linuxOSConfig/i;

/** Terraform: what is written out in .tf and .tfvars files, read as the same settings in JSON are. */
export function readTerraform(
  { file, text }: InputText, readDocument: (document: InstallerDocument) => InstallerSetup | undefined,
): InstallerSetup | undefined {
  const value = WORDS.test(text) ? readHclValue(text) : undefined;
  return value && readDocument({ value, name: file, resource: undefined, locate: (path = []) => placeOf(file, text, path) });
}

/** The line on which the last named part of a path stands that is written after those before it. */
function placeOf(file: string, text: string, path: ObjectPath): Location {
  let at = 0;
  for (const key of path.filter((part): part is string => typeof part === 'string')) {
    const found = text.indexOf(key, at);
    at = found < 0 ? at : found;
  }
  return { file, line: text.slice(0, at).split('\n').length, column: 1 };
}
