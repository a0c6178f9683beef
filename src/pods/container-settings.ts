import type { ObjectPath } from '../kubernetes/resource';
import { listOf, textOf, type UntypedRecord } from '../kubernetes/untyped';
import { environmentOf, expand, type Environment } from './environment';

/** Repository of an image, without tag and digest: `registry.example:5000/eks/kube-proxy`. */
export function imageRepository(container: UntypedRecord): string {
  return (textOf(container.image) ?? '').replace(/@.*$/, '').replace(/:[^/:]*$/, '');
}

/** Last part of an image's repository: `kube-proxy`. */
export function imageName(container: UntypedRecord): string {
  return imageRepository(container).replace(/^.*\//, '');
}

/** Tag of an image; `undefined` when it has none. */
export function imageTag(container: UntypedRecord): string | undefined {
  return /:([\w][\w.-]*)$/.exec((textOf(container.image) ?? '').replace(/@.*$/, ''))?.[1];
}

/** A word of a container's command, and where it stands. */
export interface ContainerWord {
  readonly text: string;
  /** Why parts of it are not known; these stay as they are written. */
  readonly unknown: readonly string[];
  /** In the container. */
  readonly path: ObjectPath;
}

/** Command and arguments together, as Kubernetes starts them. */
export function commandOf(container: UntypedRecord, environment: Environment): ContainerWord[] {
  return [...wordsOf(container.command, ['command'], environment), ...wordsOf(container.args, ['args'], environment)];
}

/** The words of a list of texts, as Kubernetes fills them in. */
export function wordsOf(list: unknown, path: ObjectPath, environment: Environment): ContainerWord[] {
  return listOf(list).flatMap((item, index) => {
    const text = textOf(item);
    return text === undefined ? [] : [{ ...expand(text, environment), path: [...path, index] }];
  });
}

/** Texts of the command and arguments. */
export function argumentsOf(container: UntypedRecord, environment: Environment = environmentOf(container)): string[] {
  return commandOf(container, environment).map(({ text }) => text);
}

/** Every value of an option, written `--name value`, `--name=value` or with one dash. */
export function optionValues(args: readonly string[], ...names: readonly string[]): string[] {
  return args.flatMap((argument, index) => {
    const [, name, value] = /^--?([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(argument) ?? [];
    return name !== undefined && names.includes(name) ? [value ?? args[index + 1] ?? ''] : [];
  });
}
