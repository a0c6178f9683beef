import type { ObjectPath } from '../../kubernetes/resource';
import { isRecord, listOf, recordOf, textsOf } from '../../kubernetes/untyped';
import type { Writer } from '../../declaration/writer';
import { statedModule, statedSysctl, statedWriter } from '../../writers/stated-writer';
import { writersOfProvisioning } from '../../writers/objects/provisioning-writers';
import type { InstallerDocument } from './installer-document';

/** Kairos and other systems with yip: `sysctl`, `modules`, `files` and `commands` of the steps of `stages`. */
export function writersOfKairos(document: InstallerDocument): Writer[] {
  const { kind, stages } = document.value;
  if (kind !== undefined || !isRecord(stages)) {
    return [];
  }
  return Object.entries(stages).flatMap(([stage, steps]) => listOf(steps).map(recordOf).flatMap((step, index) => {
    const path: ObjectPath = ['stages', stage, index];
    const { name, resource } = document;
    return [
      ...statedWriter({
        kind: 'node-settings', name, resource, moment: 'boot',
        sysctls: Object.entries(recordOf(step.sysctl)).flatMap(([key, value]) => statedSysctl(key, value, () => document.locate([...path, 'sysctl', key]))),
        modules: textsOf(step.modules).flatMap((module, at) => statedModule(module, () => document.locate([...path, 'modules', at]))),
      }),
      ...writersOfProvisioning({
        name, resource, locate: () => document.locate(path),
        value: {
          runcmd: textsOf(step.commands),
          write_files: listOf(step.files),
        },
      }),
    ];
  }));
}
