import type { Declaration } from '../declaration/declaration';
import { namesImage, namesSetting } from './documents/concern';
import type { InputText } from './documents/input-text';
import { FileList, type PassedOver } from './file-list';
import { isProgramOrProse, type ReadText } from './read-text';

/** What is kept of a text once it is read. */
export interface AddedText {
  readonly input: Omit<InputText, 'text'>;
  /** Whether it names a setting of kube-proxy. */
  readonly isTelling: boolean;
  readonly passedOver: PassedOver | undefined;
  /** What it was read as. */
  readonly what: string;
  /** Names of its objects. */
  readonly objects: readonly string[];
  /** Whether it certainly says something that is judged. */
  readonly isRead: boolean;
}

/** What is kept of a text, from what was read of it. */
export function addedText({ text, file, chart }: InputText, read: ReadText): AddedText {
  const { passedOver, resources } = read;
  const isRead = [read.instances, read.configurations, read.edits, read.facts, read.writers, read.virtualServers, read.units, read.flagFiles]
    .some((parts) => parts.length > 0);
  return {
    input: { file, chart },
    isTelling: read.unreadable.length === 0 && !isProgramOrProse(file) && (!isRead || passedOver !== undefined)
      && (namesSetting(text) || (passedOver !== undefined && namesImage(text))),
    passedOver,
    what: read.nodeFiles.length > 0 ? 'a file of a node' : read.flagFiles.length > 0 ? 'arguments or variables' : 'YAML or JSON',
    objects: resources.map(({ name }) => name),
    isRead,
  };
}

/** Whether anything of a text counts, although a part of it could not be read. */
export function addsAnything(read: ReadText): boolean {
  return [
    read.resources, read.instances, read.configurations, read.edits, read.facts, read.writers,
    read.virtualServers, read.nodeFiles, read.units, read.flagFiles,
  ].some((parts) => parts.length > 0);
}

/** The list of what was read and what was not; `declarations` are what came of it. */
export function fileListOf(texts: readonly AddedText[], declarations: readonly Pick<Declaration, 'kubeProxies' | 'writers'>[]): FileList {
  const list = new FileList();
  const found = declarations.flatMap(({ kubeProxies, writers }) => [...kubeProxies, ...writers]);
  const configurations = declarations.flatMap(({ kubeProxies }) => kubeProxies.flatMap(({ configuration }) => configuration ?? []));
  const resources = new Set([...found, ...configurations].flatMap(({ resource }) => resource ?? []));
  const names = [...new Set([...found, ...configurations].map(({ name }) => name))];
  for (const { input, isTelling, passedOver, what, objects, isRead } of texts) {
    const isJudged = isRead || objects.some((name) => resources.has(name))
      || names.some((name) => name.startsWith(input.file));
    if (passedOver) {
      list.passOver(input, passedOver, isTelling);
    } else if (isTelling && !isJudged) {
      list.passOver(input, { reason: 'a form that is not known', isTemplate: false }, true);
    }
    list.add(passedOver && !isJudged ? { file: input.file, outcome: 'skipped', because: passedOver.reason }
      : { file: input.file, outcome: isJudged ? 'read' : 'nothing-found', because: what });
  }
  return list;
}
