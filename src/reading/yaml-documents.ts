import type { UnreadableInput } from '../declaration/declaration';
import { unreadable, type ReadDocument } from './input-text';
import { JsonDocuments } from './json-documents';
import { matters, withoutIrrelevantBlocks } from './relevance';
import { countNewlines, TextDocument } from './text-document';
import { splitList } from './yaml-lists';
import { readPruned } from './yaml-values';

/** What is in a text of YAML or JSON documents. */
export interface ReadDocuments {
  readonly documents: readonly ReadDocument[];
  readonly unreadable: readonly UnreadableInput[];
  /** Documents that can have nothing to do with kube-proxy, which are not parsed. */
  readonly skipped: number;
}

/**
 * Reads the documents of a text, YAML or JSON; those in a list count one by one. One that cannot be read does not hide the others.
 * Documents that by their text can have nothing to do with kube-proxy are counted and not parsed.
 */
export function readDocuments(file: string, text: string): ReadDocuments {
  const documents: ReadDocument[] = [];
  const problems: UnreadableInput[] = [];
  let skipped = 0;
  for (const document of splitDocuments(file, text).flatMap((whole) => splitList(whole) ?? [whole])) {
    if (isJson(document.text)) {
      const json = new JsonDocuments(document);
      documents.push(...json.documents);
      problems.push(...json.unreadable);
    } else if (!matters(document.text)) {
      skipped += 1;
    } else {
      const parsed = readPruned(document.text, withoutIrrelevantBlocks);
      if ('problem' in parsed) {
        problems.push(unreadable(document, parsed.problem));
      } else if (parsed.value !== null) {
        documents.push({ document, value: document.valueIn(parsed.value) });
      }
    }
  }
  return { documents, unreadable: problems, skipped };
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/** Cuts a text at its document markers; what is between two of them keeps the marker it begins with. */
export function splitDocuments(file: string, text: string): TextDocument[] {
  const documents: TextDocument[] = [];
  const marker = /^(?:---(?=\s|$)|\.\.\.(?=\s|$))/gm;
  let start = 0;
  let line = 1;
  const push = (end: number) => {
    const part = text.slice(start, end);
    // A directive (%YAML 1.2) belongs to the document after the next marker.
    if (/^%/m.test(part) && !/^[^%#\s]/m.test(part)) {
      return;
    }
    if (/[^\s.-]/.test(part)) {
      documents.push(new TextDocument(file, part, { line, column: 1 }));
    }
    line += countNewlines(part);
    start = end;
  };
  for (const match of text.matchAll(marker)) {
    push(match.index);
  }
  push(text.length);
  return documents;
}
