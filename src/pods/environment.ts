import { listOf, recordOf, textOf, type UntypedRecord } from '../kubernetes/untyped';
import { UNKNOWN } from '../kubernetes/unknown-text';
import { NO_CONFIG_MAPS, type ConfigMaps, type StatedText } from './config-maps';

/** Variables by name. */
export interface Variables {
  readonly byName: ReadonlyMap<string, StatedText>;
  /** Why any other may have a value that is not known (an `envFrom` that is not in the input). @default - none can */
  readonly elsewhere?: string;
}

/** The environment variables of a process, as far as the input states them. */
export class Environment {
  private found: Variables | undefined;

  /** Most processes use no variable, so what they have is worked out when it is asked for. */
  public constructor(private readonly read: () => Variables) {}

  /** A variable; `undefined` for one that nothing sets. */
  public get(name: string): StatedText | undefined {
    const { byName, elsewhere } = this.variables();
    return byName.get(name) ?? (elsewhere === undefined ? undefined : { unknown: elsewhere });
  }

  /** The variables with known values. */
  public known(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.variables().byName].flatMap(([name, value]) => ('text' in value ? [[name, value.text] as const] : [])));
  }

  /** All variables that are named; those whose value is not known are `UNKNOWN`. */
  public texts(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.variables().byName].map(([name, value]) => [name, 'text' in value ? value.text : UNKNOWN]));
  }

  private variables(): Variables {
    return this.found ??= this.read();
  }
}

/** Environment variables of a container, with the values that the ConfigMaps of the input give; a variable of `env` replaces one of `envFrom`. */
export function environmentOf(container: UntypedRecord, namespace?: string, configMaps: ConfigMaps = NO_CONFIG_MAPS): Environment {
  return new Environment(() => variablesOf(container, namespace, configMaps));
}

function variablesOf(container: UntypedRecord, namespace: string | undefined, configMaps: ConfigMaps): Variables {
  const variables = new Map<string, StatedText>();
  let elsewhere: string | undefined;
  for (const { prefix, configMapRef, secretRef } of listOf(container.envFrom).map(recordOf)) {
    const configMap = textOf(recordOf(configMapRef).name);
    const secret = textOf(recordOf(secretRef).name);
    const entries = configMap === undefined ? [] : configMaps.entries(namespace, configMap);
    if (typeof entries === 'string') {
      elsewhere ??= entries;
    } else {
      entries.forEach(([key, value]) => variables.set(`${textOf(prefix) ?? ''}${key}`, value));
    }
    elsewhere ??= secret === undefined ? undefined : `variables come from Secret ${inNamespace(namespace, secret)}`;
  }
  for (const item of listOf(container.env).map(recordOf)) {
    const name = textOf(item.name);
    if (name !== undefined) {
      variables.set(name, valueOf(name, item, new Environment(() => ({ byName: variables, elsewhere })), namespace, configMaps));
    }
  }
  return { byName: variables, elsewhere };
}

function valueOf(
  name: string, { value, valueFrom }: UntypedRecord, before: Environment, namespace: string | undefined, configMaps: ConfigMaps,
): StatedText {
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = recordOf(valueFrom);
  const configMap = recordOf(configMapKeyRef);
  if (textOf(configMap.name) !== undefined) {
    return configMaps.text(namespace, textOf(configMap.name) ?? '', textOf(configMap.key) ?? '');
  }
  const secret = textOf(recordOf(secretKeyRef).name);
  const field = textOf(recordOf(fieldRef).fieldPath) ?? textOf(recordOf(resourceFieldRef).resource);
  if (secret !== undefined) {
    return { unknown: `${name} comes from Secret ${inNamespace(namespace, secret)}` };
  }
  if (field !== undefined) {
    return { unknown: `${name} is ${field} of the running pod` };
  }
  const { text, unknown } = expand(textOf(value) ?? '', before);
  return unknown.length === 0 ? { text } : { unknown: unknown[0] };
}

function inNamespace(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** A text once Kubernetes has filled in its references. */
export interface ExpandedText {
  /** References to what is not known stay as they are written. */
  readonly text: string;
  /** Why they are not known. */
  readonly unknown: readonly string[];
}

/** Kubernetes itself fills in `$(NAME)`; `$$` stands for `$`. A reference to what nothing sets stays as it is. */
export function expand(written: string, environment: Environment): ExpandedText {
  const unknown: string[] = [];
  const text = written.replace(/\$\$|\$\(([A-Za-z_][\w.-]*)\)/g, (whole, name: string | undefined) => {
    const value = name === undefined ? { text: '$' } : environment.get(name);
    if (value !== undefined && 'unknown' in value) {
      unknown.push(value.unknown);
    }
    return value !== undefined && 'text' in value ? value.text : whole;
  });
  return { text, unknown: [...new Set(unknown)] };
}
