import { listOf, recordOf, textOf, textsOf, type UntypedRecord } from '../kubernetes/untyped';

/** Repository of an image, without tag and digest: `registry.example:5000/eks/kube-proxy`. */
function imageRepository(container: UntypedRecord): string {
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

/** Environment variables with plain values. */
export function environmentOf(container: UntypedRecord): Readonly<Record<string, string>> {
  return Object.fromEntries(listOf(container.env).flatMap((item) => {
    const { name, value } = recordOf(item);
    const text = textOf(value);
    return typeof name === 'string' && text !== undefined ? [[name, text] as const] : [];
  }));
}

/** Command and arguments together, as Kubernetes starts them. */
export function argumentsOf(container: UntypedRecord): string[] {
  const environment = environmentOf(container);
  return [...textsOf(container.command), ...textsOf(container.args)].map((text) => expand(text, environment));
}

/** Kubernetes itself fills in $(NAME). */
export function expand(text: string, environment: Readonly<Record<string, string>>): string {
  return text.replace(/\$\(([A-Za-z_]\w*)\)/g, (whole, name: string) => (Object.hasOwn(environment, name) ? environment[name] : whole));
}

/** Every value of an option, written `--name value`, `--name=value` or with one dash. */
export function optionValues(args: readonly string[], ...names: readonly string[]): string[] {
  return args.flatMap((argument, index) => {
    const [, name, value] = /^--?([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(argument) ?? [];
    return name !== undefined && names.includes(name) ? [value ?? args[index + 1] ?? ''] : [];
  });
}

