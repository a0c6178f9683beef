import { LINUX_POOLS, type PoolSelector } from '../cluster/pool-selector';
import type { ModuleLoad, SysctlWrite, WriteMoment, Writer, WriterKind } from '../declaration/writer';
import { isSysctlKey, sysctlKey } from '../facts/kernel/sysctl-key';
import type { Location } from '../kubernetes/location';
import { isKnown } from '../kubernetes/unknown-text';
import { textOf } from '../kubernetes/untyped';
import { isModuleName } from './files/boot-files';
import { NODE_LOADING } from './node-access';

/** Sysctls and modules of nodes as a document states them, without a script. */
export interface StatedSettings {
  readonly kind: WriterKind;
  /** For people: the file, or `kind namespace/name`. */
  readonly name: string;
  readonly resource?: string;
  /** @default - every Linux node */
  readonly pools?: PoolSelector;
  readonly sysctls?: readonly SysctlWrite[];
  /** A module that cannot be loaded does not keep the others from it. */
  readonly modules?: readonly ModuleLoad[];
  readonly moment: WriteMoment;
  /** Whether the keys are there when it writes them. @default false */
  readonly waitsForKey?: boolean;
}

/** The writer that stated settings make; none where they state nothing. */
export function statedWriter(stated: StatedSettings): Writer[] {
  const { kind, name, resource, pools = LINUX_POOLS, sysctls = [], modules = [], moment, waitsForKey = false } = stated;
  const all = [...sysctls, ...modules];
  return all.length === 0 ? [] : [{
    kind, name, resource, pools, sysctls, modules, moment,
    get location() { return all[0].location; },
    loading: modules.length > 0 ? NODE_LOADING : undefined,
    // What states a value writes it when the node starts or the settings change, not when somebody else changes the value.
    frequency: 'once',
    intervalSeconds: undefined,
    reachesNode: true,
    waitsForKey: sysctls.length > 0 && waitsForKey,
    cannotWork: undefined,
  }];
}

/** A sysctl that a document states; nothing for what is no name of one. A value that only the run knows is unknown. */
export function statedSysctl(key: string, value: unknown, locate: () => Location | undefined): SysctlWrite[] {
  const text = textOf(value);
  const known = text === undefined || !isKnown(text) || TEMPLATED.test(text) ? undefined : text;
  return isSysctlKey(key) ? [{ key: sysctlKey(key), value: known, get location() { return locate(); } }] : [];
}

/** A module that a document states; nothing for what is no name of one. */
export function statedModule(module: unknown, locate: () => Location | undefined): ModuleLoad[] {
  const text = textOf(module) ?? '';
  return isModuleName(text) ? [{ module: text, tolerant: true, get location() { return locate(); } }] : [];
}

const TEMPLATED = /\{[{%]|\$\{/;
