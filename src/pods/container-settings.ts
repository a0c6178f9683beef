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

/** Environment variables whose values are known. */
export type Environment = Readonly<Record<string, string>>;

/** The data of a ConfigMap of the input; `undefined` for one that it does not have. */
export type ConfigMapTexts = (namespace: string, name: string) => Readonly<Record<string, string>> | undefined;

/** Environment variables with plain values. */
export function environmentOf(container: UntypedRecord): Environment {
  return environmentIn(container, '', () => undefined);
}

/**
 * Environment variables with plain values and with those of ConfigMaps in the input; a variable of `env` replaces one of `envFrom`, and
 * `$(NAME)` in a value is one that comes before. Fields of the pod, Secrets and ConfigMaps that are not there are left out.
 */
export function environmentIn(container: UntypedRecord, namespace: string, configMaps: ConfigMapTexts): Environment {
  const environment: Record<string, string> = {};
  for (const { prefix, configMapRef } of listOf(container.envFrom).map(recordOf)) {
    const data = configMaps(namespace, textOf(recordOf(configMapRef).name) ?? '') ?? {};
    Object.entries(data).forEach(([key, text]) => { environment[`${textOf(prefix) ?? ''}${key}`] = text; });
  }
  for (const { name, value, valueFrom } of listOf(container.env).map(recordOf)) {
    const { name: configMap, key } = recordOf(recordOf(valueFrom).configMapKeyRef);
    const text = textOf(value) ?? configMaps(namespace, textOf(configMap) ?? '')?.[textOf(key) ?? ''];
    if (typeof name === 'string' && text !== undefined) {
      environment[name] = expand(text, environment);
    } else if (typeof name === 'string') {
      delete environment[name];
    }
  }
  return environment;
}

/** Command and arguments together, as Kubernetes starts them. */
export function argumentsOf(container: UntypedRecord): string[] {
  const environment = environmentOf(container);
  return [...textsOf(container.command), ...textsOf(container.args)].map((text) => expand(text, environment));
}

/** Kubernetes itself fills in $(NAME); $$ stands for $. */
export function expand(text: string, environment: Environment): string {
  return text.replace(/\$\$|\$\(([A-Za-z_]\w*)\)/g, (whole, name: string | undefined) =>
    (name === undefined ? '$' : Object.hasOwn(environment, name) ? environment[name] : whole));
}

/** Every value of an option, written `--name value`, `--name=value` or with one dash. */
export function optionValues(args: readonly string[], ...names: readonly string[]): string[] {
  return args.flatMap((argument, index) => {
    const [, name, value] = /^--?([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(argument) ?? [];
    return name !== undefined && names.includes(name) ? [value ?? args[index + 1] ?? ''] : [];
  });
}

