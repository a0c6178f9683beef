import { append } from '../kubernetes/append';
import { settledFacts, type ClusterFacts } from '../cluster/define-cluster';
import type { Location } from '../kubernetes/location';
import { NO_DISTINCTIONS, type NodeDistinctions } from '../cluster/node-distinctions';
import { NodeGroups } from '../cluster/node-list';
import type { NodePool } from '../cluster/node-pool';
import { listedNode, nodesWithoutKernel } from '../cluster/node-record';
import { readNodePool } from '../cluster/read-node-pool';
import type { InputProblem } from '../kubernetes/property-reader';
import { isRecord, listOf, type UntypedRecord } from '../kubernetes/untyped';
import { readJsonValue } from '../config/yaml/json-value';
import type { UnreadableInput } from '../declaration/declaration';
import { isInventory, readInventory, sameNameTwice } from './inventory';
import { unreadableFile } from './documents/input-files';
import { unreadable } from './documents/input-text';
import { JsonSlicer, type JsonSlice, type JsonSliceReceiver } from './documents/json-slicer';
import { NODE_DETAILS, withoutNodeDetails } from './documents/relevance';
import { TextDocument } from './documents/text-document';
import { decodeText } from './documents/text-encoding';
import { splitDocuments } from './documents/yaml-documents';
import { splitList } from './documents/yaml-lists';
import { readPruned } from './documents/yaml-values';

/** A node list or an inventory, in pieces. */
export interface NodesSource {
  readonly file: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What node lists and inventories say. */
export interface ReadNodes {
  readonly nodePools: readonly NodePool[];
  readonly facts: ClusterFacts;
  readonly unreadable: readonly UnreadableInput[];
}

/** YAML is parsed in memory, at twenty times the size of the text. */
const LARGEST_YAML = 32 * 1024 * 1024;

/** After so many problems the rest is very likely of the same kind. */
const MOST_PROBLEMS = 20;

/**
 * Reads `kubectl get nodes -o json` or `-o yaml`, inventories, and the lines that the inventory collector logs. JSON may be of any size:
 * it is read item by item. Where a text is damaged or ends too early, what could be read still counts, and the damage is reported.
 * Of several sources a node list and what the collector logged are joined by the names of the nodes.
 *
 * @param distinctions what the selectors of the input tell nodes apart by
 */
export async function readNodes(sources: readonly NodesSource[], distinctions: NodeDistinctions = NO_DISTINCTIONS): Promise<ReadNodes> {
  const groups = new NodeGroups({ distinctions, byName: sources.length > 1 });
  const readers: NodesReader[] = [];
  for (const { file, chunks } of sources) {
    const reader = new NodesReader(file, groups);
    readers.push(reader);
    await readSource(reader, file, chunks);
  }
  return joined(readers, groups);
}

async function readSource(reader: NodesReader, file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let json: JsonSlicer | undefined;
  const kept: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      if (size === 0 && /^(?:\xEF\xBB\xBF)?\s*(?:\{|\[(?!pod\/))/.test(Buffer.from(chunk).subarray(0, 256).toString('latin1'))) {
        json = new JsonSlicer(reader, NODE_DETAILS);
      }
      const bytes = size === 0 ? withoutMark(chunk) : chunk;
      size += chunk.length;
      if (json) {
        json.write(bytes);
      } else if (size > LARGEST_YAML) {
        reader.problem({ file }, `${file} is YAML of more than ${LARGEST_YAML / 1024 / 1024} MiB; use -o json, which is read at any size`);
        return;
      } else {
        kept.push(Buffer.from(chunk));
      }
    }
    if (json) {
      reader.endJson(json);
    } else {
      reader.text(Buffer.concat(kept));
    }
  } catch (error) {
    reader.report(unreadableFile(file, error));
  }
}

/** The pools of all readers, in the order of their names; of two with one name the first counts. */
function joined(readers: readonly NodesReader[], groups: NodeGroups): ReadNodes {
  const stated = readers.flatMap((reader) => reader.pools.filter((pool) => !reader.isListedNode(pool)));
  const nodePools = new Map<string, NodePool>();
  for (const pool of [...stated, ...groups.pools()]) {
    if (nodePools.has(pool.name)) {
      readers[0].problem({ file: readers[0].file }, `${readers[0].file}: ${sameNameTwice(pool.name)}`);
    } else {
      nodePools.set(pool.name, pool);
    }
  }
  readers.forEach((reader) => reader.finish(nodePools.size === 0));
  return {
    nodePools: [...nodePools.values()],
    facts: settledFacts(readers.map(({ facts }) => facts)),
    unreadable: readers.flatMap((reader) => reader.unreadable),
  };
}

class NodesReader implements JsonSliceReceiver {
  /** Pools that an inventory states. */
  public readonly pools: NodePool[] = [];
  public facts: ClusterFacts = {};
  private readonly problems: UnreadableInput[] = [];
  private leftOut = 0;
  /** Names of nodes that are left out. */
  private readonly withoutKernel: string[] = [];
  private foundNodes = false;
  /** Whether the last thing between values was none. */
  private afterJunk = false;

  public constructor(public readonly file: string, private readonly groups: NodeGroups) {}

  public item(slice: JsonSlice): void {
    this.json(slice);
  }

  public value(slice: JsonSlice): void {
    // Of a line that got between those of the collector, such as a warning of a shell, every word is a value of its own.
    const isJunk = !/^[[{"]/.test(slice.text);
    if (!isJunk || !this.afterJunk) {
      this.json(slice);
    }
    this.afterJunk = isJunk;
  }

  public endJson(slicer: JsonSlicer): void {
    if (!slicer.end()) {
      const { offset, line } = slicer.position;
      this.problem({ file: this.file, line }, `${this.file}:${line} ends in the middle, at byte ${offset}; what comes before it is checked`);
    }
  }

  public text(bytes: Buffer): void {
    const decoded = decodeText(bytes);
    if (!decoded) {
      this.problem({ file: this.file }, `${this.file} is no text`);
      return;
    }
    if (/^\s*(?:\[pod\/[^\]]*\] *)?\{/.test(decoded.text)) {
      const slicer = new JsonSlicer(this, NODE_DETAILS);
      slicer.write(Buffer.from(decoded.text.replace(/^\[pod\/[^\]]*\] */gm, '')));
      this.endJson(slicer);
      return;
    }
    splitDocuments(this.file, decoded.text).forEach((document) => this.yamlDocument(document));
  }

  public problem(location: Location, message: string): void {
    this.report({ name: this.file, resource: undefined, location, message });
  }

  public report(problem: UnreadableInput): void {
    if (this.problems.length < MOST_PROBLEMS) {
      this.problems.push(problem);
    } else {
      this.leftOut += 1;
    }
  }

  /** A pool of one that has the name of a listed node is that node, which is told then. */
  public isListedNode(pool: NodePool): boolean {
    const isListed = pool.count === 1 && this.groups.lists(pool.name);
    if (isListed) {
      this.groups.addObserved(pool);
    }
    return isListed;
  }

  /** Reports what is only known at the end. */
  public finish(isWithoutPools: boolean): void {
    nodesWithoutKernel(this.withoutKernel).forEach((message) => this.problem({ file: this.file }, `${this.file}: ${message}`));
    if ((isWithoutPools || (!this.foundNodes && this.pools.length === 0)) && this.problems.length === 0) {
      this.problem({ file: this.file }, `${this.file} names no nodes; ${EXPECTED}`);
    }
  }

  public get unreadable(): readonly UnreadableInput[] {
    return [...this.problems, ...this.remark()];
  }

  private remark(): UnreadableInput[] {
    const message = `${this.file} has more problems than these (${this.leftOut}); correct these first`;
    return this.leftOut === 0 ? [] : [{ name: this.file, resource: undefined, location: { file: this.file }, message }];
  }

  private json(slice: JsonSlice): void {
    const document = new TextDocument(this.file, slice.text, slice);
    const read = readJsonValue(slice.text);
    if ('problem' in read) {
      this.report(unreadable(document, read.problem));
    } else {
      this.add(read.value, document);
    }
  }

  private yamlDocument(document: TextDocument): void {
    for (const part of splitList(document) ?? [document]) {
      const read = readPruned(part.text, withoutNodeDetails);
      if ('problem' in read) {
        this.report(unreadable(part, read.problem));
      } else {
        this.add(part.valueIn(read.value), part);
      }
    }
  }

  /** A list, a Node, an inventory, or a node that the collector looked at; other objects may stand beside nodes in a list. */
  private add(value: unknown, document: TextDocument): void {
    if (!isRecord(value)) {
      listOf(value).forEach((item) => this.add(item, document));
    } else if (isInventory(value)) {
      const { pools, facts, problems } = readInventory(value);
      append(this.pools, pools);
      this.facts = settledFacts([this.facts, facts]);
      this.inventoryProblems(problems, document);
    } else if (value.kind === undefined && 'kernelVersion' in value) {
      this.addPool(value, document);
    } else if (Array.isArray(value.items)) {
      value.items.forEach((item) => this.add(item, document));
    } else if (value.kind === 'Node' || (value.kind === undefined && 'status' in value)) {
      this.addNode(value);
    } else if (value.kind === undefined) {
      this.problem(document.locate(), `${this.file} has a document that is neither a node list nor an inventory; ${EXPECTED}`);
    }
  }

  private addNode(value: UntypedRecord): void {
    this.foundNodes = true;
    const node = listedNode(value);
    if ('withoutKernel' in node) {
      this.withoutKernel.push(node.withoutKernel);
    } else {
      this.groups.addListed(node);
    }
  }

  private addPool(value: UntypedRecord, document: TextDocument): void {
    const { pool, problems } = readNodePool(value);
    this.inventoryProblems(problems, document);
    if (pool?.count === 1) {
      this.foundNodes = true;
      this.groups.addObserved(pool);
    } else if (pool) {
      this.pools.push(pool);
    }
  }

  private inventoryProblems(problems: readonly InputProblem[], document: TextDocument): void {
    for (const { path, message } of problems) {
      const location = document.locate(path);
      this.problem(location, `${this.file}:${location.line}:${location.column} ${message}`);
    }
  }
}

const EXPECTED = 'give the output of kubectl get nodes -o json, or an inventory with a list nodes';

function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}
