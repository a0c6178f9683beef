import type { InputText } from '../documents/input-text';
import { readBottlerocketFile } from './bottlerocket';
import type { InstallerSetup } from './installer-document';
import { readKubeasz } from './kubeasz';
import { readSalt } from './salt';
import { readShellCommands } from './shell-commands';
import { readTerraform } from './terraform';
import { readInstallerDocument } from '.';

/** Files that are neither YAML nor JSON, by their names, and who reads them. */
const READERS: readonly { readonly files: RegExp; readonly read: (input: InputText) => InstallerSetup | undefined }[] = [
  { files: /\.toml$/i, read: readBottlerocketFile },
  { files: /\.sls$/i, read: readSalt },
  { files: /\.(?:tf|tfvars|hcl)$/i, read: (input) => readTerraform(input, readInstallerDocument) },
  {
    files: /\.(?:sh|bash|mk)$|(?:^|\/)(?:(?:GNU)?[Mm]akefile|Vagrantfile|[Jj]ustfile|(?:Docker|Container)file)[^/]*$/,
    read: (input) => readShellCommands(input, readInstallerDocument),
  },
  // An inventory may have any name, or none of its own.
  { files: /(?:^|\/)(?:hosts|inventory)[^/]*$|\.(?:ini|cfg)$/i, read: readKubeasz },
];

/** What a file in a language of its own tells of kube-proxy or of nodes; `undefined` for one that tells nothing. */
export function readInstallerText(input: InputText): InstallerSetup | undefined {
  const setups = READERS.filter(({ files }) => files.test(input.file)).flatMap(({ read }) => read(input) ?? []);
  return setups.length === 0 ? undefined : {
    instances: setups.flatMap(({ instances = [] }) => instances),
    configurations: setups.flatMap(({ configurations = [] }) => configurations),
    writers: setups.flatMap(({ writers = [] }) => writers),
    otherwise: setups.find(({ otherwise }) => otherwise)?.otherwise,
    edits: setups.flatMap(({ edits = [] }) => edits),
    facts: setups.find(({ facts }) => facts)?.facts,
  };
}
