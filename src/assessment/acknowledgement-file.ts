import { nonEmptyText, PropertyReader, type InputProblem } from '../kubernetes/property-reader';
import { isRecord } from '../kubernetes/untyped';
import { acknowledgementProblems, type Acknowledgement } from '../rules/acknowledgement';
import { readFile } from '../reading/documents/input-files';
import type { InputText } from '../reading/documents/input-text';
import type { TextDocument } from '../reading/documents/text-document';
import { splitDocuments } from '../reading/documents/yaml-documents';
import { readYamlValue } from '../reading/documents/yaml-values';
import { UsageError } from './usage-error';

const PROPERTIES = ['finding', 'pool', 'resource', 'reason', 'expires'];

/**
 * Reads a list of acknowledgements, YAML or JSON; `schemas/acknowledgements.schema.json` describes it.
 *
 * @throws UsageError that names every entry which is not as it should be, by line
 */
export function readAcknowledgements({ file, text }: InputText): Acknowledgement[] {
  const lists = splitDocuments(file, text).map(readList);
  const problems = lists.flatMap((list) => list.problems);
  if (problems.length > 0) {
    throw new UsageError(problems.join('\n'));
  }
  return lists.flatMap((list) => list.acknowledgements);
}

/**
 * The same for a file by its name.
 *
 * @throws UsageError when it cannot be read, too
 */
export function readAcknowledgementsFrom(file: string): Acknowledgement[] {
  const read = readFile(file);
  if ('input' in read) {
    return readAcknowledgements(read.input);
  }
  throw new UsageError(`cannot read the acknowledgements: ${'unreadable' in read ? read.unreadable.message : `${file} is no text`}`);
}

interface ReadList {
  readonly acknowledgements: readonly Acknowledgement[];
  readonly problems: readonly string[];
}

function readList(document: TextDocument): ReadList {
  const { file, text } = document;
  const read = readYamlValue(text);
  if ('problem' in read) {
    const { line, column } = document.at(read.problem.offset);
    return { acknowledgements: [], problems: [`${file}:${line}:${column} ${read.problem.message}`] };
  }
  if (read.value === null) {
    return { acknowledgements: [], problems: [] };
  }
  if (!Array.isArray(read.value)) {
    const problem = `${file} is not a list; write one entry for each acknowledgement: - {finding: 'stale-real-server[old]', reason: …}`;
    return { acknowledgements: [], problems: [problem] };
  }
  const entries = read.value.map(readEntry);
  return {
    acknowledgements: entries.flatMap(({ acknowledgement }, index) =>
      (acknowledgement ? [{ ...acknowledgement, location: document.locate([index]) }] : [])),
    problems: entries.flatMap(({ problems }, index) => problems.map(({ path, message }) => {
      const { line, column } = document.locate([index, ...path]);
      return `${file}:${line}:${column} ${message}`;
    })),
  };
}

interface ReadEntry {
  readonly acknowledgement?: Acknowledgement;
  readonly problems: readonly InputProblem[];
}

function readEntry(entry: unknown): ReadEntry {
  if (!isRecord(entry)) {
    return { problems: [{ path: [], message: 'an acknowledgement is a mapping with finding and reason' }] };
  }
  const reader = new PropertyReader(entry);
  const text = (name: string, allowed: string) => reader.read(name, allowed, nonEmptyText);
  const finding = text('finding', 'a rule id or a finding id: stale-real-server, stale-real-server[old]');
  const reason = text('reason', 'a text that says why the finding is acceptable');
  const pool = text('pool', 'the name of a pool');
  const resource = text('resource', 'kind namespace/name, or kind name');
  const expires = text('expires', 'the last day on which it counts, as 2027-03-31');
  reader.refuseOthers(PROPERTIES);
  if (entry.finding === undefined || entry.finding === null) {
    reader.problem([], 'finding is missing; name the rule or the finding that is acknowledged');
  }
  if (entry.reason === undefined || entry.reason === null) {
    reader.problem([], `reason is missing; say why ${finding ?? 'the finding'} is acceptable`);
  }
  if (reader.problems.length > 0 || finding === undefined || reason === undefined) {
    return { problems: reader.problems };
  }
  const acknowledgement = { finding, reason, pool, resource, expires };
  return { acknowledgement, problems: acknowledgementProblems(acknowledgement).map((message) => ({ path: [], message })) };
}
