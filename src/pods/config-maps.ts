/** A text that the input states, or why it is not known: one clause. */
export type StatedText = { readonly text: string } | { readonly unknown: string };

/** The data of a ConfigMap. */
export type ConfigMapData = Readonly<Record<string, string>>;

/** Finds the ConfigMaps of the input that may be meant by a name; a namespace that is left out may be any. */
export type FindConfigMaps = (namespace: string | undefined, name: string) => readonly ConfigMapData[];

/** The ConfigMaps of the input, as pods refer to them. */
export class ConfigMaps {
  public constructor(private readonly find: FindConfigMaps = () => []) {}

  /** Whether a key is in the input, whatever its text. */
  public has(namespace: string | undefined, name: string, key: string): boolean {
    return this.find(namespace, name).some((data) => Object.hasOwn(data, key));
  }

  /** The text of a key. */
  public text(namespace: string | undefined, name: string, key: string): StatedText {
    const found = this.find(namespace, name);
    const texts = new Set(found.map((data) => (Object.hasOwn(data, key) ? data[key] : undefined)));
    const [text] = texts;
    if (found.length === 0) {
      return { unknown: missing(namespace, name) };
    }
    if (texts.size > 1) {
      return { unknown: `${shownName(namespace, name)} is in the input more than once, with different values` };
    }
    return text === undefined ? { unknown: `${shownName(namespace, name)} has no key ${key}` } : { text };
  }

  /** Every key with its text, or why they are not known. */
  public entries(namespace: string | undefined, name: string): readonly (readonly [string, StatedText])[] | string {
    const found = this.find(namespace, name);
    return found.length === 0
      ? missing(namespace, name)
      : [...new Set(found.flatMap((data) => Object.keys(data)))].map((key) => [key, this.text(namespace, name, key)]);
  }
}

/** For what is read where no ConfigMap is known. */
export const NO_CONFIG_MAPS = new ConfigMaps();

function missing(namespace: string | undefined, name: string): string {
  return `${shownName(namespace, name)} is not in the input`;
}

function shownName(namespace: string | undefined, name: string): string {
  return `ConfigMap ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
