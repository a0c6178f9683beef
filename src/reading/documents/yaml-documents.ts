import { withoutPlaceholders } from '../../kubernetes/placeholder';
import { append } from '../../kubernetes/append';
import { endpointsInText } from '../workloads/endpoints';
import { unreadable, type DamagedDocument, type InputText, type ReadDocument } from './input-text';
import { JsonDocuments } from './json-documents';
import { matters } from './relevance';
import { mayBeReferredTo } from './set-aside';
import { countNewlines, TextDocument } from './text-document';
import { splitList } from './yaml-lists';
import { readYamlValue } from './yaml-values';

/** What is in a text of YAML or JSON documents. */
export interface ReadDocuments {
  readonly documents: readonly ReadDocument[];
  readonly damaged: readonly DamagedDocument[];
  /** Documents that can have nothing to do with kube-proxy, which are not parsed. */
  readonly skipped: number;
  /** Those of them that have to be read once a pod refers to them. */
  readonly setAside: readonly TextDocument[];
  /** Endpoints that these make, at least. */
  readonly endpoints: number;
}

type ParsedText = ReturnType<typeof readYamlValue>;

/** What documents were parsed to, by their text: trees of many clusters hold the same addons again and again. */
export type ParsedTexts = Map<string, ParsedText>;

/**
 * Reads the documents of a text, YAML or JSON; those in a list count one by one. One that cannot be read does not hide the others.
 * Documents that by their text can have nothing to do with kube-proxy are counted and not parsed.
 *
 * @param parsed what was parsed before, to which this adds
 */
export function readDocuments({ file, text, hasWrongBytes = false }: InputText, parsed: ParsedTexts = new Map()): ReadDocuments {
  const documents: ReadDocument[] = [];
  const damaged: DamagedDocument[] = [];
  const setAside: TextDocument[] = [];
  let skipped = 0;
  let endpoints = 0;
  for (const document of splitDocuments(file, text).flatMap((whole) => splitList(whole) ?? [whole])) {
    // Two braces open a template, and a slash a comment that JSON does not allow.
    const isJson = /^\s*(?:\{(?!\{)|\[|\/[/*])/.test(document.text);
    if (!isJson && !matters(document.text)) {
      skipped += 1;
      append(setAside, mayBeReferredTo(document) ? [document.detached()] : []);
      endpoints += endpointsInText(document.text);
      continue;
    }
    const report = (problem: { readonly message: string; readonly offset: number }) =>
      damaged.push({ text: document.text, problem: unreadable(document, problem) });
    const odd = (hasWrongBytes ? /[\0\uFFFD]/ : /\0/).exec(document.text);
    if (odd) {
      const what = odd[0] === '\0' ? 'has a NUL byte; it is no text' : 'has a byte that is not UTF-8; save the file as UTF-8';
      report({ message: what, offset: odd.index });
    } else if (isJson) {
      const json = new JsonDocuments(document);
      append(documents, json.documents);
      append(damaged, json.damaged);
    } else {
      const read = readOnce(document.text, parsed);
      if ('problem' in read) {
        report(read.problem);
      } else if (read.value !== null) {
        documents.push({ document, value: document.valueIn(read.value) });
      }
    }
  }
  return { documents, damaged, skipped, setAside, endpoints };
}

function readOnce(text: string, parsed: ParsedTexts): ParsedText {
  const read = parsed.get(text) ?? readValue(text);
  parsed.set(text, read);
  return read;
}

/**
 * A configuration, or what runs kube-proxy, that is a document only once its placeholders are filled in is read so; what they leave open is
 * told apart later.
 */
function readValue(text: string): ParsedText {
  const read = readYamlValue(text);
  if (!('problem' in read)) {
    return read;
  }
  const filledIn = /^kind:[ \t]*["']?KubeProxyConfiguration\b/m.test(text) ? readYamlValue(withoutPlaceholders(text))
    : /^kind:[ \t]*["']?(?:DaemonSet|Pod)\b/m.test(text) && text.includes('kube-proxy') ? readYamlValue(withQuotedTemplates(text)) : read;
  return 'problem' in filledIn ? read : filledIn;
}

/** Values that are templates of Go, in quotes as YAML wants them: `hash: {{"file" | sum}}`. */
function withQuotedTemplates(text: string): string {
  return text.replace(/^([ \t]*(?:- )?(?:[\w./-]+:[ \t]+)?)(\{\{(?!-)[^{}\n]*\}\}[^\n{}"']*)$/gm, (line, before: string, value: string) =>
    (/[:-]\s+$/.test(before) ? `${before}"${value.replaceAll('"', "'")}"` : line));
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
