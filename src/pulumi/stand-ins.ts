import * as pulumi from '@pulumi/pulumi';
import { invalidOption } from '../kubernetes/invalid-option';
import { checkedImage, checkedRegistry, withoutRegistry } from '../manifests/container-image';
import { checkedName } from '../manifests/daemon-set';
import { checkedApiServer } from '../manifests/kube-proxy-config-map';
import { brief } from './brief-error';
import { isKnownLater, isOutput, isPlain } from './known-later';

/** How a value that is known later stands in an object. */
interface Shape {
  /** What takes its place until then. @default - a text */
  readonly standIn?: (text: string) => unknown;
  /**
   * Checks the value, and writes it as it would have been written had it been known.
   *
   * @param before what stands before it in a text
   */
  readonly written?: (value: unknown, before: string) => unknown;
}

const MAPPING: Shape = { standIn: (text) => ({ [text]: text }) };

const SHAPES: Readonly<Record<string, Shape>> = {
  labels: MAPPING,
  annotations: MAPPING,
  resources: MAPPING,
  imagePullSecrets: { standIn: (text) => [text], written: (value) => checkedList(value) },
  apiServer: { standIn: (text) => `https://${text}`, written: (value) => checkedApiServer(value as string) },
  namespace: { written: (value) => checkedName(value as string, 'namespace') },
  registry: { written: (value) => checkedRegistry(value as string) },
  image: { written: (value, before) => (before.endsWith('/') ? withoutRegistry(checkedImage(value, 'image')) : checkedImage(value, 'image')) },
};

const STAND_IN = /(?:https:\/\/)?known-later-\d+(?!\d)/g;

interface LateValue {
  readonly value: pulumi.Output<unknown>;
  readonly isList: boolean;
  readonly written: NonNullable<Shape['written']>;
}

/**
 * Texts that stand for values which are known only once other resources are. Objects are made of them once, for the rules, which see
 * the texts, and for the engine, which gets an output in each place that follows from such a value and nowhere else.
 */
export class StandIns {
  private readonly late = new Map<string, LateValue>();
  private readonly texts = new Map<unknown, string>();

  /** The settings with stand-ins for outputs and promises, at any depth; nothing with a prototype of its own is looked into. */
  public of<S extends object>(settings: S): S {
    return mapValues(settings, (value, key) => this.standIn(value, SHAPES[key] ?? {})) as S;
  }

  /** Has a text stand for what follows from a value that is known later, such as a checksum. */
  public bind(text: string, value: pulumi.Output<unknown>): void {
    this.late.set(text, { value, isList: false, written: (known) => known });
  }

  /** An object that was made of stand-ins, with an output in each place that has one. */
  public realized<T>(made: T): T {
    return this.late.size === 0 ? made : this.realize(made) as T;
  }

  private standIn(value: unknown, shape: Shape): unknown {
    if (!isOutput(value)) {
      return isPlain(value) && isKnownLater(value) ? mapValues(value, (item) => this.standIn(item, {})) : value;
    }
    const text = this.texts.get(value) ?? `known-later-${this.texts.size + 1}`;
    this.texts.set(value, text);
    const { standIn = (same: string) => same, written = (known: unknown) => known } = shape;
    const stand = standIn(text);
    this.late.set(typeof stand === 'string' ? stand : text, { value: pulumi.output(value), isList: Array.isArray(stand), written });
    return stand;
  }

  private realize(made: unknown): unknown {
    if (typeof made === 'string') {
      return this.text(made);
    }
    if (Array.isArray(made)) {
      return this.list(made);
    }
    return isPlain(made) ? this.mapping(made) : made;
  }

  private text(text: string): unknown {
    const whole = this.late.get(text);
    if (whole) {
      // Under mocks, what the cluster would say is not there.
      return whole.value.apply((value) => (value === undefined ? value : attempt(() => whole.written(value, ''))));
    }
    const parts = [...text.matchAll(STAND_IN)].filter(([found]) => this.late.has(found));
    return parts.length === 0 ? text : pulumi.all(parts.map(([found]) => this.late.get(found)!.value)).apply((values) => attempt(() => {
      let end = 0;
      return parts.map(({ 0: found, index }, part) => {
        const before = text.slice(end, index);
        end = index + found.length;
        return `${before}${String(this.late.get(found)!.written(values[part], text.slice(0, index)))}`;
      }).join('') + text.slice(end);
    }));
  }

  /** An element that stands for a list becomes as many as that has. */
  private list(made: readonly unknown[]): unknown {
    const lists = made.map((item) => {
      const [found] = JSON.stringify(item)?.match(STAND_IN) ?? [];
      const late = found === undefined ? undefined : this.late.get(found);
      return found !== undefined && late?.isList ? { text: found, late } : undefined;
    });
    if (lists.every((list) => list === undefined)) {
      return made.map((item) => this.realize(item));
    }
    return pulumi.all(made.map((item, index) => lists[index]?.late.value ?? this.realize(item))).apply((values) => attempt(() =>
      values.flatMap((value, index) => {
        const list = lists[index];
        return list ? (list.late.written(value, '') as unknown[]).map((item) => replaced(made[index], list.text, item)) : [value];
      })));
  }

  /** A key that stands for a mapping becomes all that it has; of equal keys, the last counts. */
  private mapping(made: object): unknown {
    const entries = Object.entries(made);
    if (!entries.some(([key]) => this.late.has(key))) {
      return mapValues(made, (value) => this.realize(value));
    }
    const parts = entries.map(([key, value]) => this.late.get(key)?.value ?? pulumi.output({ [key]: this.realize(value) }));
    return pulumi.all(parts).apply((values) => Object.assign({}, ...values) as object);
  }
}

/** What is thrown once a value is known ends the program; as a RunError without a stack. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Error ? brief(new pulumi.RunError(error.message)) : error;
  }
}

function checkedList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw invalidOption('imagePullSecrets', value, 'a list of names of Secrets');
  }
  return value;
}

function replaced(value: unknown, text: string, by: unknown): unknown {
  return value === text ? by : isPlain(value) ? mapValues(value, (item) => replaced(item, text, by)) : value;
}

function mapValues(container: object, map: (value: unknown, key: string) => unknown): unknown {
  const mapped = Object.entries(container).map(([key, value]) => [key, map(value, key)] as const);
  return Array.isArray(container) ? mapped.map(([, value]) => value) : Object.fromEntries(mapped);
}
