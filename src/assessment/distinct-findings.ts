import { createHash } from 'node:crypto';
import type { Finding } from '../rules/finding';

/** An id has at most so many characters. */
const LONGEST_ID = 300;

/** An id of at most 300 characters on one line; one that is cut ends with a checksum of the whole, so that no two become one. */
export function boundedId(given: string): string {
  const id = given.replace(/\s+/g, ' ');
  return id.length <= LONGEST_ID ? id : `${id.slice(0, LONGEST_ID - 14)}…${checksum(id)}]`;
}

/**
 * The same findings, each once and with an id of its own. Where rule and detail are those of several, what tells them apart follows the
 * detail: the pool, the resource, the place, else a checksum of the message. Nothing depends on the order of the findings.
 */
export function distinctFindings(findings: readonly Finding[]): Finding[] {
  const once = [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
  return MARKS.reduce((named: readonly Finding[], markOf) => apart(named, markOf), once) as Finding[];
}

type Mark = (finding: Finding) => string | undefined;

const MARKS: readonly Mark[] = [
  ({ pool }) => pool,
  ({ resource }) => resource?.replace(' ', '/'),
  ({ location }) => location?.file ?? location?.constructPath ?? location?.urn,
  ({ location }) => location?.line === undefined ? undefined : `line ${location.line}`,
  ({ message, because }) => checksum(`${message}\n${because}`).slice(0, 6),
  (finding) => checksum(JSON.stringify(finding)).slice(0, 6),
];

/** Adds a mark to the ids that several have, if the mark tells at least two of them apart. */
function apart(findings: readonly Finding[], markOf: Mark): readonly Finding[] {
  const byId = new Map<string, Finding[]>();
  findings.forEach((finding) => byId.set(finding.id, [...byId.get(finding.id) ?? [], finding]));
  const marked = new Map<Finding, Finding>();
  for (const [id, alike] of byId) {
    if (alike.length > 1 && new Set(alike.map(markOf)).size > 1) {
      alike.forEach((finding) => marked.set(finding, { ...finding, id: withMark(id, markOf(finding)) }));
    }
  }
  return findings.map((finding) => marked.get(finding) ?? finding);
}

function withMark(id: string, mark: string | undefined): string {
  const details = id.endsWith(']') ? id.slice(id.indexOf('[') + 1, -1).split(', ') : [];
  return mark === undefined || details.includes(mark) ? id : boundedId(id.endsWith(']') ? `${id.slice(0, -1)}, ${mark}]` : `${id}[${mark}]`);
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
