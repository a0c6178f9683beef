import type { Location } from '../../kubernetes/location';
import type { ObjectPath } from '../../kubernetes/resource';
import { isRecord, listOf, recordOf } from '../../kubernetes/untyped';
import type { ModuleLoad, SysctlWrite, Writer } from '../../declaration/writer';
import { statedModule, statedSysctl, statedWriter } from '../stated-writer';

/** A document of a Talos machine configuration, parsed. */
export interface TalosDocument {
  readonly value: unknown;
  /** File; for messages. */
  readonly name: string;
  readonly locate: (path: ObjectPath) => Location | undefined;
}

/**
 * What a Talos machine configuration sets and loads at boot: `machine.sysctls` and `machine.kernel.modules`, or the documents of kind
 * `KernelModuleConfig` that newer releases have for the latter. Empty for every other document.
 */
export function writersOfTalosConfig({ value, name, locate }: TalosDocument): readonly Writer[] {
  const document = recordOf(value);
  const machine = recordOf(document.machine);
  const sysctls = isRecord(machine.sysctls) ? sysctlsOf(machine.sysctls, locate) : [];
  const modules = document.kind === 'KernelModuleConfig'
    ? modulesOf([document], () => locate(['name']))
    : modulesOf(listOf(recordOf(machine.kernel).modules), (index) => locate(['machine', 'kernel', 'modules', index]));
  return statedWriter({ kind: 'talos-machine-config', name, sysctls, modules, moment: 'boot' });
}

function sysctlsOf(sysctls: Readonly<Record<string, unknown>>, locate: TalosDocument['locate']): SysctlWrite[] {
  return Object.entries(sysctls).flatMap(([key, value]) => statedSysctl(key, value, () => locate(['machine', 'sysctls', key])));
}

function modulesOf(modules: readonly unknown[], locate: (index: number) => Location | undefined): ModuleLoad[] {
  return modules.flatMap((item, index) => statedModule(recordOf(item).name, () => locate(index)));
}
