import type { ClusterFacts } from '../cluster/define-cluster';
import type { ObjectPath, Resource } from '../kubernetes/resource';
import { isRecord, textOf } from '../kubernetes/untyped';
import type { DroppedSection, UnreadableInput } from '../declaration/declaration';
import type { ForeignVirtualServer, NetworkPolicyEngine } from '../declaration/workloads';
import { isProvisioning, writersOfProvisioning } from '../writers/objects/provisioning-writers';
import { writersOfTalosConfig } from '../writers/objects/talos-writers';
import type { Writer } from '../declaration/writer';
import { nodeFileKind } from '../writers/files/writers-of-text';
import { configurationOfDocument, configurationsInTexts, mayBeGiven } from './kube-proxies/configuration-texts';
import type { ConfigurationEdit } from './kube-proxies/configuration-edits';
import { virtualServersOfText } from './workloads/foreign-virtual-servers';
import type { FoundConfiguration, FoundInstance } from './kube-proxies/found-instance';
import { isEnvironmentFile, isFlagsFile } from './kube-proxies/host-files';
import { outcomeOfDamage } from './documents/damaged-documents';
import type { InputText, ReadDocument } from './documents/input-text';
import { readInstallerDocument, readInstallerList } from './installers';
import type { InstallerSetup } from './installers/installer-document';
import { readInstallerText } from './installers/installer-texts';
import { resourcesOf } from './documents/resources';
import type { TextDocument } from './documents/text-document';
import { readDocuments, type ParsedTexts } from './documents/yaml-documents';

/** What one text adds to a declaration. */
export interface ReadText {
  readonly resources: readonly Resource[];
  readonly instances: readonly FoundInstance[];
  readonly configurations: readonly FoundConfiguration[];
  /** Documents that are a configuration for whom the path of their file is given, and nothing otherwise. */
  readonly givenOnly: readonly FoundConfiguration[];
  /** What kube-proxy is given where nothing else in the input runs or configures it. */
  readonly otherwise: readonly FoundConfiguration[];
  /** What scripts change in the live ConfigMap of kube-proxy. */
  readonly edits: readonly ConfigurationEdit[];
  readonly droppedSections: readonly DroppedSection[];
  readonly policyEngines: readonly NetworkPolicyEngine[];
  readonly facts: readonly ClusterFacts[];
  readonly writers: readonly Writer[];
  readonly virtualServers: readonly ForeignVirtualServer[];
  /** The text itself, when it is a file of a node: see `writersOfNodeFiles`. */
  readonly nodeFiles: readonly InputText[];
  /** The text itself, when it is a systemd unit. */
  readonly units: readonly InputText[];
  /** The text itself, when it is a command line or an environment file. */
  readonly flagFiles: readonly InputText[];
  readonly unreadable: readonly UnreadableInput[];
  /** Why the text, or a part of it, was passed over; `undefined` where all of it was read. */
  readonly passedOver?: { readonly reason: string; readonly isTemplate: boolean };
  /** Documents, or the text itself, that have nothing to do with kube-proxy. */
  readonly skipped: number;
  /** ConfigMaps among these, which are read once a pod refers to them. */
  readonly setAside: readonly TextDocument[];
  /** Endpoints that these make, at least. */
  readonly endpoints: number;
}

/** What a text that says nothing adds. */
export const NOTHING: ReadText = {
  resources: [], instances: [], configurations: [], givenOnly: [], otherwise: [], edits: [],
  droppedSections: [], policyEngines: [], facts: [], writers: [],
  virtualServers: [], nodeFiles: [], units: [], flagFiles: [], unreadable: [], skipped: 0, setAside: [], endpoints: 0,
};

/** Programs, and texts for people: what they quote is no setup. */
const PROGRAM_OR_PROSE = /\.(?:mdx?|markdown|rst|adoc|html?|go|py|rb|ps1|[cm]?[jt]sx?|java|cs|rs|jsonnet|libsonnet|cue|nix|patch|diff)$/i;

/** What only a reader of its own makes something of. */
const OTHER_FILE = /\.(?:tf|hcl)$/i;

/** Whether a file is a program or a text for people, by its name. */
export function isProgramOrProse(file: string): boolean {
  return PROGRAM_OR_PROSE.test(file);
}

/** Templates of files, by their names. */
const TEMPLATE_FILE = /\.(?:j2|jinja2?|tpl|tmpl|tftpl|gotmpl|erb|template|gtpl)$/i;

const SKIPPED_FILE: ReadText = { ...NOTHING, skipped: 1 };

/** Reads a text by what is in it, and by its name where that does not tell. */
export function readText(input: InputText, parsed?: ParsedTexts): ReadText {
  const setup = readInstallerText(input);
  // A script that installs something also writes sysctls and loads modules, as any other does.
  return setup === undefined ? readByName(input, parsed) : { ...readByName(input, parsed), ...partsOfSetup(setup), skipped: 0 };
}

function readByName(input: InputText, parsed: ParsedTexts | undefined): ReadText {
  if (OTHER_FILE.test(input.file) || isProgramOrProse(input.file)) {
    return input.text.trim() === '' ? NOTHING : SKIPPED_FILE;
  }
  if (TEMPLATE_FILE.test(input.file)) {
    return { ...SKIPPED_FILE, passedOver: { reason: 'a template', isTemplate: true } };
  }
  const kind = nodeFileKind(input.file, input.text);
  if (kind !== undefined) {
    return { ...NOTHING, nodeFiles: [input], units: kind === 'systemd-unit' ? [input] : [] };
  }
  if (isStructured(input)) {
    return readStructured(input, parsed);
  }
  if (isFlagsFile(input) || isEnvironmentFile(input.text)) {
    return { ...NOTHING, flagFiles: [input] };
  }
  const virtualServers = virtualServersOfText(input);
  return { ...NOTHING, virtualServers, skipped: virtualServers.length > 0 || input.text.trim() === '' ? 0 : 1 };
}

/** YAML or JSON, by the name of the file or by how it begins: a section of TOML or INI begins with a bracket, too. */
function isStructured({ file, text }: InputText): boolean {
  return /\.(?:ya?ml|json|manifest|bu|ign)$/i.test(file) || /^\s*(?:\{(?!\{)|\[\s*[[{"\]])/.test(text) || /^(?:apiVersion|kind)\s*:/m.test(text) || /^#cloud-config\b/.test(text);
}

function partsOfSetup(
  { instances = [], configurations = [], writers = [], facts, otherwise, edits = [] }: InstallerSetup,
): Pick<ReadText, 'instances' | 'configurations' | 'writers' | 'facts' | 'otherwise' | 'edits'> {
  return { instances, configurations, writers, facts: facts ? [facts] : [], otherwise: otherwise ? [otherwise] : [], edits };
}

function readStructured(input: InputText, parsed: ParsedTexts | undefined): ReadText {
  const { documents, damaged, skipped, setAside, endpoints } = readDocuments(input, parsed);
  const damage = outcomeOfDamage(input, damaged);
  const alone = documents.some(({ value }) => isRecord(value) && /^kubeadm\.k8s\.io\//.test(textOf(value.apiVersion) ?? '')) ? 'kubeadm' : 'configuration';
  const read = documents.map((document) => readDocument(document, alone));
  return {
    ...NOTHING,
    resources: read.flatMap((part) => part.resources ?? []),
    instances: read.flatMap((part) => part.instances ?? []),
    configurations: read.flatMap((part) => part.configurations ?? []),
    givenOnly: documents.slice(0, 1).filter((document, index) => read[index].configurations === undefined && mayBeGiven(document))
      .map((document) => configurationOfDocument(document, alone)),
    otherwise: read.flatMap((part) => part.otherwise ?? []),
    droppedSections: read.flatMap((part) => part.droppedSections ?? []),
    policyEngines: read.flatMap((part) => part.policyEngines ?? []),
    facts: read.flatMap((part) => part.facts ?? []),
    writers: read.flatMap((part) => part.writers ?? []),
    unreadable: damage !== undefined && 'unreadable' in damage ? [damage.unreadable] : [],
    passedOver: damage !== undefined && 'reason' in damage ? damage : undefined,
    skipped: skipped + (damage !== undefined && 'reason' in damage ? damaged.length : 0),
    setAside,
    endpoints,
  };
}

function readDocument(read: ReadDocument, alone: FoundConfiguration['alone']): Partial<ReadText> {
  const { document, value } = read;
  if (!isRecord(value)) {
    const stated = { name: document.file, resource: undefined, locate: (path?: ObjectPath) => document.locate(path) };
    return Array.isArray(value) ? partsOfSetup(readInstallerList(stated, value) ?? {}) : {};
  }
  // Nothing but kube-proxy and what hands it its configuration reads this group.
  if (value.kind === 'KubeProxyConfiguration' || /^kubeproxy\.config\.k8s\.io\//.test(textOf(value.apiVersion) ?? '')) {
    return { configurations: [configurationOfDocument(read, alone)] };
  }
  const locate = (path?: ObjectPath) => document.locate(path);
  const locateInside = (path: ObjectPath, line: number, column: number) => document.locateInside(path, line, column);
  const stated = { value, name: document.file, resource: undefined, locate, locateInside };
  const setup = value.metadata === undefined ? readInstallerDocument(stated) : undefined;
  const carriesFiles = value.kind === undefined && isProvisioning(value);
  const writers = [...writersOfTalosConfig(stated), ...setup?.writers ?? [], ...carriesFiles ? writersOfProvisioning(stated) : []];
  const configurations = [...setup?.configurations ?? [], ...carriesFiles ? configurationsInTexts(stated) : []];
  return setup || writers.length > 0 || configurations.length > 0
    ? {
      instances: setup?.instances, configurations, otherwise: setup?.otherwise && [setup.otherwise], droppedSections: setup?.droppedSections,
      policyEngines: setup?.policyEngines,
      facts: setup?.facts && [setup.facts], writers,
    }
    : { resources: resourcesOf(read) };
}
