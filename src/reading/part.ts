import { append } from '../kubernetes/append';
import type { ClusterFacts } from '../cluster/define-cluster';
import { listedNode, type ListedNode } from '../cluster/node-record';
import type { Resource } from '../kubernetes/resource';
import { recordOf } from '../kubernetes/untyped';
import type { DroppedSection } from '../declaration/declaration';
import type { ForeignVirtualServer, NetworkPolicyEngine } from '../declaration/workloads';
import type { Writer } from '../declaration/writer';
import type { InputText } from './documents/input-text';
import type { TextDocument } from './documents/text-document';
import { readInstallerDocument } from './installers';
import type { InstallerSetup } from './installers/installer-document';
import { factsOfResource } from './kube-proxies/control-plane-facts';
import type { ConfigurationEdit } from './kube-proxies/configuration-edits';
import type { FoundConfiguration, FoundInstance } from './kube-proxies/found-instance';
import type { ReadText } from './read-text';
import { loopbackRegistries, type LoopbackRegistry } from './workloads/localhost-node-ports';

/** What one file says, or one object in it that describes a cluster by itself. Several clusters in one tree are told apart by these. */
export class Part {
  public readonly resources: Resource[] = [];
  public readonly instances: FoundInstance[] = [];
  public readonly configurations: FoundConfiguration[] = [];
  public readonly givenOnly: FoundConfiguration[] = [];
  public readonly otherwise: FoundConfiguration[] = [];
  public readonly edits: ConfigurationEdit[] = [];
  public readonly droppedSections: DroppedSection[] = [];
  public readonly facts: ClusterFacts[] = [];
  public readonly writers: Writer[] = [];
  public readonly virtualServers: ForeignVirtualServer[] = [];
  public readonly registries: LoopbackRegistry[] = [];
  public readonly policyEngines: NetworkPolicyEngine[] = [];
  public readonly nodeFiles: InputText[] = [];
  public readonly units: InputText[] = [];
  public readonly flagFiles: InputText[] = [];
  public readonly nodes: ListedNode[] = [];
  /** ConfigMaps that are read when a pod refers to them: documents of the file, and objects of a framework. */
  public readonly setAside: TextDocument[] = [];
  public readonly setAsideResources: Resource[] = [];
  /** Endpoints of workloads that are not parsed. */
  public endpoints = 0;

  /**
   * @param file where it is; `undefined` for the objects of a framework
   * @param object `kind namespace/name` of an object that is a part of its own
   */
  public constructor(public readonly file: string | undefined, public readonly object: string | undefined = undefined) {}

  /** Everything that was read but the resources and what is counted. */
  public addRead(input: InputText, read: ReadText): void {
    for (const list of LISTS) {
      append<unknown>(this[list], read[list]);
    }
    append(this.registries, read.resources.length === 0 ? loopbackRegistries(input) : []);
    this.endpoints += read.endpoints;
  }

  /** Takes an object; `setup` is what it says as a document of an installer. */
  public addResource(resource: Resource, setup: InstallerSetup | undefined = setupOf(resource)): void {
    this.resources.push(resource);
    append(this.instances, setup?.instances ?? []);
    append(this.configurations, setup?.configurations ?? []);
    append(this.writers, setup?.writers ?? []);
    append(this.edits, setup?.edits ?? []);
    append(this.otherwise, setup?.otherwise ? [setup.otherwise] : []);
    append(this.droppedSections, setup?.droppedSections ?? []);
    append(this.policyEngines, setup?.policyEngines ?? []);
    append(this.facts, [...factsOfResource(resource), ...setup?.facts ? [setup.facts] : []]);
  }

  public addNode({ object }: Resource): void {
    this.nodes.push(listedNode(object));
  }

  /** Whether nothing in it counts for anything. */
  public get isEmpty(): boolean {
    return this.endpoints === 0 && [this.resources, this.registries, this.nodes, this.setAsideResources, ...LISTS.map((list) => this[list])]
      .every((items) => items.length === 0);
  }
}

const LISTS = [
  'instances', 'configurations', 'givenOnly', 'otherwise', 'edits', 'droppedSections', 'facts', 'writers', 'virtualServers', 'policyEngines',
  'nodeFiles', 'units', 'flagFiles', 'setAside',
] as const satisfies readonly (keyof ReadText & keyof Part)[];

/** The parts of a text, and how many of its objects have nothing to do with kube-proxy. */
export function partsOfText(input: InputText, read: ReadText): { readonly parts: readonly Part[]; readonly skipped: number } {
  const whole = new Part(input.file);
  const own: Part[] = [];
  let skipped = 0;
  whole.addRead(input, read);
  for (const resource of read.resources) {
    if (resource.object.kind === 'Node') {
      skipped += addNodeTo(whole, resource) ? 0 : 1;
      continue;
    }
    const setup = setupOf(resource);
    if (describesCluster(setup)) {
      const part = new Part(input.file, resource.name);
      part.addResource(resource, setup);
      own.push(part);
    } else {
      whole.addResource(resource, setup);
    }
  }
  return { parts: [...whole.isEmpty ? [] : [whole], ...own], skipped };
}

/** Whether a Node is one that is running: a manifest that labels a node, or one that registers it, knows nothing of its kernel. */
export function addNodeTo(part: Part, resource: Resource): boolean {
  const isRunning = recordOf(resource.object.status).nodeInfo !== undefined;
  if (isRunning) {
    part.addNode(resource);
  }
  return isRunning;
}

function setupOf({ name, object, locate, locateInside }: Resource): InstallerSetup | undefined {
  return readInstallerDocument({ value: object, name, resource: name, locate, locateInside });
}

/** Whether an object states the version or the ranges of a cluster. */
function describesCluster(setup: InstallerSetup | undefined): boolean {
  return setup?.facts?.kubernetesVersion !== undefined || Object.keys(setup?.facts?.network ?? {}).length > 0;
}
