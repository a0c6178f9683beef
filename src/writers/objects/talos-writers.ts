import type { Location } from '../../kubernetes/location';
import { LINUX_POOLS } from '../../cluster/pool-selector';
import type { ObjectPath } from '../../kubernetes/resource';
import { isSysctlKey, sysctlKey } from '../../facts/kernel/sysctl-key';
import { isRecord, listOf, recordOf, textOf } from '../../kubernetes/untyped';
import { isModuleName } from '../files/boot-files';
import { NODE_LOADING } from '../node-access';
import type { ModuleLoad, SysctlWrite, Writer } from '../../declaration/writer';

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
  return sysctls.length + modules.length === 0 ? [] : [{
    kind: 'talos-machine-config',
    name,
    resource: undefined,
    get location() { return [...sysctls, ...modules][0].location; },
    pools: LINUX_POOLS,
    sysctls,
    modules,
    loading: modules.length > 0 ? NODE_LOADING : undefined,
    moment: 'boot',
    // It writes again when the configuration changes, not when somebody else changes the value.
    frequency: 'once',
    intervalSeconds: undefined,
    reachesNode: true,
    waitsForKey: false,
    cannotWork: undefined,
  }];
}

function sysctlsOf(sysctls: Readonly<Record<string, unknown>>, locate: TalosDocument['locate']): SysctlWrite[] {
  return Object.entries(sysctls).flatMap(([key, value]) => (isSysctlKey(key) ? [{
    key: sysctlKey(key), value: textOf(value), get location() { return locate(['machine', 'sysctls', key]); },
  }] : []));
}

/** A module that cannot be loaded does not keep the others from it. */
function modulesOf(modules: readonly unknown[], locate: (index: number) => Location | undefined): ModuleLoad[] {
  return modules.flatMap((item, index) => {
    const module = textOf(recordOf(item).name) ?? '';
    return isModuleName(module) ? [{ module, tolerant: true, get location() { return locate(index); } }] : [];
  });
}
