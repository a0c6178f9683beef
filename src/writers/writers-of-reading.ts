import type { Location } from '../kubernetes/location';
import type { PoolSelector } from '../cluster/pool-selector';
import type { ModuleLoad, SysctlWrite, WriteFrequency, WriteMoment, Writer, WriterKind } from '../declaration/writer';
import type { NodeAccess } from './node-access';
import type { PlacedFile } from './files/node-file';
import type { FileEffect, ModuleEffect, ScriptReading, SysctlEffect } from './script/script-effects';

/** What the writers that come from one script or command have in common. */
export interface ScriptOwner {
  readonly kind: WriterKind;
  readonly name: string;
  readonly resource: string | undefined;
  readonly pools: PoolSelector;
  readonly access: NodeAccess;
  /** When and how often it starts. */
  readonly moment: WriteMoment;
  readonly frequency: WriteFrequency;
  /** The place of a character of the script, from 0. */
  readonly locate: (offset: number) => Location | undefined;
  /** How many files deep it was written by another: 0 for one that stands in the input. */
  readonly depth: number;
  readonly readPlacedFile: ReadPlacedFile;
}

/** Reads a file that a script leaves on the node. */
export type ReadPlacedFile = (file: PlacedFile) => readonly Writer[];

/** What happens at the same moment, equally often and with the same prospects. */
interface EffectGroup {
  readonly moment: WriteMoment;
  readonly frequency: WriteFrequency;
  readonly intervalSeconds: number | undefined;
  readonly cannotWork: string | undefined;
  readonly reachesNode: boolean;
  readonly waitsForKey: boolean;
  readonly sysctls: SysctlEffect[];
  readonly modules: ModuleEffect[];
}

/**
 * The writers that a script amounts to: one for everything that it does at the same moment, equally often and with the same prospects,
 * and those of the files that it leaves on the node.
 */
export function writersOfReading(reading: ScriptReading, owner: ScriptOwner): Writer[] {
  const groups: EffectGroup[] = [];
  for (const effect of reading.effects) {
    if (effect.kind !== 'file') {
      join(groups, groupOf(effect, owner), owner);
    }
  }
  return [...groups.map((group) => writerOfGroup(group, owner)), ...writersOfLeftFiles(reading, owner)];
}

function groupOf(effect: SysctlEffect | ModuleEffect, { access, moment, frequency }: ScriptOwner): EffectGroup {
  return {
    ...scheduleOf(effect, moment, frequency),
    cannotWork: access.obstacle(effect),
    reachesNode: effect.kind === 'module' || access.reachesNode(effect),
    waitsForKey: effect.kind === 'module' || effect.ready,
    sysctls: effect.kind === 'sysctl' ? [effect] : [],
    modules: effect.kind === 'module' ? [effect] : [],
  };
}

function scheduleOf(
  effect: SysctlEffect | ModuleEffect, moment: WriteMoment, frequency: WriteFrequency,
): Pick<EffectGroup, 'moment' | 'frequency' | 'intervalSeconds'> {
  if (effect.loop !== undefined) {
    const { seconds, reads } = effect.loop;
    const intervalSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
    if (effect.kind === 'sysctl' ? reads.has(effect.key) : reads.size > 0) {
      return { moment: 'after-kube-proxy', frequency: 'reconcile', intervalSeconds };
    }
    return { moment: effect.afterKubeProxy ? 'after-kube-proxy' : moment, frequency: 'loop', intervalSeconds };
  }
  if (effect.kubeProxy !== undefined) {
    const against = effect.kubeProxy === 'before' ? 'before-kube-proxy' : 'kube-proxy-start-unordered';
    return { moment: effect.afterKubeProxy ? 'after-kube-proxy' : against, frequency: 'every-kube-proxy-start', intervalSeconds: undefined };
  }
  return { moment: effect.afterKubeProxy ? 'after-kube-proxy' : moment, frequency, intervalSeconds: undefined };
}

/** Adds to the group that is alike, if there is one. Modules that are loaded by other means stay apart. */
function join(groups: EffectGroup[], added: EffectGroup, { access }: ScriptOwner): void {
  const [load] = added.modules;
  const alike = groups.find((group) => {
    const loaded = group.modules[0];
    return ALIKE.every((field) => group[field] === added[field])
      && (load === undefined || loaded === undefined || JSON.stringify(access.loading(load)) === JSON.stringify(access.loading(loaded)));
  });
  if (alike === undefined) {
    groups.push(added);
  } else {
    alike.sysctls.push(...added.sysctls);
    alike.modules.push(...added.modules);
  }
}

const ALIKE = ['moment', 'frequency', 'intervalSeconds', 'cannotWork', 'reachesNode', 'waitsForKey'] as const;

function writerOfGroup({ sysctls, modules, ...group }: EffectGroup, owner: ScriptOwner): Writer {
  const [first] = [...sysctls, ...modules];
  return {
    ...group,
    kind: owner.kind,
    name: owner.name,
    resource: owner.resource,
    get location() { return owner.locate(first.offset); },
    pools: owner.pools,
    sysctls: lastOfEach(sysctls, ({ key }) => key).map((effect): SysctlWrite => ({
      key: effect.key,
      value: effect.value,
      get location() { return owner.locate(effect.offset); },
    })),
    modules: lastOfEach(modules, ({ module }) => module).map((effect): ModuleLoad => ({
      module: effect.module,
      tolerant: modules.every(({ module, tolerant }) => module !== effect.module || tolerant),
      get location() { return owner.locate(effect.offset); },
    })),
    loading: modules.length > 0 ? owner.access.loading(modules[0]) : undefined,
    waitsForKey: sysctls.length > 0 && group.waitsForKey,
  };
}

/** In the order in which each first comes; of several with one name the last. */
function lastOfEach<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [nameOf(item), item])).values()];
}

function writersOfLeftFiles({ effects, files }: ScriptReading, owner: ScriptOwner): Writer[] {
  const left = effects.filter((effect): effect is FileEffect => effect.kind === 'file');
  return lastOfEach(left, ({ path }) => path).flatMap(({ path, text, offset }) => owner.readPlacedFile({
    path,
    text,
    name: `${owner.name}, ${path}`,
    resource: owner.resource,
    pools: owner.pools,
    depth: owner.depth + 1,
    locate: () => owner.locate(offset),
    readFile: (other) => files.get(other),
  }));
}
