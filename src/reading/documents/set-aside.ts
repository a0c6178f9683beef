import type { UnreadableInput } from '../../declaration/declaration';
import type { Resource } from '../../kubernetes/resource';
import { unreadable } from './input-text';
import { kindOf } from './relevance';
import { resourcesOf } from './resources';
import type { TextDocument } from './text-document';
import { readYamlValue } from './yaml-values';

/** Longer ones carry files, not settings. */
const LONGEST = 256 * 1024;

/** Whether a document whose words tell nothing may have to be read all the same, once a pod refers to it. */
export function mayBeReferredTo({ text }: TextDocument): boolean {
  return text.length <= LONGEST && /^ConfigMap(?:List)?$/.test(kindOf(text) ?? '');
}

/** ConfigMaps that say nothing of kube-proxy by themselves. They are read when a pod that matters refers to them, and only then. */
export class SetAsideConfigMaps {
  /** What could not be read of those that were referred to. */
  public readonly problems: UnreadableInput[] = [];
  private readonly documents: TextDocument[] = [];
  private readonly resources: Resource[] = [];
  private readonly parsed = new Map<TextDocument, readonly Resource[]>();
  private readonly wanted = new Set<Resource>();
  private index: ReadonlyMap<string, readonly TextDocument[]> | undefined;

  public addDocument(document: TextDocument): void {
    this.documents.push(document);
  }

  public addResource(resource: Resource): void {
    if (resource.object.kind === 'ConfigMap') {
      this.resources.push(resource);
    }
  }

  /** Those of a name, in whichever namespace. */
  public named(name: string): readonly Resource[] {
    this.index ??= indexOf(this.documents);
    const read = (this.index.get(name) ?? []).flatMap((document) => this.read(document));
    const found = [...this.resources, ...read].filter(({ object }) => object.kind === 'ConfigMap' && object.metadata.name === name);
    found.forEach((resource) => this.wanted.add(resource));
    return found;
  }

  /** Those that were asked for. */
  public referredTo(): readonly Resource[] {
    return [...this.wanted];
  }

  private read(document: TextDocument): readonly Resource[] {
    const known = this.parsed.get(document);
    if (known) {
      return known;
    }
    const read = readYamlValue(document.text);
    const resources = 'problem' in read ? [] : resourcesOf({ document, value: document.valueIn(read.value) });
    this.problems.push(...'problem' in read ? [unreadable(document, read.problem)] : []);
    this.parsed.set(document, resources);
    return resources;
  }
}

const NAME = /\bname["']?\s*:\s*(?:[&!]\S*\s+)?["']?([a-z0-9][a-z0-9.-]*)/g;

/** Documents by the names that stand in them. */
function indexOf(documents: readonly TextDocument[]): Map<string, TextDocument[]> {
  const index = new Map<string, TextDocument[]>();
  for (const document of documents) {
    for (const name of new Set([...document.text.matchAll(NAME)].map((match) => match[1]))) {
      index.set(name, [...index.get(name) ?? [], document]);
    }
  }
  return index;
}
