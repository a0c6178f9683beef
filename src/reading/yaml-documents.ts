import type { UnreadableInput } from '../declaration/declaration';
import { unreadable, type ReadDocument } from './input-text';
import { matters, withoutIrrelevantBlocks } from './relevance';
import { countNewlines, TextDocument } from './text-document';
import { readPruned, readYamlValue } from './yaml-values';

/** What is in a text of YAML or JSON documents. */
export interface ReadDocuments {
  readonly documents: readonly ReadDocument[];
  readonly unreadable: readonly UnreadableInput[];
  /** Documents that can have nothing to do with kube-proxy, which are not parsed. */
  readonly skipped: number;
}

/**
 * Reads the documents of a text, YAML or JSON. One that cannot be read does not hide the others. Documents that by their text can
 * have nothing to do with kube-proxy are counted and not parsed.
 */
export function readDocuments(file: string, text: string): ReadDocuments {
  const documents: ReadDocument[] = [];
  const problems: UnreadableInput[] = [];
  let skipped = 0;
  for (const document of splitDocuments(file, text)) {
    if (!matters(document.text)) {
      skipped += 1;
      continue;
    }
    const parsed = parseDocument(document);
    if ('problem' in parsed) {
      problems.push(unreadable(document, parsed.problem));
    } else if (parsed.value !== null && parsed.value !== undefined) {
      documents.push({ document, value: parsed.value });
    }
  }
  return { documents, unreadable: problems, skipped };
}

/** JSON takes the fast way; what JSON.parse refuses may still be YAML, and if not, the YAML parser can tell where it breaks. */
function parseDocument(document: TextDocument): ReturnType<typeof readYamlValue> {
  if (/^\s*[{[]/.test(document.text)) {
    try {
      return { value: JSON.parse(document.text) as unknown };
    } catch {
      return readYamlValue(document.text);
    }
  }
  return readPruned(document.text, withoutIrrelevantBlocks);
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
      documents.push(new TextDocument(file, part, line));
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
