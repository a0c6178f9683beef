import type { ObjectPath } from '../../kubernetes/resource';
import { isRecord, listOf, recordOf, textOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import { LINUX_POOLS } from '../../cluster/pool-selector';
import type { ModuleLoad, SysctlWrite, Writer } from '../../declaration/writer';
import { statedModule, statedSysctl, statedWriter } from '../../writers/stated-writer';
import { nodeFileKind, writersOfPlacedFile } from '../../writers/files/writers-of-text';
import type { PlacedFile } from '../../writers/files/node-file';
import type { InstallerDocument } from './installer-document';

/** A list of Ansible's plays or tasks: those that set sysctls, load modules, or put files in places that nodes act on by themselves. */
export function writersOfAnsibleTasks(document: Omit<InstallerDocument, 'value'>, list: readonly unknown[]): Writer[] {
  const tasks = tasksIn(list, []);
  const settings = tasks.flatMap(settingsOf(document));
  const { name, resource } = document;
  return [
    ...statedWriter({
      kind: 'configuration-management', name, resource, moment: 'any-time',
      // A task whose key is not there fails, and the play with it.
      waitsForKey: true,
      sysctls: settings.flatMap(({ sysctls = [] }) => sysctls),
      modules: settings.flatMap(({ modules = [] }) => modules),
    }),
    ...settings.flatMap(({ writers = [] }) => writers),
  ];
}

interface Task {
  readonly task: UntypedRecord;
  readonly path: ObjectPath;
}

const LISTS = ['tasks', 'pre_tasks', 'post_tasks', 'handlers', 'block', 'rescue', 'always'];

/** Plays and blocks hold lists of tasks. */
function tasksIn(list: readonly unknown[], path: ObjectPath): Task[] {
  return list.flatMap((item, index): Task[] => {
    const task = recordOf(item);
    const at = [...path, index];
    return [{ task, path: at }, ...LISTS.flatMap((key) => tasksIn(listOf(task[key]), [...at, key]))];
  });
}

interface TaskSettings {
  readonly sysctls?: readonly SysctlWrite[];
  readonly modules?: readonly ModuleLoad[];
  readonly writers?: readonly Writer[];
}

/** The modules of Ansible, with or without the names of their collections. */
const MODULE = /^(?:(?:ansible\.(?:builtin|posix)|community\.general)\.)?(modprobe|sysctl|lineinfile|copy|blockinfile)$/;

function settingsOf(document: Omit<InstallerDocument, 'value'>): (task: Task) => TaskSettings[] {
  return ({ task, path }) => Object.entries(task).flatMap(([key, written]): TaskSettings[] => {
    const module = MODULE.exec(key)?.[1];
    const args = isRecord(written) ? written : argumentsIn(textOf(written) ?? '');
    const locate = () => document.locate(path);
    const turns = module === undefined || textOf(args.state) === 'absent' ? [] : turnsOf(task).map((turn) => (text: unknown) => filled(text, turn));
    switch (module) {
      case 'modprobe':
        return turns.map((fill) => ({ modules: isCarefulWithOldName(task, fill(args.name)) ? [] : statedModule(fill(args.name), locate) }));
      case 'sysctl':
        return turns.map((fill) => ({ sysctls: statedSysctl(fill(args.name ?? args.key) ?? '', fill(args.value ?? args.val), locate) }));
      default:
        return turns.map((fill) => {
          const [file, text] = [fill(args.path ?? args.dest), fill(args.content ?? args.line ?? args.block)];
          return { writers: placed(document, file, text, locate) };
        });
    }
  });
}

/** The name of nf_conntrack before Linux 4.19, asked for only on kernels that have it, or tried. */
function isCarefulWithOldName(task: UntypedRecord, module: string | undefined): boolean {
  return module === 'nf_conntrack_ipv4' && ['when', 'ignore_errors', 'failed_when'].some((key) => task[key] !== undefined);
}

function placed(
  { name, resource }: Omit<InstallerDocument, 'value'>, path: string | undefined, text: string | undefined, locate: PlacedFile['locate'],
): readonly Writer[] {
  return path === undefined || text === undefined || nodeFileKind(path, text) === undefined ? [] : writersOfPlacedFile({
    path, text, name: `${name}, ${path}`, resource, pools: LINUX_POOLS, depth: 0, locate, readFile: () => undefined,
  });
}

/** `name=ip_vs state=present`, the short way to write arguments. */
function argumentsIn(text: string): UntypedRecord {
  return Object.fromEntries([...text.matchAll(/(?<!\w)(\w+)=("[^"]*"|'[^']*'|\S+)/g)].map(([, key, value]) => [key, value.replace(/^(["'])(.*)\1$/, '$2')]));
}

/** What `item` stands for, each time that a task runs. */
function turnsOf(task: UntypedRecord): unknown[] {
  const items = task.loop ?? task.with_items ?? task.with_list;
  const pairs = task.with_dict;
  return isRecord(pairs) ? Object.entries(pairs).map(([key, value]) => ({ key, value })) : Array.isArray(items) ? items.flat() : [undefined];
}

/** A text with `{{ item }}` filled in; other variables stay, and are unknown. */
function filled(written: unknown, item: unknown): string | undefined {
  return textOf(written)?.replace(/\{\{\s*item((?:\.\w+|\[['"]\w+['"]\])*)\s*\}\}/g, (text, way: string) => {
    const keys = way.match(/\w+/g) ?? [];
    return textOf(keys.reduce((value: unknown, key) => recordOf(value)[key], item)) ?? text;
  });
}

/** Lists of sysctls among variables: `sysctl_conf` of image-builder, `additional_sysctl` of kubespray, `sysctl_config` and its like of roles. */
export function writersOfSysctlVariables(document: InstallerDocument): Writer[] {
  if (document.value.kind !== undefined || document.value.apiVersion !== undefined) {
    return [];
  }
  const variables = Object.entries(document.value).filter(([name]) => /sysctl/i.test(name));
  return variables.flatMap(([variable, value]) => {
    const entries: (readonly [string, unknown, ObjectPath])[] = isRecord(value)
      ? Object.entries(value).map(([key, item]) => [key, isRecord(item) ? item.value ?? item.val : item, [variable, key]])
      : listOf(value).map(recordOf).map(({ name, key, value: own, val }, index) => [textOf(name ?? key) ?? '', own ?? val, [variable, index]]);
    return statedWriter({
      kind: 'configuration-management', name: document.name, resource: document.resource, moment: 'any-time', waitsForKey: true,
      sysctls: entries.flatMap(([key, item, path]) => (key.includes('.') ? statedSysctl(key, item, () => document.locate(path)) : [])),
    });
  });
}

/** Whether a list is one of plays or tasks, by what all of its items have. */
export function isAnsibleList(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((item) => isRecord(item)
    && (textsOf([item.name, item.hosts]).length > 0 || Object.keys(item).some((key) => MODULE.test(key))));
}
