import { append } from '../kubernetes/append';
import { distinctionsOf, type NodeDistinctions } from '../cluster/node-distinctions';
import type { Resource } from '../kubernetes/resource';
import type { Declaration, UnreadableInput } from '../declaration/declaration';
import { addedText, addsAnything, fileListOf, type AddedText } from './added-text';
import { groupParts } from './clusters/group-parts';
import { declarationOfSeveral, declarationOfStatements, filesOf, type SeveralClusters } from './declared-clusters';
import type { InputText } from './documents/input-text';
import { objectMatters } from './documents/relevance';
import { withTextNames } from './documents/resources';
import type { KnownCluster } from './known-cluster';
import { addNodeTo, Part, partsOfText } from './part';
import { NOTHING, readText, type ReadText } from './read-text';
import { readingFailure } from './reading-failure';
import type { ParsedTexts } from './documents/yaml-documents';
import { statementsOf, type Statements } from './statements';
import { endpointsOf } from './workloads/endpoints';

export type { KnownCluster } from './known-cluster';

/** What a declaration is read from. */
export interface DeclarationInput extends KnownCluster {
  /** Objects of a framework, each knowing its construct path or URN. @default - none */
  readonly resources?: Iterable<Resource>;
  /** Files by name, or standard input. @default - none */
  readonly texts?: Iterable<InputText>;
}

/** Reads everything that is stated into a declaration. Never throws for what is wrong in the input. */
export function declarationOf({ resources, texts, ...known }: DeclarationInput): Declaration {
  return declarationReaderOf({ resources, texts }).declaration(known);
}

/** Reads objects and texts, for a declaration that still lacks its nodes: how those are grouped depends on what the selectors ask for. */
export function declarationReaderOf({ resources = [], texts = [] }: Pick<DeclarationInput, 'resources' | 'texts'>): DeclarationReader {
  const reader = new DeclarationReader();
  for (const resource of resources) {
    if (objectMatters(resource.object)) {
      reader.addResource({ ...resource, object: withTextNames(resource.object) });
    } else {
      reader.skip(resource);
    }
  }
  for (const text of texts) {
    reader.addText(text);
  }
  return reader;
}

/** Takes objects and texts one by one, keeps what concerns kube-proxy, and puts it together. Never throws for what is wrong in them. */
export class DeclarationReader {
  private skippedSoFar = 0;
  private readonly parts: Part[] = [];
  private readonly objects = new Part(undefined);
  private readonly unreadable: UnreadableInput[] = [];
  private readonly texts: AddedText[] = [];
  private readonly parsed: ParsedTexts = new Map();
  private grouped: SeveralClusters | undefined;

  /** @param oneCluster whether the input is taken for one cluster although its files contradict each other */
  public constructor(private readonly oneCluster = false) {}

  /** Whether anything could be read in the text. */
  public addText(input: InputText): boolean {
    const { read, parts, skipped } = readWhatever(input, this.parsed);
    this.texts.push(addedText(input, read));
    append(this.parts, parts);
    append(this.unreadable, read.unreadable);
    this.skippedSoFar += read.skipped + skipped;
    return read.unreadable.length === 0 ? input.text.trim() !== '' : read.skipped > 0 || addsAnything(read);
  }

  /** Takes an object that has nothing to do with kube-proxy, apart from what it adds to the size of the cluster. */
  public skip(resource: Resource): void {
    this.skippedSoFar++;
    this.objects.setAsideResources.push(resource);
    this.objects.endpoints += endpointsOf(resource);
  }

  /** Takes an object of a framework. */
  public addResource(resource: Resource): void {
    if (resource.object.kind === 'Node') {
      this.skippedSoFar += addNodeTo(this.objects, resource) ? 0 : 1;
    } else {
      this.addObject(resource);
    }
  }

  /** An object that a reader fails on is reported; the others are read all the same. */
  private addObject(resource: Resource): void {
    try {
      this.objects.addResource(resource);
    } catch (error) {
      const { name, locate } = resource;
      this.unreadable.push({ name, resource: name, location: locate(), message: `${name} ${readingFailure(error)}` });
    }
  }

  /** Texts and documents that have nothing to do with kube-proxy. */
  public get skipped(): number {
    return this.skippedSoFar - allOf(this.statements()).reduce((sum, { referredTo }) => sum + referredTo, 0);
  }

  /** What the selectors of what was added tell nodes apart by. */
  public distinctions(): NodeDistinctions {
    return distinctionsOf(allOf(this.statements()).flatMap(({ instances, writers, workloads }) => [
      ...instances.map((instance) => instance.withConfiguration(undefined).pools),
      ...[...writers, ...workloads.hostPorts, ...workloads.foreignVirtualServers, ...workloads.nodeLocalDns].map(({ pools }) => pools),
    ]));
  }

  /** Everything that was added, on the nodes that are known. */
  public declaration(known: KnownCluster = {}): Declaration {
    const grouped = known.cluster === undefined ? this.statements() : groupedStatements(this.allParts(), true);
    const stated = grouped.clusters.length === 1 ? this.oneOf(grouped, known) : declarationOfSeveral(grouped, known, this.distinctions());
    const list = fileListOf(this.texts, [stated, ...stated.clusters?.map(({ declaration }) => declaration) ?? []]);
    return {
      ...stated,
      unreadable: [...known.unreadable ?? [], ...this.unreadable, ...allOf(grouped).flatMap(({ unreadable }) => unreadable), ...stated.unreadable],
      notRead: list.notRead(),
      files: list.files,
    };
  }

  private oneOf({ clusters: [{ statements }], others }: SeveralClusters, known: KnownCluster): Declaration {
    const declaration = declarationOfStatements(statements, known, { distinctions: this.distinctions(), settle: this.oneCluster });
    return others.parts.length === 0 ? declaration : { ...declaration, leftOut: filesOf(others.parts) };
  }

  /** What was added says, worked out once; nothing may be added after that. */
  private statements(): SeveralClusters {
    return this.grouped ??= groupedStatements(this.allParts(), this.oneCluster);
  }

  private allParts(): Part[] {
    return [...this.objects.isEmpty ? [] : [this.objects], ...this.parts];
  }
}

function allOf({ clusters, others }: SeveralClusters): Statements[] {
  return [...clusters.map(({ statements }) => statements), others];
}

function groupedStatements(parts: readonly Part[], oneCluster: boolean): SeveralClusters {
  const grouped = oneCluster ? undefined : groupParts(parts);
  const isOne = grouped === undefined || grouped.clusters.length === 0;
  return {
    clusters: isOne ? [{ name: '', statements: statementsOf(parts) }]
      : grouped.clusters.map((cluster) => ({ name: cluster.name, statements: statementsOf(cluster.parts) })),
    others: statementsOf(isOne ? [] : grouped.others),
    disputed: isOne ? [] : grouped.disputed,
  };
}

/** A text that a reader fails on is one that cannot be read; the others are read all the same. */
function readWhatever(
  input: InputText, parsed: ParsedTexts,
): { readonly read: ReadText; readonly parts: readonly Part[]; readonly skipped: number } {
  try {
    const read = readText(input, parsed);
    return { read, ...partsOfText(input, read) };
  } catch (error) {
    const { file } = input;
    const unreadable = [{ name: file, resource: undefined, location: { file }, message: `${file} ${readingFailure(error)}` }];
    return { read: { ...NOTHING, unreadable }, parts: [], skipped: 0 };
  }
}
