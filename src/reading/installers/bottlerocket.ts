import type { Location } from '../../kubernetes/location';
import type { ObjectPath } from '../../kubernetes/resource';
import { isRecord, listOf, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { PoolSelector } from '../../cluster/pool-selector';
import type { Writer } from '../../declaration/writer';
import { statedModule, statedSysctl, statedWriter, type StatedSettings } from '../../writers/stated-writer';
import type { InputText } from '../documents/input-text';
import { lineOfTomlKey, readTomlValue } from '../documents/toml-value';
import type { InstallerDocument, InstallerSetup } from './installer-document';

/** Bottlerocket: settings of sysctls and modules in a file of user data. */
export function readBottlerocketFile({ file, text }: InputText): InstallerSetup | undefined {
  const settings = settingsIn(text);
  const locate = (key: string): Location => ({ file, line: lineOfTomlKey(text, key), column: 1 });
  return settings && { writers: writersOfSettings(settings, { name: file, resource: undefined, locate }) };
}

/** Bottlerocket settings in objects: the user data of Karpenter's EC2NodeClass, and those of eksctl's node groups. */
export function writersOfBottlerocket(document: InstallerDocument): Writer[] {
  const { value, name, resource } = document;
  const at = (path: ObjectPath) => ({ name, resource, locate: () => document.locate(path) });
  const userData = textOf(recordOf(value.spec).userData);
  const settings = value.kind === 'EC2NodeClass' && userData !== undefined ? settingsIn(userData) : undefined;
  const ofGroups = ['nodeGroups', 'managedNodeGroups'].flatMap((groups) => listOf(value[groups]).map(recordOf).flatMap((group, index) => {
    const found = recordOf(recordOf(group.bottlerocket).settings);
    const pools: PoolSelector = { terms: [[{ key: 'alpha.eksctl.io/nodegroup-name', operator: 'In', values: [textOf(group.name) ?? ''] }]] };
    return writersOfSettings(found, { ...at([groups, index, 'bottlerocket', 'settings']), pools });
  }));
  return [...settings ? writersOfSettings(settings, at(['spec', 'userData'])) : [], ...ofGroups];
}

/** The settings of a text in TOML that has those of the kernel. */
function settingsIn(text: string): UntypedRecord | undefined {
  const settings = /\bsettings\b/.test(text) && /\bkernel\b/.test(text) ? recordOf(readTomlValue(text)).settings : undefined;
  return isRecord(settings) && isRecord(settings.kernel) ? settings : undefined;
}

/** `settings.kernel`: Bottlerocket loads modules that have `autoload` before it sets sysctls (bottlerocket.dev, settings.kernel). */
function writersOfSettings(
  { kernel }: UntypedRecord,
  { name, resource, pools, locate }: Pick<StatedSettings, 'name' | 'resource' | 'pools'> & { readonly locate: (key: string) => Location | undefined },
): Writer[] {
  const { sysctl, modules } = recordOf(kernel);
  return statedWriter({
    kind: 'node-settings', name, resource, pools, moment: 'boot',
    sysctls: Object.entries(recordOf(sysctl)).flatMap(([key, value]) => statedSysctl(key, value, () => locate(key))),
    modules: Object.entries(recordOf(modules))
      .filter(([, settings]) => recordOf(settings).autoload === true)
      .flatMap(([module]) => statedModule(module, () => locate(module))),
  });
}
