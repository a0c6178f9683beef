import { append } from '../kubernetes/append';
import type { Cluster } from '../cluster/cluster';
import { clusterOf, settledFacts, undisputedFacts, type ClusterFacts } from '../cluster/define-cluster';
import { distinctionsOf, type NodeDistinctions } from '../cluster/node-distinctions';
import { NodeGroups } from '../cluster/node-list';
import type { NodePool } from '../cluster/node-pool';
import { listedNode, type ListedNode } from '../cluster/node-record';
import type { Resource } from '../kubernetes/resource';
import { hasPlaceholder, withoutPlaceholders } from '../kubernetes/placeholder';
import { recordOf, textRecordOf } from '../kubernetes/untyped';
import { ConfigMaps } from '../pods/config-maps';
import type { Declaration, DroppedSection, UnreadableInput } from '../declaration/declaration';
import type { ForeignVirtualServer, NetworkPolicyEngine, Workloads } from '../declaration/workloads';
import { writersOfResource } from '../writers/objects/writers-of-resource';
import type { Writer } from '../declaration/writer';
import { withEdits, type ConfigurationEdit } from './kube-proxies/configuration-edits';
import { readersAmong, withConfigurations } from './kube-proxies/configuration-lookup';
import { configurationsOfResource } from './kube-proxies/configuration-texts';
import { factsOfResource } from './kube-proxies/control-plane-facts';
import { endpointsOf } from './workloads/endpoints';
import type { FoundConfiguration, FoundInstance } from './kube-proxies/found-instance';
import { kubeProxiesOfHostFiles } from './kube-proxies/host-files';
import { namesSetting } from './documents/concern';
import type { InputText } from './documents/input-text';
import { readInstallerDocument } from './installers';
import { kubeProxyOfResource } from './kube-proxies/kube-proxy-pods';
import { loopbackRegistries, type LoopbackRegistry } from './workloads/localhost-node-ports';
import { withoutOwned } from './documents/owned-objects';
import { writersOfNodeFiles } from './node-files';
import { FileList, type PassedOver } from './file-list';
import { isProgramOrProse, readText, type ReadText } from './read-text';
import { objectMatters } from './documents/relevance';
import { withTextNames } from './documents/resources';
import { SetAsideConfigMaps } from './documents/set-aside';
import { workloadsOf } from './workloads/workloads';

/** What is known of a cluster apart from its objects and files. */
export interface KnownCluster {
  /** A cluster that is declared as a whole; what the files say of it does not count then. @default - made of what follows */
  readonly cluster?: Cluster;
  /** The node pools. @default - the Node objects among the resources, if any */
  readonly nodePools?: readonly NodePool[];
  /** Version, platform and network, the surest source first; what the files say of the cluster comes after. @default - nothing */
  readonly facts?: readonly ClusterFacts[];
  /** What could not be read before this. @default - none */
  readonly unreadable?: readonly UnreadableInput[];
}

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
  /** Texts and documents so far that have nothing to do with kube-proxy. */
  public skipped = 0;

  private readonly resources: Resource[] = [];
  private readonly instances: FoundInstance[] = [];
  private readonly configurations: FoundConfiguration[] = [];
  private readonly givenOnly: FoundConfiguration[] = [];
  private readonly otherwise: FoundConfiguration[] = [];
  private readonly edits: ConfigurationEdit[] = [];
  private readonly droppedSections: DroppedSection[] = [];
  private readonly facts: ClusterFacts[] = [];
  private readonly writers: Writer[] = [];
  private readonly unreadable: UnreadableInput[] = [];
  private readonly virtualServers: ForeignVirtualServer[] = [];
  private readonly registries: LoopbackRegistry[] = [];
  private readonly policyEngines: NetworkPolicyEngine[] = [];
  private readonly nodeFiles: InputText[] = [];
  private readonly units: InputText[] = [];
  private readonly flagFiles: InputText[] = [];
  private readonly nodes: ListedNode[] = [];
  private readonly setAside = new SetAsideConfigMaps();
  private statements: Statements | undefined;
  private readonly texts: AddedText[] = [];
  /** Endpoints of workloads that are not parsed. */
  private endpoints = 0;

  /** Whether anything could be read in the text. */
  public addText(input: InputText): boolean {
    const read = readText(input);
    this.texts.push(addedText(input, read));
    read.resources.forEach((resource) => this.addResource(resource));
    append(this.instances, read.instances);
    append(this.configurations, read.configurations);
    append(this.givenOnly, read.givenOnly);
    append(this.otherwise, read.otherwise);
    append(this.edits, read.edits);
    append(this.droppedSections, read.droppedSections);
    append(this.policyEngines, read.policyEngines);
    append(this.facts, read.facts);
    append(this.writers, read.writers);
    append(this.virtualServers, read.virtualServers);
    append(this.registries, read.resources.length === 0 ? loopbackRegistries(input) : []);
    append(this.nodeFiles, read.nodeFiles);
    append(this.units, read.units);
    append(this.flagFiles, read.flagFiles);
    append(this.unreadable, read.unreadable);
    this.skipped += read.skipped;
    read.setAside.forEach((document) => this.setAside.addDocument(document));
    this.endpoints += read.endpoints;

    return read.unreadable.length === 0 ? input.text.trim() !== '' : read.skipped > 0 || addsAnything(read);
  }

  /** Takes an object that has nothing to do with kube-proxy, apart from what it adds to the size of the cluster. */
  public skip(resource: Resource): void {
    this.skipped++;
    this.setAside.addResource(resource);
    this.endpoints += endpointsOf(resource);
  }

  public addResource(resource: Resource): void {
    if (resource.object.kind === 'Node') {
      // A manifest that labels a node, or one that registers it, knows nothing of its kernel.
      if (recordOf(resource.object.status).nodeInfo === undefined) {
        this.skipped++;
      } else {
        this.nodes.push(listedNode(resource.object));
      }
      return;
    }
    this.resources.push(resource);
    const { name, object, locate, locateInside } = resource;
    const setup = readInstallerDocument({ value: object, name, resource: name, locate, locateInside });
    append(this.instances, setup?.instances ?? []);
    append(this.configurations, setup?.configurations ?? []);
    append(this.writers, setup?.writers ?? []);
    append(this.otherwise, setup?.otherwise ? [setup.otherwise] : []);
    append(this.droppedSections, setup?.droppedSections ?? []);
    append(this.policyEngines, setup?.policyEngines ?? []);
    this.facts.push(...factsOfResource(resource), ...setup?.facts ? [setup.facts] : []);
  }

  /** What the selectors of what was added tell nodes apart by. */
  public distinctions(): NodeDistinctions {
    const { instances, writers, workloads } = this.stated();
    return distinctionsOf([
      ...instances.map((instance) => instance.withConfiguration(undefined).pools),
      ...[...writers, ...workloads.hostPorts, ...workloads.foreignVirtualServers, ...workloads.nodeLocalDns].map(({ pools }) => pools),
    ]);
  }

  /** Everything that was added, on the nodes that are known. */
  public declaration({ cluster: declared, nodePools: listed, facts = [], unreadable = [] }: KnownCluster = {}): Declaration {
    const { instances, configurations, writers, workloads } = this.stated();
    const { facts: undisputed, disputed } = declared ? { facts: {}, disputed: [] } : undisputedFacts(this.facts);
    const groups = new NodeGroups({ distinctions: this.distinctions() });
    if (!listed) {
      this.nodes.forEach((node) => groups.addListed(node));
    }
    const nodePools = listed ?? groups.pools();
    const fallback = instances.length === 0 && configurations.length === 0 ? this.otherwise.slice(0, 1) : [];
    const edited = withEdits([...configurations, ...fallback], this.edits);
    const kubeProxies = withConfigurations(instances, edited, this.givenOnly, declared?.nodePools ?? nodePools);
    const list = this.fileList({ kubeProxies, writers });
    const platforms = kubeProxies.map(({ shippedBy }) => ({ platform: shippedBy }));
    return {
      cluster: declared ?? clusterOf(nodePools, ...facts, undisputed, settledFacts(platforms)),
      kubeProxies,
      droppedSections: this.droppedSections,
      writers,
      workloads: disputed.length === 0 ? workloads : workloadsOf([], { virtualServers: [], registries: [], policyEngines: [], endpoints: 0 }),
      disputed,
      unreadable: [
        ...unreadable, ...this.unreadable,
        ...groups.problems.map((message) => ({ name: 'nodes', resource: undefined, location: undefined, message })),
      ],
      notRead: list.notRead(),
      files: list.files,
    };
  }

  /** What was added says, worked out once; nothing may be added after that. */
  private stated(): Statements {
    return this.statements ??= this.statementsOf(withoutOwned(this.resources));
  }

  private statementsOf(telling: readonly Resource[]): Statements {
    const configMaps = configMapsOf(telling, this.setAside);
    const instances = [
      ...telling.flatMap((resource) => kubeProxyOfResource(resource, configMaps) ?? []),
      ...this.instances,
      ...kubeProxiesOfHostFiles(this.units, this.flagFiles),
    ];
    const writers = [...writersOfNodeFiles(this.nodeFiles, this.flagFiles), ...this.writers, ...writersOfResources(telling, configMaps)];
    // Pods that matter refer to these.
    const resources = [...telling, ...this.setAside.referredTo()];
    this.skipped -= resources.length - telling.length;
    append(this.unreadable, this.setAside.problems);
    const isRead = readersAmong(instances);
    return {
      instances,
      configurations: [...resources.flatMap((resource) => configurationsOfResource(resource, isRead)), ...this.configurations],
      writers: writers.map(withKnownValues),
      workloads: workloadsOf(resources, {
        virtualServers: this.virtualServers, registries: this.registries, policyEngines: this.policyEngines, endpoints: this.endpoints,
      }),
    };
  }

  private fileList(found: { readonly kubeProxies: readonly Named[]; readonly writers: readonly Named[] }): FileList {
    const list = new FileList();
    const resources = new Set([...found.kubeProxies, ...found.writers].flatMap(({ resource }) => resource ?? []));
    const names = [...found.kubeProxies, ...found.writers].map(({ name }) => name);
    for (const { input, isTelling, passedOver, what, objects, isRead } of this.texts) {
      const isJudged = isRead || objects.some((name) => resources.has(name)) || names.some((name) => name.startsWith(input.file));
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
}

type Named = Pick<Writer, 'name' | 'resource'>;

/** What is kept of a text once it is read. */
interface AddedText {
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

function addedText({ text, file, chart }: InputText, read: ReadText): AddedText {
  const { passedOver, resources } = read;
  const isRead = [read.instances, read.configurations, read.edits, read.facts, read.writers, read.virtualServers, read.units, read.flagFiles]
    .some((parts) => parts.length > 0);
  return {
    input: { file, chart },
    isTelling: read.unreadable.length === 0 && !isProgramOrProse(file) && (!isRead || passedOver !== undefined) && namesSetting(text),
    passedOver,
    what: read.nodeFiles.length > 0 ? 'a file of a node' : read.flagFiles.length > 0 ? 'arguments or variables' : 'YAML or JSON',
    objects: resources.map(({ name }) => name),
    isRead,
  };
}

function addsAnything(read: ReadText): boolean {
  return [
    read.resources, read.instances, read.configurations, read.edits, read.facts,
    read.writers, read.virtualServers, read.nodeFiles, read.units, read.flagFiles,
  ].some((parts) => parts.length > 0);
}

/** What was read, before the nodes are known. */
interface Statements {
  readonly instances: readonly FoundInstance[];
  readonly configurations: readonly FoundConfiguration[];
  readonly writers: readonly Writer[];
  readonly workloads: Workloads;
}

/** The ConfigMaps of the input by name; one of the very namespace goes before one that leaves it out. */
function configMapsOf(resources: readonly Resource[], setAside: SetAsideConfigMaps): ConfigMaps {
  const byName = new Map<string | undefined, Resource[]>();
  for (const resource of resources.filter(({ object }) => object.kind === 'ConfigMap')) {
    byName.set(resource.object.metadata.name, [...byName.get(resource.object.metadata.name) ?? [], resource]);
  }
  return new ConfigMaps((namespace, name) => {
    const named = [...byName.get(name) ?? [], ...setAside.named(name)];
    const inNamespace = named.filter(({ object: { metadata } }) => metadata.namespace === namespace);
    const possible = inNamespace.length > 0 ? inNamespace
      : named.filter(({ object: { metadata } }) => metadata.namespace === undefined || namespace === undefined);
    return possible.map(({ object }) => textRecordOf(object.data));
  });
}

function writersOfResources(resources: readonly Resource[], configMaps: ConfigMaps): Writer[] {
  return resources.flatMap((resource) => writersOfResource(resource, { configMaps }));
}

/** A value that something else fills in is not known. */
function withKnownValues(writer: Writer): Writer {
  const isOpen = writer.sysctls.some(({ value }) => value !== undefined && hasPlaceholder(value));
  return isOpen ? { ...writer, sysctls: writer.sysctls.map((write) => ({ ...write, value: knownValue(write.value) })) } : writer;
}

function knownValue(value: string | undefined): string | undefined {
  return value === undefined || hasPlaceholder(value) ? undefined : withoutPlaceholders(value);
}
